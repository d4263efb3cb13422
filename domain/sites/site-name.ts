import { z } from "zod";
import { PLAIN_LINE } from "../plain-line.ts";

/** What a site is called. */
export const siteName = z.string().trim().min(1, "required").max(100, "tooLong").regex(PLAIN_LINE);

/** Where it is, as people write addresses. */
export const siteLocation = z.string().trim().max(200, "tooLong").regex(PLAIN_LINE);
