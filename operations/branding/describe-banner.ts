import { z } from "zod";
import { type Banner, bannerText, textPosition } from "#domain/users/banner.ts";
import { DEFAULT_BANNER } from "#domain/users/default-banner.ts";

/** Fields that describe the banner of an opened site. Without images they describe the default banner. */
export const bannerFields = {
  textPosition: textPosition.describe("Position of the title: one of nine, row by row"),
  textPositionPhone: textPosition.describe("Position of the title on a phone"),
  bannerText,
  bannerImages: z.array(z.string()).describe("One to three paths; empty for the default banner"),
};

export function describeBanner(banner: Banner | null) {
  const shown: Banner = banner ?? DEFAULT_BANNER;
  const { textPosition, textPositionPhone, bannerText, bannerImages } = shown;
  return {
    textPosition,
    textPositionPhone: textPositionPhone ?? textPosition,
    bannerText,
    bannerImages: [...bannerImages],
  };
}

export const bannerExample = describeBanner(null);
