import { z } from "zod";
import { changeSiteBanner } from "#database/branding/banners.ts";
import { filePath, fileReference } from "#domain/files/file-path.ts";
import { bannerText, MAX_BANNER_IMAGES, textPosition } from "#domain/users/banner.ts";
import { onSite } from "../access.ts";
import { finalizeFileReplacement } from "../files/finalize-file-replacement.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";

export const updateSiteBanner = operation({
  path: "POST /site/v2/updateBanner",
  description: {
    summary: "Sets the banner of a site's pages; without images, the default banner",
    output: z.null(),
    example: {
      input: {
        id: 12,
        textPosition: 4,
        bannerText: "Sun over the harbour",
        bannerImages: ["/files/kT2m0yFQm4rB1oNfX9pLwA"],
      },
      output: null,
    },
  },
  input: siteInput({
    textPosition: textPosition.describe("Position of the text: one of nine, row by row"),
    textPositionPhone: textPosition
      .optional()
      .describe("Position of the text on a phone, if it differs"),
    bannerText: bannerText.default(""),
    bannerImages: z
      .array(fileReference)
      .max(MAX_BANNER_IMAGES, "tooMany")
      .default([])
      .describe("Paths returned by uploads, or already used in the banner"),
  }),
  access: onSite("editBanner"),
  async run({ input, context, caller, site }) {
    const { bannerImages: keys, textPosition, textPositionPhone, bannerText } = input;
    const phone = textPositionPhone === undefined ? {} : { textPositionPhone };
    const banner = { textPosition, ...phone, bannerText, bannerImages: keys.map(filePath) };
    const freed = await changeSiteBanner(context.database, {
      siteId: site.id,
      ownerId: caller.person.id,
      keys,
      banner,
      now: context.now(),
    });
    await finalizeFileReplacement(context, freed, "bannerImages");
    return null;
  },
});
