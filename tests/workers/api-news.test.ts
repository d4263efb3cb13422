import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { findSession } from "#database/auth/sessions.ts";
import { connect } from "#database/connect.ts";
import { countUnreadNews } from "#database/help/news.ts";
import { batchQueries } from "#database/prepared-query.ts";
import { news } from "#database/schema/news.ts";
import type { NewsTexts } from "#domain/news/new-news.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { type ApiAnswer, callApi, callAs, signIn } from "../support/call-api.ts";
import { recordQueries } from "../support/record-queries.ts";
import { database, PASSWORD, seedUsers } from "../support/seed-users.ts";

const now = Date.now();
const texts: NewsTexts = {
  en: { title: "In English", text: 'One.\n\nTwo; it\'s "quoted".' },
  ar: { title: "بالعربية", text: "نص." },
};
type More = Partial<typeof news.$inferInsert>;
type ListedNews = { id: number; title: string; language: string; read: boolean };

let token = "";

beforeAll(seedUsers);

beforeEach(async () => {
  await env.DB.exec("delete from news");
  token = await signIn("full");
});

async function publish(ageHours: number, more: More = {}): Promise<number> {
  const publishedAt = now - ageHours * HOUR_MS;
  const [made] = await database
    .insert(news)
    .values({ publishedAt, texts, ...more })
    .returning({ id: news.id });
  return made?.id ?? 0;
}

const runQuery = (path: string, body: object = {}, as = token) =>
  callAs(as, `/help/v2/news/${path}`, body);
const nums = async (as = token) =>
  ((await runQuery("nums", {}, as)).body.data as { nums: number }).nums;
const listOf = ({ body }: ApiAnswer) => (body.data as { list: ListedNews[] }).list;

test("news is out from its time on until its end, the newest first, a page at a time", async () => {
  const [old, middle, young] = [await publish(3), await publish(2), await publish(1)];
  const hidden = [await publish(-1), await publish(3, { until: now - 2 * HOUR_MS })];
  await publish(4, { until: now + HOUR_MS });
  expect(await nums()).toBe(4);
  const first = await runQuery("page", { page: 1, size: 2 });
  expect(first.body.data).toMatchObject({ total: 4, page: 1, size: 2 });
  expect(listOf(first).map(({ id }) => id)).toEqual([young, middle]);
  expect(listOf(await runQuery("page", { page: 2, size: 2 }))[0]?.id).toBe(old);
  for (const id of hidden) {
    expect((await runQuery("get", { id })).status).toBe(404);
    expect((await runQuery("read", { id })).status).toBe(404);
  }
  expect(await env.DB.prepare("select count(*) n from news_reads").first("n")).toBe(0);
});

test("news is marked read for one user only, singly or all at once", async () => {
  const [one] = [await publish(2), await publish(1)];
  expect((await runQuery("get", { id: one })).body.data).toMatchObject({ id: one, read: false });
  expect((await runQuery("read", { id: one })).status).toBe(200);
  expect((await runQuery("read", { id: one })).status).toBe(200);
  expect((await runQuery("get", { id: one })).body.data).toMatchObject({ read: true });
  expect([await nums(), await nums(await signIn("monitor"))]).toEqual([1, 2]);
  expect(listOf(await runQuery("page")).map(({ read }) => read)).toEqual([false, true]);
  expect((await runQuery("read", { all: true })).status).toBe(200);
  expect([await nums(), await nums(await signIn("monitor"))]).toEqual([0, 2]);
  const { status, body } = await runQuery("read");
  expect([status, body.data]).toEqual([422, { fields: { id: "required" } }]);
});

test("texts are in the reader's language, and English where there are none", async () => {
  const id = await publish(1);
  const inLanguage = async (language: string) => {
    const headers = { Authorization: token, "Accept-Language": language };
    return (await callApi("/help/v2/news/get", { id }, headers)).body.data;
  };
  expect(await inLanguage("ar")).toMatchObject({ language: "ar", ...texts.ar });
  expect(await inLanguage("de")).toMatchObject({ language: "en", ...texts.en });
});

test("the newest important unread news is presented, or none", async () => {
  const older = await publish(3, { attention: true });
  const newer = await publish(2, { attention: true });
  await publish(1);
  expect((await runQuery("popup")).body.data).toMatchObject({ id: newer, attention: true });
  await runQuery("read", { id: newer });
  expect((await runQuery("popup")).body.data).toMatchObject({ id: older });
  await runQuery("read", { id: older });
  expect((await runQuery("popup")).body).not.toHaveProperty("data");
});

test("for the demo account nothing is unread, and nothing is on record", async () => {
  const id = await publish(1, { attention: true });
  const demo = await signIn("demo");
  expect(await nums(demo)).toBe(0);
  expect(listOf(await runQuery("page", {}, demo))).toMatchObject([{ id, read: true }]);
  expect((await runQuery("popup", {}, demo)).body).not.toHaveProperty("data");
  expect((await runQuery("read", { id }, demo)).status).toBe(403);
});

test("read marks are deleted with the account and with the news", async () => {
  const [one, other] = [await publish(2), await publish(1)];
  const leaving = await signIn("administrator");
  for (const as of [token, leaving]) await runQuery("read", { all: true }, as);
  const readers = async () => {
    const { results } = await env.DB.prepare(
      "select user_id u, news_id n from news_reads order by u, n",
    ).all();
    return results;
  };
  expect(await readers()).toHaveLength(4);
  expect((await callAs(leaving, "/user/v2/delete", { password: PASSWORD })).status).toBe(200);
  expect(await readers()).toEqual([
    { u: 3, n: one },
    { u: 3, n: other },
  ]);
  await env.DB.prepare("delete from news where id = ?").bind(one).run();
  expect(await readers()).toEqual([{ u: 3, n: other }]);
});

test("unread news is counted in the round trip that a page makes anyway, by index alone", async () => {
  await publish(1);
  const { env: recorded, statements } = recordQueries();
  const gathered = batchQueries(connect(recorded.DB), queueMicrotask);
  const [count] = await Promise.all([
    countUnreadNews(gathered, { userId: 3, now }),
    findSession(gathered, "some session"),
  ]);
  expect([count, statements.length]).toEqual([1, 1]);
  statements.length = 0;
  await countUnreadNews(connect(recorded.DB), { userId: 3, now });
  const plan = await env.DB.prepare(`explain query plan ${statements[0]}`)
    .bind(now, now, 3)
    .all<{ detail: string }>();
  const searches = plan.results.map(({ detail }) => detail).filter((line) => /news/.test(line));
  expect(searches).toHaveLength(2);
  for (const line of searches) expect(line).toMatch(/^SEARCH .*USING COVERING INDEX/);
});
