import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { DRAFT_AT } from "#domain/news/new-news.ts";
import { MAX_NEWS_TEXT, MAX_NEWS_TITLE } from "#domain/text-limits.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { callAs, type DataOf, signIn } from "../support/call-api.ts";
import { seedUsers } from "../support/seed-users.ts";

const EDITOR = "/platform/v2/news";
const en = { title: "Maintenance", text: "On Sunday.\r\n\r\nFrom 2 to 3." };
let [user, operator] = ["", ""];

beforeAll(async () => {
  await seedUsers();
  await env.DB.exec("update users set type = 9 where account = 'stranger@example.org'");
});

beforeEach(async () => {
  for (const table of ["news", "audit_log"]) await env.DB.exec(`delete from ${table}`);
  [user, operator] = [await signIn("full"), await signIn("stranger")];
});

const edit = (call: string, input: object) => callAs(operator, `${EDITOR}/${call}`, input);

async function add(more: object = {}): Promise<number> {
  const { status, body } = await edit("add", { texts: { en }, publish: "now", ...more });
  expect(status).toBe(200);
  return (body.data as DataOf<"/platform/v2/news/add">).id;
}

async function getNews(id: number): Promise<DataOf<"/platform/v2/news/get">> {
  return (await edit("get", { id })).body.data as DataOf<"/platform/v2/news/get">;
}

async function readerSees(): Promise<{ id: number; title: string }[]> {
  const { body } = await callAs(user, "/help/v2/news/page", { page: 1, size: 20 });
  return (body.data as DataOf<"/help/v2/news/page">).list;
}

const acts = async () =>
  (await env.DB.prepare("select act, details from audit_log order by id").all()).results.map(
    ({ act, details }) => [act, JSON.parse(String(details))],
  );

test("readers see published news alone; drafts and scheduled news are for operators", async () => {
  const draft = await add({ publish: "draft" });
  const later = await add({ publish: Date.now() + HOUR_MS });
  const out = await add();
  const past = await add({ publish: Date.now() - 2 * HOUR_MS, until: Date.now() - HOUR_MS });
  expect((await readerSees()).map(({ id }) => id)).toEqual([out]);
  const { body } = await edit("page", { page: 1, size: 20 });
  const { list, total } = body.data as DataOf<"/platform/v2/news/page">;
  expect(total).toBe(4);
  expect(list.map(({ id, state }) => [id, state])).toEqual([
    [draft, "draft"],
    [later, "scheduled"],
    [out, "published"],
    [past, "ended"],
  ]);
  expect(list[0]?.publishTime).toBeNull();
});

test("of two changes of one version, one is refused and changes nothing", async () => {
  const id = await add({ publish: "draft" });
  const change = (title: string) =>
    edit("update", { id, version: 1, texts: { en: { ...en, title } }, publish: "now" });
  const answers = await Promise.all([change("One"), change("Two")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await getNews(id)).toMatchObject({ version: 2, state: "published" });
  expect((await edit("update", { id, version: 2, texts: { en }, publish: "draft" })).status).toBe(
    200,
  );
  expect(await readerSees()).toEqual([]);
  expect(await env.DB.prepare("select published_at p from news").first("p")).toBe(DRAFT_AT);
  expect((await acts()).map(([act]) => act)).toEqual([
    "news.added",
    "news.changed",
    "news.changed",
  ]);
});

test("line ends are stored as one, and the popup shows attention once until it is read", async () => {
  const id = await add({ attention: true });
  expect((await getNews(id)).texts.en?.text).toBe("On Sunday.\n\nFrom 2 to 3.");
  const popup = async () => (await callAs(user, "/help/v2/news/popup", {})).body.data;
  expect(await popup()).toMatchObject({ id });
  const ofAuthor = await callAs(operator, "/help/v2/news/popup", {});
  expect(ofAuthor.body.data).toBeUndefined();
  await callAs(user, "/help/v2/news/read", { id });
  expect(await popup()).toBeUndefined();
  expect((await edit("update", { id, version: 1, texts: { en }, publish: "now" })).status).toBe(
    200,
  );
  expect(await popup()).toBeUndefined();
});

test("a deleted news item is gone with its read marks, and deleting it again is refused", async () => {
  const id = await add();
  await callAs(user, "/help/v2/news/read", { id });
  expect((await edit("delete", { id })).status).toBe(200);
  expect((await edit("delete", { id })).status).toBe(404);
  expect(await env.DB.prepare("select count(*) n from news_reads").first("n")).toBe(0);
  expect(await acts()).toEqual([
    ["news.added", { news: id, title: "Maintenance" }],
    ["news.deleted", { news: id, title: "Maintenance" }],
  ]);
});

test("missing English, half a translation and too long texts are named with their limits", async () => {
  const faults = async (texts: object, more: object = {}) => {
    const { status, body } = await edit("add", { texts, publish: "now", ...more });
    expect(status).toBe(422);
    return (body.data as { fields: object }).fields;
  };
  expect(await faults({ de: en })).toEqual({ "texts.en.title": "required" });
  expect(await faults({ en, de: { title: "Titel", text: " " } })).toEqual({
    "texts.de.text": "required",
  });
  const long = { title: "x".repeat(MAX_NEWS_TITLE + 1), text: "x".repeat(MAX_NEWS_TEXT + 1) };
  expect(await faults({ en: long })).toEqual({
    "texts.en.title": "tooLong",
    "texts.en.text": "tooLong",
  });
  expect(await faults({ en }, { until: 5 })).toEqual({ until: "endsBeforeBegin" });
  const widest = { title: "界".repeat(MAX_NEWS_TITLE), text: "界".repeat(MAX_NEWS_TEXT) };
  await add({ texts: { en: widest, de: widest, fr: widest, es: widest, ar: widest, zh: widest } });
});

test("other users and tokens have no editor", async () => {
  for (const call of ["page", "get", "add", "update", "delete"]) {
    const input = { id: 1, version: 1, texts: { en }, publish: "now", page: 1, size: 20 };
    expect((await callAs(user, `${EDITOR}/${call}`, input)).status, call).toBe(403);
  }
});
