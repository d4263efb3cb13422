import { redirect } from "react-router";
import { readCookie } from "#app/read-cookie.ts";
import { LIST_COOKIE, readKeptQuery } from "../portal/sitelist/kept-query.ts";
import type { Route } from "./+types/back";

/** Address that leads out of a site (specification), to the list as it was shown last in this browser. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(readKeptQuery(readCookie(request, LIST_COOKIE)));
}
