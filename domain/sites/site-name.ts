import { z } from "zod";

/**
 * What a site is called: one line. The signs that turn the direction of what follows are no letters: a name must not
 * turn the line that it stands in.
 */
export const siteName = z
  .string()
  .trim()
  .min(1, "required")
  .max(100, "tooLong")
  .regex(/^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u);

/** Where it is, as people write addresses. */
export const siteLocation = z
  .string()
  .trim()
  .max(200, "tooLong")
  .regex(/^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u);
