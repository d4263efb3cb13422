import { z } from "zod";
import { PLAIN_LINE } from "../plain-line.ts";
import { MAX_BANNER_TEXT_LENGTH } from "./default-banner.ts";

/** Where the title of a banner stands: nine places, row by row (specification, section 3, "Banner settings"). */
export const textPosition = z.int().min(0).max(8);
export const bannerText = z
  .string()
  .trim()
  .max(MAX_BANNER_TEXT_LENGTH, "tooLong")
  .regex(PLAIN_LINE);
export const MAX_BANNER_IMAGES = 3;

export const banner = z.object({
  textPosition,
  /** The picture for phones, if it is another one. */
  textPositionPhone: textPosition.optional(),
  bannerText,
  /** Paths; none is the default banner. */
  bannerImages: z.array(z.string()).max(MAX_BANNER_IMAGES, "tooMany"),
});
export type Banner = z.infer<typeof banner>;
