import { z } from "zod";
import { addTag, listTags, removeTag } from "#database/branding/tags.ts";
import { Problem } from "#domain/problem.ts";
import { MAX_TAGS, tagName } from "#domain/sites/tag.ts";
import { onSite } from "../access.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";

export const listSiteTags = operation({
  path: "POST /site/v2/tag/getAllBySiteId",
  description: {
    summary: "Lists the tags of a site in the order in which they were added",
    output: z.object({ list: z.array(z.object({ name: z.string() })) }),
    example: { input: { siteId: 12 }, output: { list: [{ name: "barn" }] } },
  },
  input: siteInput({}),
  access: onSite("viewRealtime"),
  async run({ context, site }) {
    const tags = await listTags(context.database, site.id);
    if (tags === undefined) throw new Problem("notFound");
    return { list: tags.map((name) => ({ name })) };
  },
});

export const addSiteTag = operation({
  path: "POST /site/v2/tag/add",
  description: {
    summary:
      "Adds a tag to a site. A tag has at most 20 letters, digits, - and _; a site has at most 20 tags",
    output: z.null(),
    example: { input: { siteId: 12, name: "barn" }, output: null },
  },
  input: siteInput({ name: tagName }),
  access: onSite("editTags"),
  async run({ input: { name }, context, caller, site }) {
    const tag = { siteId: site.id, name, by: caller.person.id, now: context.now() };
    const added = await addTag(context.database, tag);
    if (added === "noSite") throw new Problem("notFound");
    if (added === "full") throw new Problem("conflict", { message: "tagsFull", limit: MAX_TAGS });
    if (added === "there") throw new Problem("invalid", { fields: { name: "tagThere" } });
    return null;
  },
});

/** Removing a missing tag succeeds, so any name is accepted. */
export const deleteSiteTag = operation({
  path: "POST /site/v2/tag/delete",
  description: {
    summary: "Removes a tag from a site",
    output: z.null(),
    example: { input: { siteId: 12, name: "barn" }, output: null },
  },
  input: siteInput({ name: z.string().trim().min(1, "required").max(100, "tooLong") }),
  access: onSite("editTags"),
  async run({ input: { name }, context, caller, site }) {
    const by = caller.person.id;
    const tag = { siteId: site.id, name: name.normalize("NFC"), by, now: context.now() };
    await removeTag(context.database, tag);
    return null;
  },
});
