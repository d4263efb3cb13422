import { readFileSync } from "node:fs";
import { DRAFT_AT, type NewNews, newNews } from "#domain/news/new-news.ts";
import { describeError, Failure } from "../failure.ts";
import { type Query, quote } from "./query.ts";

/**
 * Reads one news item from a file.
 * @throws Failure that names what is wrong in the file
 */
export function readNewsFile(path: string): NewNews {
  const parsed = newNews.safeParse(readJson(path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Failure(`${path}: ${[issue?.path.join("."), issue?.message].join(" ").trim()}`);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${describeError(error)}`);
  }
}

/** Adds a news item and returns its number, which lists show and `removeNews` requires. */
export async function addNews(query: Query, news: NewNews, now: number): Promise<number> {
  const { publish, until, attention, texts } = news;
  const values = [publish ?? now, until ?? "NULL", Number(attention), quote(JSON.stringify(texts))];
  const [made] = await query(
    `INSERT INTO news (published_at, until, attention, texts) VALUES (${values.join(", ")}) RETURNING id`,
  );
  return Number(made?.id);
}

/** Lists the news, newest first, one line each. */
export async function listNews(query: Query): Promise<string[]> {
  const rows = await query(
    "SELECT id, published_at, until, attention, json_extract(texts, '$.en.title') AS title, (SELECT count(*) FROM news_reads WHERE news_id = news.id) AS readers FROM news ORDER BY published_at DESC, id DESC",
  );
  return rows.map(({ id, published_at, until, attention, title, readers }) => {
    const end = until === null ? "" : ` until ${timeOf(until)}`;
    const mark = attention === 0 ? "" : ", for attention";
    const begin = published_at === DRAFT_AT ? "draft" : timeOf(published_at);
    return `${id}  ${begin}${end}  ${title} (read by ${readers}${mark})`;
  });
}

/** Formats an instant as "2026-11-22 09:00 UTC". */
function timeOf(at: unknown): string {
  return `${new Date(Number(at)).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/**
 * Removes a news item.
 * @throws Failure if there is none with this number
 */
export async function removeNews(query: Query, id: number): Promise<void> {
  const removed = await query(`DELETE FROM news WHERE id = ${id} RETURNING id`);
  if (removed.length === 0)
    throw new Failure(`There is no news ${id}: see \`npm run news -- list\`.`);
}
