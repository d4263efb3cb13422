import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NewsTexts } from "#domain/news/new-news.ts";
import { users } from "./schema.ts";

/** Instants are ms UTC throughout. */
const instant = (name: string) => integer(name);

/** What the operator tells everybody. */
export const news = sqliteTable(
  "news",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Nobody sees it before. */
    publishedAt: instant("published_at").notNull(),
    /** Nobody sees it from then on; null is for good. */
    until: instant("until"),
    /** Whether it is worth being put before everybody. */
    attention: integer("attention", { mode: "boolean" }).notNull().default(false),
    texts: text("texts", { mode: "json" }).$type<NewsTexts>().notNull(),
  },
  // With the end, so that what is out is counted without a look at any text.
  (table) => [index("news_published").on(table.publishedAt, table.until)],
);

/** Who has read what. */
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
