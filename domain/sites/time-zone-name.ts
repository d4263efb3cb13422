import { z } from "zod";
import { isZoneName } from "../history/zone-table.ts";

/** Name of a time zone: one of the tz database, or another spelling that the runtime resolves to one. */
export const timeZoneName = z.string().refine(isTimeZone, "wrongValue");

function isTimeZone(name: string): boolean {
  if (isZoneName(name)) return true;
  try {
    return isZoneName(new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    return false;
  }
}
