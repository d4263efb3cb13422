import {
  and,
  count,
  desc,
  eq,
  gt,
  isNull,
  lte,
  notExists,
  or,
  type Placeholder,
  sql,
} from "drizzle-orm";
import type { Language } from "#domain/languages.ts";
import type { NewNews } from "#domain/news/new-news.ts";
import type { Database } from "./connect.ts";
import { inChunks } from "./in-chunks.ts";
import { news, newsReads } from "./news-schema.ts";
import { ask, askTogether, prepareQuestion } from "./question.ts";

/** Who looks, when, and in which language. */
export type Reader = { userId: number; now: number; language: Language };
type News = {
  id: number;
  publishedAt: number;
  attention: 0 | 1;
  isRead: 0 | 1;
  /** Of the texts: English where there are none in the reader's. */
  language: Language;
  title: string;
  text: string;
};

const isOutAt = (at: number | Placeholder) =>
  and(lte(news.publishedAt, at), or(isNull(news.until), gt(news.until, at)));
const isOut = isOutAt(sql.placeholder("now"));
const ofReader = and(
  eq(newsReads.newsId, news.id),
  eq(newsReads.userId, sql.placeholder("userId")),
);
const isUnread = (database: Database) =>
  notExists(database.select({ one: sql`1` }).from(newsReads).where(ofReader));

const wanted = sql.placeholder("language");
const spoken = sql`case when json_type(${news.texts}, '$.' || ${wanted}) is null then 'en' else ${wanted} end`;
const words = (name: "title" | "text") =>
  sql`json_extract(${news.texts}, '$.' || ${spoken} || ${sql.raw(`'.${name}'`)})`.as(name);
const told = {
  id: sql`${news.id}`.as("id"),
  publishedAt: sql`${news.publishedAt}`.as("publishedAt"),
  attention: sql`${news.attention}`.as("attention"),
  isRead: sql`${newsReads.readAt} is not null`.as("isRead"),
  language: sql`${spoken}`.as("language"),
  title: words("title"),
  text: words("text"),
};
const selectNews = (database: Database) =>
  database.select(told).from(news).leftJoin(newsReads, ofReader);
const newestFirst = [desc(news.publishedAt), desc(news.id)];

const unread = prepareQuestion<{ count: number }>({ count: true }, (database) =>
  database
    .select({ count: count().as("count") })
    .from(news)
    .where(and(isOut, isUnread(database))),
);
const total = prepareQuestion<{ count: number }>({ count: true }, (database) =>
  database
    .select({ count: count().as("count") })
    .from(news)
    .where(isOut),
);
const page = prepareQuestion<News>(told, (database) =>
  selectNews(database)
    .where(isOut)
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset")),
);
const one = prepareQuestion<News>(told, (database) =>
  selectNews(database).where(and(isOut, eq(news.id, sql.placeholder("id")))),
);
const attended = prepareQuestion<News>(told, (database) =>
  selectNews(database)
    .where(and(isOut, eq(news.attention, true), isNull(newsReads.readAt)))
    .orderBy(...newestFirst)
    .limit(1),
);

/** How much of what is out somebody has not read. */
export async function countUnreadNews(
  database: Database,
  reader: Omit<Reader, "language">,
): Promise<number> {
  const [counted] = await ask(database, unread(database, reader));
  return counted?.count ?? 0;
}

/** What is out, the newest first, and how much there is in all. */
export async function listNews(
  database: Database,
  reader: Reader,
  window: { limit: number; offset: number },
) {
  const values = { ...reader, ...window };
  const [list, [counted]] = await askTogether<[News, { count: number }]>(database, [
    page(database, values),
    total(database, values),
  ]);
  return { list: list.map(shape), total: counted?.count ?? 0 };
}

/** Undefined where there is none of this id, or it is not out. */
export async function findNews(database: Database, reader: Reader, id: number) {
  const [found] = await ask(database, one(database, { ...reader, id }));
  return found && shape(found);
}

/** The newest that somebody has not read of what is worth being put before everybody. */
export async function findUnreadAttention(database: Database, reader: Reader) {
  const [found] = await ask(database, attended(database, reader));
  return found && shape(found);
}

function shape({ attention, isRead, ...rest }: News) {
  return { ...rest, attention: attention === 1, isRead: isRead === 1 };
}

type Reading = { userId: number; now: number };

/** Marks one as read; false where there is none of this id, or it is not out. */
export async function markNewsRead(
  database: Database,
  reading: Reading,
  id: number,
): Promise<boolean> {
  const [there] = await database.batch([
    database
      .select({ id: news.id })
      .from(news)
      .where(and(eq(news.id, id), isOutAt(reading.now))),
    addReads(database, reading, eq(news.id, id)),
  ]);
  return there.length === 1;
}

/** Marks all that is out as read. */
export async function markAllNewsRead(database: Database, reading: Reading): Promise<void> {
  await addReads(database, reading);
}

/** What was read before keeps its time. */
function addReads(database: Database, { userId, now: at }: Reading, which = sql`1`) {
  return database
    .insert(newsReads)
    .select(sql`select ${userId}, ${news.id}, ${at} from ${news} where ${and(which, isOutAt(at))}`)
    .onConflictDoNothing();
}

/** Puts news where there are none at all. Called by the seed. */
export async function addFirstNews(database: Database, given: NewNews[], at: number) {
  if ((await database.$count(news)) > 0) return;
  const rows = given.map(({ publish, ...rest }) => ({ ...rest, publishedAt: publish ?? at }));
  for (const chunk of inChunks(news, rows)) await database.insert(news).values(chunk);
}
