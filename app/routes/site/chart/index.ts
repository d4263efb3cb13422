import { redirect } from "react-router";
import type { Route } from "./+types/index";

/** `/chart` redirects to the first of its pages (specification, section 2). */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(`/chart/history${url.search}`);
}
