import { redirect } from "react-router";
import { isSignedIn } from "../../guard.server.ts";
import type { Route } from "./+types/landing";

/** Leads on until there is a landing page of its own. */
export function loader(args: Route.LoaderArgs) {
  return redirect(isSignedIn(args) ? "/sitelist" : "/login");
}
