import { callForPage } from "../../../guard.server.ts";
import type { Route } from "./+types/filters";

/** What the list can be filtered by; read when somebody opens the filters. */
export async function loader(args: Route.LoaderArgs) {
  return callForPage(args, "POST /site/v2/getListFilters", {});
}
