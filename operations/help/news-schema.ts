import { z } from "zod";
import type { Reader } from "#database/help/news.ts";
import { LANGUAGES } from "#domain/languages.ts";
import type { Context, SignedIn } from "../context.ts";

/** News as the API returns it. */
export const newsItem = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string().describe("Plain text; an empty line begins a paragraph"),
  language: z
    .enum(LANGUAGES)
    .describe("Language of title and text; English if there is no translation for the caller"),
  publishTime: z.int().describe("ms UTC"),
  attention: z.boolean().describe("Whether it is shown as a notice to all users"),
  read: z.boolean(),
});

export const newsExample = {
  id: 1,
  title: "Realtime on phones",
  text: "The flow of energy now fits a phone.\n\nTurn it sideways to see more.",
  language: "en",
  publishTime: 1_790_000_000_000,
  attention: false,
  read: false,
};

type FoundNews = Omit<z.infer<typeof newsItem>, "publishTime" | "read"> & {
  publishedAt: number;
  isRead: boolean;
};

/** The demo account is shared, so its read state is not stored and nothing counts as unread. */
export function describeNewsItem(
  { publishedAt, isRead, ...news }: FoundNews,
  { person }: SignedIn,
) {
  return { ...news, publishTime: publishedAt, read: isRead || person.demo };
}

/** Returns the reader of news at this moment, in the language of the request. */
export function readerOf({ person }: SignedIn, { now, language }: Context): Reader {
  return { userId: person.id, now: now(), language };
}
