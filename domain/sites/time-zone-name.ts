import { z } from "zod";

/** An IANA name that this runtime knows. */
export const timeZoneName = z.string().refine(isTimeZone, "wrongValue");

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
