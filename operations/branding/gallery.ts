import { z } from "zod";
import {
  addGalleryImage,
  countGallery,
  listGallery,
  removeGalleryImage,
} from "#database/branding/gallery.ts";
import { filePath, fileReference } from "#domain/files/file-path.ts";
import { Problem } from "#domain/problem.ts";
import { MAX_GALLERY_PICTURES } from "#domain/sites/site-limits.ts";
import { onSite } from "../access.ts";
import { dropFiles } from "../files/finalize-file-replacement.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { siteResourceInput } from "./site-resource-input.ts";

const galleryImage = z.object({
  id: z.int(),
  image: z.string().describe("Path of the image"),
  createTime: z.int().describe("When the image was added, ms UTC"),
});
const example = { id: 4, image: "/files/kT2m0yFQm4rB1oNfX9pLwA", createTime: 1_790_000_000_000 };

export const listSiteGallery = operation({
  path: "POST /site/v2/gallery/getAllBySiteId",
  description: {
    summary: "Lists the images in a site's gallery, in the order in which they were added",
    output: z.object({ list: z.array(galleryImage) }),
    example: { input: { siteId: 12 }, output: { list: [example] } },
  },
  input: siteInput({}),
  access: onSite("viewRealtime"),
  async run({ context, site }) {
    const rows = await listGallery(context.database, site.id);
    return {
      list: rows.map(({ id, file, createdAt }) => ({
        id,
        image: filePath(file),
        createTime: createdAt,
      })),
    };
  },
});

export const addToGallery = operation({
  path: "POST /site/v2/gallery/add",
  description: {
    summary:
      "Adds an uploaded image to a site's gallery, which holds at most 30. The image then belongs to the site",
    output: galleryImage,
    example: { input: { siteId: 12, image: "/files/kT2m0yFQm4rB1oNfX9pLwA" }, output: example },
  },
  input: siteInput({ image: fileReference.describe("Path returned by the upload") }),
  access: onSite("editBanner"),
  async run({ input: { image: key }, context, caller, site }) {
    const { database } = context;
    const image = { siteId: site.id, key, ownerId: caller.person.id, now: context.now() };
    const added = await addGalleryImage(database, image, MAX_GALLERY_PICTURES);
    if (added !== undefined)
      return { id: added.id, image: filePath(key), createTime: added.createdAt };
    if ((await countGallery(database, site.id)) >= MAX_GALLERY_PICTURES)
      throw new Problem("conflict", { message: "galleryFull", limit: MAX_GALLERY_PICTURES });
    throw new Problem("invalid", { fields: { image: "wrongFile" } });
  },
});

/** Removing a missing picture succeeds. */
export const deleteFromGallery = operation({
  path: "POST /site/v2/gallery/delete",
  description: {
    summary: "Deletes an image of a site's gallery permanently",
    output: z.null(),
    example: { input: { siteId: 12, id: 4 }, output: null },
  },
  input: siteResourceInput({}),
  access: onSite("editBanner"),
  async run({ input: { id }, context, caller, site }) {
    const { database, now } = context;
    const removed = { siteId: site.id, id, by: caller.person.id, now: now() };
    await dropFiles(context, await removeGalleryImage(database, removed));
    return null;
  },
});
