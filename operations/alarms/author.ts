import type { Author } from "#protocol/alarms.ts";
import type { Person } from "../context.ts";

/** Returns the author of a change at a site. */
export function authorOf({ id, name }: Person): Author {
  return { id, name };
}
