import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { deriveKeyRing } from "#protocol/keys/key-ring.ts";
import { runScheduled } from "#workers/cron.ts";
import { KEY_LIFETIME_MS, openEnvelopeKeys } from "#workers/envelope-keys.ts";
import { recordQueries } from "../support/record-queries.ts";
import { database } from "../support/seed-users.ts";

const START = 1_800_000_000_000;
const ring = deriveKeyRing(new Uint8Array(32).fill(7));
let at = START;

/** What one isolate knows. */
function isolate(keys = ring, place = database) {
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  return openEnvelopeKeys({ database: place, keys, now: () => at, randomBytes });
}

async function kidsOf(keys: ReturnType<typeof isolate>): Promise<string[]> {
  return (await keys.list()).map(({ kid }) => kid);
}

function count(table: string): Promise<number | null> {
  return env.DB.prepare(`select count(*) n from ${table}`).first<number>("n");
}

beforeEach(async () => {
  at = START;
  await env.DB.exec("delete from envelope_keys");
});

test("the first key is created at the first request, by one of several isolates", async () => {
  const some = Array.from({ length: 4 }, () => isolate());
  expect(await some[0]?.find("unknown")).toBeNull();
  await some[0]?.renew();
  expect(await count("envelope_keys")).toBe(0);
  const reported = await Promise.all(some.map(kidsOf));
  expect(new Set(reported.flat()).size).toBe(1);
  expect(await count("envelope_keys")).toBe(1);
  for (const each of some) expect(await each.find(reported[0]?.[0] ?? "")).not.toBeNull();
});

test("a key of 30 days is followed by a new one, of several at a time by one, and taken a day longer", async () => {
  const [one, two, other] = [isolate(), isolate(), isolate()];
  const [first = ""] = await kidsOf(one);
  await kidsOf(other);
  at += KEY_LIFETIME_MS - 1;
  await one.renew();
  expect(await kidsOf(one)).toEqual([first]);
  at += 1;
  await Promise.all([one.renew(), two.renew()]);
  const [second = "", ...older] = await kidsOf(one);
  expect(second).not.toBe(first);
  expect(older).toEqual([first]);
  // A client that has just received the new key may call where it is not known yet.
  expect(await other.find(second)).not.toBeNull();
  at += DAY_MS - 1;
  expect(await other.find(first)).not.toBeNull();
  at += MINUTE_MS;
  expect(await other.find(first)).toBeNull();
  expect(await kidsOf(other)).toEqual([second]);
  await one.renew();
  expect(await count("envelope_keys")).toBe(1);
});

test("a rotation is seen within a minute", async () => {
  const [one, other] = [isolate(), isolate()];
  const [first = ""] = await kidsOf(one);
  expect(await kidsOf(other)).toEqual([first]);
  at += KEY_LIFETIME_MS;
  expect(await kidsOf(other)).toEqual([first]);
  await one.renew();
  at += MINUTE_MS;
  expect((await kidsOf(other)).length).toBe(2);
});

test("names that are no key's do not have the database asked each time", async () => {
  const { env: recorded, statements } = recordQueries();
  const keys = isolate(ring, connect(recorded.DB));
  await keys.list();
  const before = statements.length;
  for (let call = 0; call < 100; call += 1) expect(await keys.find(`unknown ${call}`)).toBeNull();
  expect(statements.length).toBe(before);
  at += 1_000;
  for (let call = 0; call < 100; call += 1) expect(await keys.find(`unknown ${call}`)).toBeNull();
  expect(statements.length).toBe(before + 1);
});

test("private halves are sealed: with another secret they are of no use, and a new key is made", async () => {
  const [first = ""] = await kidsOf(isolate());
  const stored = await env.DB.prepare("select * from envelope_keys").first<
    Record<string, string>
  >();
  expect(stored?.private_key).toMatch(/^[\w-]{1000,}$/);
  expect(JSON.parse(stored?.public_key ?? "")).not.toHaveProperty("d");
  const other = isolate(deriveKeyRing(new Uint8Array(32).fill(8)));
  expect(await other.find(first)).toBeNull();
  const kids = await kidsOf(other);
  expect(kids).toHaveLength(1);
  expect(kids).not.toContain(first);
  at += MINUTE_MS;
  expect(await kidsOf(other)).toEqual(kids);
  expect(await other.find(kids[0] ?? "")).not.toBeNull();
});

test("the sweep deletes envelopes after ten minutes, and renews keys", async () => {
  await env.DB.prepare("insert into seen_envelopes values ('old', ?), ('new', ?)")
    .bind(Date.now() - 601_000, Date.now() - 590_000)
    .run();
  at = Date.now() - KEY_LIFETIME_MS - DAY_MS;
  await kidsOf(isolate(deriveKeyRing(new Uint8Array(32).fill(9))));
  await runScheduled({ cron: "*/5 * * * *", scheduledTime: Date.now() }, env);
  const { results } = await env.DB.prepare("select id from seen_envelopes").all();
  expect(results).toEqual([{ id: "new" }]);
  expect(await count("envelope_keys")).toBe(2);
});
