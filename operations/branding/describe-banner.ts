import { z } from "zod";
import { type Banner, bannerText, textPosition } from "#domain/users/banner.ts";
import { DEFAULT_BANNER } from "#domain/users/default-banner.ts";

/** Banner fields of an opened site; without pictures they describe the default banner. */
export const bannerFields = {
  textPosition: textPosition.describe("Where the title stands: nine places, row by row"),
  textPositionPhone: textPosition.describe("The same on a phone"),
  bannerText,
  bannerImages: z.array(z.string()).describe("Paths, 1 to 3; none is the default banner"),
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
