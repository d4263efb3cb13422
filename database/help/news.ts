import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNull,
  lte,
  notExists,
  or,
  type Placeholder,
  sql,
} from "drizzle-orm";
import { chunk } from "#domain/chunk.ts";
import type { Language } from "#domain/languages.ts";
import type { NewNews } from "#domain/news/new-news.ts";
import type { Database } from "../connect.ts";
import { prepareQuery, runQuery, runQueryBatch } from "../prepared-query.ts";
import { news, newsReads } from "../schema/news.ts";

/** D1 takes at most this many bound parameters in one statement. */
const MAX_PARAMETERS = 100;

/** The reading user, the instant (ms UTC), and the language of the texts. */
export type Reader = { userId: number; now: number; language: Language };
type News = {
  id: number;
  publishedAt: number;
  attention: 0 | 1;
  isRead: 0 | 1;
  /** Language of the texts; English if there is no translation into the reader's language. */
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
const columns = {
  id: sql`${news.id}`.as("id"),
  publishedAt: sql`${news.publishedAt}`.as("publishedAt"),
  attention: sql`${news.attention}`.as("attention"),
  isRead: sql`${newsReads.readAt} is not null`.as("isRead"),
  language: sql`${spoken}`.as("language"),
  title: words("title"),
  text: words("text"),
};
const selectNews = (database: Database) =>
  database.select(columns).from(news).leftJoin(newsReads, ofReader);
const newestFirst = [desc(news.publishedAt), desc(news.id)];

const unread = prepareQuery<{ count: number }>({ count: true }, (database) =>
  database
    .select({ count: count().as("count") })
    .from(news)
    .where(and(isOut, isUnread(database))),
);
const total = prepareQuery<{ count: number }>({ count: true }, (database) =>
  database
    .select({ count: count().as("count") })
    .from(news)
    .where(isOut),
);
const page = prepareQuery<News>(columns, (database) =>
  selectNews(database)
    .where(isOut)
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset")),
);
const one = prepareQuery<News>(columns, (database) =>
  selectNews(database).where(and(isOut, eq(news.id, sql.placeholder("id")))),
);
const attended = prepareQuery<News>(columns, (database) =>
  selectNews(database)
    .where(and(isOut, eq(news.attention, true), isNull(newsReads.readAt)))
    .orderBy(...newestFirst)
    .limit(1),
);

/** Counts the published news that a user has not read. */
export async function countUnreadNews(
  database: Database,
  reader: Omit<Reader, "language">,
): Promise<number> {
  const [counted] = await runQuery(database, unread(database, reader));
  return counted?.count ?? 0;
}

/** Lists published news, newest first, and their total. */
export async function listNews(
  database: Database,
  reader: Reader,
  window: { limit: number; offset: number },
) {
  const values = { ...reader, ...window };
  const [list, [counted]] = await runQueryBatch<[News, { count: number }]>(database, [
    page(database, values),
    total(database, values),
  ]);
  return { list: list.map(shape), total: counted?.count ?? 0 };
}

/** Finds published news. Returns undefined if there is none with this id. */
export async function findNews(database: Database, reader: Reader, id: number) {
  const [found] = await runQuery(database, one(database, { ...reader, id }));
  return found && shape(found);
}

/** Finds the newest unread news that is shown as a notice. */
export async function findUnreadAttention(database: Database, reader: Reader) {
  const [found] = await runQuery(database, attended(database, reader));
  return found && shape(found);
}

function shape({ attention, isRead, ...rest }: News) {
  return { ...rest, attention: attention === 1, isRead: isRead === 1 };
}

type Reading = { userId: number; now: number };

/** Marks one news as read. Returns false if there is no published news with this id. */
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

/** Marks all published news as read. */
export async function markAllNewsRead(database: Database, reading: Reading): Promise<void> {
  await addReads(database, reading);
}

/** Marks news as read. News that were read before keep their instant. */
function addReads(database: Database, { userId, now: at }: Reading, which = sql`1`) {
  return database
    .insert(newsReads)
    .select(sql`select ${userId}, ${news.id}, ${at} from ${news} where ${and(which, isOutAt(at))}`)
    .onConflictDoNothing();
}

/** Adds news to a database without any. Called by the seed. */
export async function addFirstNews(database: Database, given: NewNews[], at: number) {
  if ((await database.$count(news)) > 0) return;
  const rows = given.map(({ publish, ...rest }) => ({ ...rest, publishedAt: publish ?? at }));
  // Columns left to their defaults are bound too.
  const size = Math.floor(MAX_PARAMETERS / Object.keys(getTableColumns(news)).length);
  for (const some of chunk(rows, size)) await database.insert(news).values(some);
}
