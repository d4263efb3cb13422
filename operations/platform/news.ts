import { z } from "zod";
import {
  addNews,
  changeNews,
  deleteNews,
  findAnyNews,
  listAllNews,
} from "#database/platform/edit-news.ts";
import { DRAFT_AT, newsTexts } from "#domain/news/new-news.ts";
import { Problem } from "#domain/problem.ts";
import { pageQuery } from "#domain/sites/site-list.ts";
import { signedIn } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { listedPage } from "../sites/site-schema.ts";
import { actingOf } from "./acting.ts";

/** Maximum number of news items, drafts included. */
const MAX_NEWS = 1_000;

/** State of a news item at the moment of the call. */
const state = z.enum(["draft", "scheduled", "published", "ended"]);

const newsId = z.int().min(1);
const instant = z.int().min(0).max(DRAFT_AT);

const content = z.object({
  texts: newsTexts.describe("Title and plain text by language; English is required"),
  attention: z.boolean().default(false).describe("Whether it is shown in a dialog after sign-in"),
  publish: z
    .union([z.enum(["draft", "now"]), instant.max(DRAFT_AT - 1)])
    .describe("`draft`, `now`, or the instant of publication, ms UTC"),
  until: instant.nullable().default(null).describe("End of publication, ms UTC; null for none"),
});
type Content = z.output<typeof content>;

const listedNews = z.object({
  id: z.int(),
  version: z.int().describe("Number of the version, which `update` requires"),
  state,
  publishTime: z.int().nullable().describe("ms UTC; null for a draft"),
  until: z.int().nullable(),
  attention: z.boolean(),
  texts: newsTexts,
});

const example = {
  id: 4,
  version: 1,
  state: "published",
  publishTime: 1_790_000_000_000,
  until: null,
  attention: true,
  texts: { en: { title: "Maintenance on Sunday", text: "From 02:00 to 03:00 UTC." } },
} as const;

type StoredNews = NonNullable<Awaited<ReturnType<typeof findAnyNews>>>;

function describe({ publishedAt, ...news }: StoredNews, now: number) {
  const isDraft = publishedAt === DRAFT_AT;
  return {
    ...news,
    publishTime: isDraft ? null : publishedAt,
    state: isDraft ? ("draft" as const) : stateAt(publishedAt, news.until, now),
  };
}

function stateAt(from: number, until: number | null, now: number) {
  if (until !== null && until <= now) return "ended" as const;
  return from > now ? ("scheduled" as const) : ("published" as const);
}

export const pageAllNews = operation({
  path: "POST /platform/v2/news/page",
  description: {
    summary:
      "Returns one page of all news, drafts first, then the newest first. For operators only",
    output: listedPage(listedNews),
    example: {
      input: { page: 1, size: 20 },
      output: { total: 1, page: 1, size: 20, list: [example] },
    },
  },
  input: pageQuery,
  access: signedIn("editNews"),
  writes: false,
  async run({ input: { page, size }, context: { database, now } }) {
    const window = { limit: size, offset: (page - 1) * size };
    const { list, total } = await listAllNews(database, window);
    return { total, page, size, list: list.map((news) => describe(news, now())) };
  },
});

export const getAnyNews = operation({
  path: "POST /platform/v2/news/get",
  description: {
    summary: "Returns one news item in all of its languages. For operators only",
    output: listedNews,
    example: { input: { id: 4 }, output: example },
  },
  input: z.object({ id: newsId }),
  access: signedIn("editNews"),
  writes: false,
  async run({ input: { id }, context: { database, now } }) {
    const found = await findAnyNews(database, id);
    if (found === undefined) throw new Problem("notFound");
    return describe(found, now());
  },
});

export const addNewsItem = operation({
  path: "POST /platform/v2/news/add",
  description: {
    summary: "Adds a news item as a draft, at once, or at an instant. For operators only",
    output: z.object({ id: z.int() }),
    example: {
      input: { texts: example.texts, attention: true, publish: "now" },
      output: { id: 4 },
    },
  },
  input: content,
  access: signedIn("editNews"),
  async run({ input, context, caller }) {
    const stored = readContent(input, context);
    const id = await addNews(context.database, stored, actingOf(caller, context), MAX_NEWS);
    if (id === null) throw new Problem("conflict", { message: "newsFull", limit: MAX_NEWS });
    return { id };
  },
});

export const updateNewsItem = operation({
  path: "POST /platform/v2/news/update",
  description: {
    summary:
      "Changes a news item; users who have read it are not notified again. Returns 409 if it has another version. For operators only",
    output: z.null(),
    example: {
      input: { id: 4, version: 1, texts: example.texts, attention: false, publish: "now" },
      output: null,
    },
  },
  input: content.extend({ id: newsId, version: z.int().min(1) }),
  access: signedIn("editNews"),
  async run({ input: { id, version, ...input }, context, caller }) {
    const { database } = context;
    const stored = readContent(input, context);
    const acting = actingOf(caller, context);
    if (await changeNews(database, { id, version }, stored, acting)) return null;
    throw new Problem((await findAnyNews(database, id)) === undefined ? "notFound" : "conflict");
  },
});

export const deleteNewsItem = operation({
  path: "POST /platform/v2/news/delete",
  description: {
    summary: "Deletes a news item permanently. For operators only",
    output: z.null(),
    example: { input: { id: 4 }, output: null },
  },
  input: z.object({ id: newsId }),
  access: signedIn("editNews"),
  async run({ input: { id }, context, caller }) {
    if (!(await deleteNews(context.database, id, actingOf(caller, context))))
      throw new Problem("notFound");
    return null;
  },
});

/** @throws Problem invalid if it ends before it is published */
function readContent({ publish, until, attention, texts }: Content, { now }: Context) {
  const publishedAt = publish === "draft" ? DRAFT_AT : publish === "now" ? now() : publish;
  if (until !== null && publish !== "draft" && until <= publishedAt)
    throw new Problem("invalid", { fields: { until: "endsBeforeBegin" } });
  return { publishedAt, until, attention, texts };
}
