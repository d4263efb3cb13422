import type { ListQuery } from "./list-query.ts";

type Order = Pick<ListQuery, "sort" | "direction">;
const order = <Name extends string>(
  name: Name,
  sort: Order["sort"],
  direction: Order["direction"] = "asc",
) => ({ name, sort, direction });

/** Sort orders of the list by name. */
export const ORDERS = [
  order("name", "name"),
  order("nameBack", "name", "desc"),
  order("worst", "status"),
  order("alarm", "alarm"),
  order("yieldLow", "yield"),
  order("newest", "created", "desc"),
  order("oldest", "created"),
  order("batteryLow", "batterySoc"),
  order("batteryHigh", "batterySoc", "desc"),
  order("solar", "solar", "desc"),
  order("load", "load", "desc"),
  order("grid", "grid", "desc"),
] as const;
