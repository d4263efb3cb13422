import { z } from "zod";
import { PLAIN_LINE } from "../plain-line.ts";
import { MAX_BANNER_TEXT_LENGTH } from "./default-banner.ts";

/** Position of a banner's title: one of nine, row by row (specification, section 3, "Banner settings"). */
export const textPosition = z.int().min(0).max(8);
export const bannerText = z
  .string()
  .trim()
  .max(MAX_BANNER_TEXT_LENGTH, "tooLong")
  .regex(PLAIN_LINE);
export const MAX_BANNER_IMAGES = 3;

export const banner = z.object({
  textPosition,
  /** Position on phones; by default `textPosition`. */
  textPositionPhone: textPosition.optional(),
  bannerText,
  /** Paths of the pictures; without any the default banner is shown. */
  bannerImages: z.array(z.string()).max(MAX_BANNER_IMAGES, "tooMany"),
});
export type Banner = z.infer<typeof banner>;
