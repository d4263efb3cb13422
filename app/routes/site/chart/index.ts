import { redirect } from "react-router";
import type { Route } from "./+types/index";

/** Specification, section 2: `/chart` leads to the first of its pages. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(`/chart/history${url.search}`);
}
