import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NewsTexts } from "#domain/news/new-news.ts";
import { instant } from "./columns.ts";
import { users } from "./users.ts";

/** News of the operator for all users. */
export const news = sqliteTable(
  "news",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The news is visible from this instant on; a draft has `DRAFT_AT`. */
    publishedAt: instant("published_at").notNull(),
    /** The news is visible until this instant; null means no end. */
    until: instant("until"),
    /** Whether the news is shown as a notice above the pages. */
    attention: integer("attention", { mode: "boolean" }).notNull().default(false),
    texts: text("texts", { mode: "json" }).$type<NewsTexts>().notNull(),
    /** Incremented with each change, so that of two simultaneous changes one is refused. */
    version: integer("version").notNull().default(1),
  },
  // Includes the end, so that published news are counted from the index alone.
  (table) => [index("news_published").on(table.publishedAt, table.until)],
);

/** News that each user has read. */
export const newsReads = sqliteTable(
  "news_reads",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    newsId: integer("news_id")
      .notNull()
      .references(() => news.id, { onDelete: "cascade" }),
    readAt: instant("read_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.newsId] }),
    index("news_reads_news").on(table.newsId),
  ],
);
