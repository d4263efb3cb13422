import { z } from "zod";
import { PLAIN_LINE } from "../plain-line.ts";
import { MAX_SITE_NAME } from "../text-limits.ts";

/** Name of a site. */
export const siteName = z
  .string()
  .trim()
  .min(1, "required")
  .max(MAX_SITE_NAME, "tooLong")
  .regex(PLAIN_LINE);

/** Address of a site, as text. */
export const siteLocation = z.string().trim().max(200, "tooLong").regex(PLAIN_LINE);
