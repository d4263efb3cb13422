import { callForPage } from "#app/guard.server.ts";
import { packMap } from "#app/map/packed-map.ts";
import type { Route } from "./+types/map-data";
import { readListQuery, toOperationInput } from "./list-query.ts";

/** The markers of the list's query. */
export async function loader(args: Route.LoaderArgs) {
  const { search, filter } = toOperationInput(readListQuery(args.url.searchParams));
  const { list, withoutPosition, more } = await callForPage(
    args,
    "POST /site/v4/getMapBySearchFilter",
    { search, filter },
  );
  return { packed: packMap(list), shown: list.length, withoutPosition, more };
}
