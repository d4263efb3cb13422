import { z } from "zod";
import { isZoneName } from "../history/zone-table.ts";

/** A name of the tz database, or another one of such a zone that the runtime knows. */
export const timeZoneName = z.string().refine(isTimeZone, "wrongValue");

function isTimeZone(name: string): boolean {
  if (isZoneName(name)) return true;
  try {
    return isZoneName(new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    return false;
  }
}
