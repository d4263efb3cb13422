import { callForPage } from "#app/guard.server.ts";
import type { Route } from "./+types/filters";

/** Available filters of the list; requested when the user opens the filters. */
export async function loader(args: Route.LoaderArgs) {
  return callForPage(args, "POST /site/v2/getListFilters", {});
}
