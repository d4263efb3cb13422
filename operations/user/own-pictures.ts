import { z } from "zod";
import { changeBanner, changeHeader } from "#database/user/user-records.ts";
import { filePath, fileReference } from "#domain/files/file-path.ts";
import { bannerText, MAX_BANNER_IMAGES, textPosition } from "#domain/users/banner.ts";
import { signedIn } from "../access.ts";
import { finalizeFileReplacement } from "../files/finalize-file-replacement.ts";
import { operation } from "../operation.ts";

export const updateHeader = operation({
  path: "POST /user/v2/updateHeader",
  description: {
    summary:
      "Sets the caller's avatar to an uploaded image; without an image, to the default avatar",
    output: z.null(),
    example: { input: { header: "/files/kT2m0yFQm4rB1oNfX9pLwA" }, output: null },
  },
  input: z.object({
    header: z
      .string()
      .nullish()
      .transform((text) => text || null)
      .pipe(fileReference.nullable())
      .describe("Path returned by the upload"),
  }),
  access: signedIn("editAccount"),
  async run({ input, context, caller: { person } }) {
    const { header: key } = input;
    const now = context.now();
    const exchanged = await changeHeader(context.database, { id: person.id, key, now });
    await finalizeFileReplacement(context, exchanged, "header");
    return null;
  },
});

export const updateBanner = operation({
  path: "POST /user/v2/updateBanner",
  description: {
    summary:
      "Sets the banner of the caller's pages outside of a site; without images, the default banner",
    output: z.null(),
    example: {
      input: {
        textPosition: 4,
        bannerText: "Sun on the roof",
        bannerImages: ["/files/kT2m0yFQm4rB1oNfX9pLwA"],
      },
      output: null,
    },
  },
  input: z.object({
    textPosition,
    bannerText: bannerText.default(""),
    bannerImages: z
      .array(fileReference)
      .max(MAX_BANNER_IMAGES, "tooMany")
      .default([])
      .describe("Paths returned by the uploads"),
  }),
  access: signedIn("editAccount"),
  async run({ input, context, caller: { person } }) {
    const { bannerImages: keys, ...words } = input;
    const banner = { ...words, bannerImages: keys.map(filePath) };
    const now = context.now();
    const exchanged = await changeBanner(context.database, { id: person.id, keys, banner, now });
    await finalizeFileReplacement(context, exchanged, "bannerImages");
    return null;
  },
});
