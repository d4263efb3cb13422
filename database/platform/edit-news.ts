import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { NewsTexts } from "#domain/news/new-news.ts";
import type { Database } from "../connect.ts";
import { hasHappened } from "../members/member-guards.ts";
import { news, newsReads } from "../schema/news.ts";
import { type Act, recordAct } from "./audit-log.ts";

/** Content of a news item; `publishedAt` of a draft is `DRAFT_AT`. */
export type NewsContent = {
  publishedAt: number;
  /** End of publication, ms UTC; null means never. */
  until: number | null;
  attention: boolean;
  texts: NewsTexts;
};
type Acting = Pick<Act, "at" | "by">;

/** Lists all news, drafts first, then the newest first, with their total. */
export async function listAllNews(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
) {
  const [list, [counted]] = await database.batch([
    database
      .select()
      .from(news)
      .orderBy(desc(news.publishedAt), desc(news.id))
      .limit(limit)
      .offset(offset),
    database.select({ count: sql<number>`count(*)` }).from(news),
  ]);
  return { list, total: counted?.count ?? 0 };
}

/** Finds a news item, whether it is visible or not. */
export async function findAnyNews(database: Database, id: number) {
  return database.select().from(news).where(eq(news.id, id)).get();
}

/**
 * Adds a news item.
 * @param max greatest number of news items
 * @returns its id; null without any change if there are as many
 */
export async function addNews(
  database: Database,
  { publishedAt, until, attention, texts }: NewsContent,
  acting: Acting,
  max: number,
): Promise<number | null> {
  const title = texts.en?.title ?? "";
  const [added] = await database.batch([
    database
      .insert(news)
      .select(
        sql`
          select null, ${publishedAt}, ${until}, ${Number(attention)}, ${JSON.stringify(texts)}, 1
          where (select count(*) from ${news}) < ${max}
        `,
      )
      .returning({ id: news.id }),
    recordAct(
      database,
      {
        ...acting,
        act: "news.added",
        details: { news: sql`(select max(${news.id}) from ${news})`, title },
      },
      sql`where ${hasHappened}`,
    ),
    markAuthor(database, sql`(select max(${news.id}) from ${news})`, acting),
  ]);
  return added[0]?.id ?? null;
}

/**
 * Changes a news item.
 * @param which its id, and the version that the operator has seen
 * @returns false without any change if it does not exist or has another version
 */
export async function changeNews(
  database: Database,
  which: { id: number; version: number },
  content: NewsContent,
  acting: Acting,
): Promise<boolean> {
  const { id, version } = which;
  const details = { news: id, title: content.texts.en?.title ?? "" };
  const [changed] = await database.batch([
    database
      .update(news)
      .set({ ...content, version: version + 1 })
      .where(and(eq(news.id, id), eq(news.version, version)))
      .returning({ id: news.id }),
    recordAct(database, { ...acting, act: "news.changed", details }, sql`where ${hasHappened}`),
    markAuthor(database, sql`${id}`, acting),
  ]);
  return changed.length === 1;
}

/** Marks a news item as read by its author, after the statement that records the act. */
function markAuthor(database: Database, id: SQL, { at, by }: Acting) {
  return database
    .insert(newsReads)
    .select(sql`select ${by}, ${id}, ${at} where ${hasHappened}`)
    .onConflictDoNothing();
}

/** Deletes a news item and its read marks. Returns false if it does not exist. */
export async function deleteNews(database: Database, id: number, acting: Acting): Promise<boolean> {
  const title = sql`json_extract(${news.texts}, '$.en.title')`;
  const [, deleted] = await database.batch([
    recordAct(
      database,
      { ...acting, act: "news.deleted", details: { news: id, title } },
      sql`from ${news} where ${eq(news.id, id)}`,
    ),
    database.delete(news).where(eq(news.id, id)).returning({ id: news.id }),
  ]);
  return deleted.length === 1;
}
