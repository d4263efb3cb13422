import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { seededRandom } from "#simulator/random.ts";
import { signIn } from "../../support/call-api.ts";
import {
  fetchKeys,
  openData,
  post,
  type Received,
  type SealedCall,
  sealCall,
} from "../../support/seal-call.ts";
import { ALPHA, seedUsers } from "../../support/seed-users.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { flipBit } from "./flip.ts";

const ADD = "/api/user/v2/token/add";
const SITE = "/api/site/v2/getSiteById";
const REFUSED = '{"code":400,"message":"Data error or timeout, please refresh and retry"}';
/** Flipped ones of one envelope, sent together before it is. */
const FLIPS = 20;
const LATE_MS = 301_000;

type People = { owner: string; other: string };
type World = { people: People; jwk: Record<string, string> | undefined; chance: Chance };

/**
 * Envelopes with one bit flipped are sent, then the one that they were made of, which must still be good, then its
 * replays. @throws where an answer differs from the one refusal, or any table of the database has another row
 */
export async function runEnvelopes(
  seed: number,
  count: number,
  log: (line: string) => void,
): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  try {
    await seedUsers();
    const chance = new Chance(seededRandom(seed));
    const people = { owner: await signIn("owner"), other: await signIn("administrator") };
    const world = { people, jwk: (await fetchKeys()).keys[0], chance };
    const places: Record<string, number> = {};
    let replays = 0;
    for (let sent = 0; sent < count; sent += FLIPS) {
      const call = makeCall(world, sent / FLIPS);
      const before = await countRows();
      for (const place of await sendFlipped(world, call, Math.min(FLIPS, count - sent)))
        places[place] = (places[place] ?? 0) + 1;
      expect(await countRows()).toEqual(before);
      await sendWhole(world, call);
      const after = await countRows();
      expect(after).not.toEqual(before);
      replays += await replay(world, call);
      expect(await countRows()).toEqual(after);
      // A person has only so many.
      await env.DB.exec("delete from sessions where id in (select id from access_tokens)");
      await env.DB.exec("delete from access_tokens");
    }
    log(`flipped: ${JSON.stringify(places)}; ${replays} replays`);
    log("every answer the one refusal, not a row more or less");
  } finally {
    vi.useRealTimers();
  }
}

function makeCall({ jwk, chance }: World, turn: number): SealedCall {
  if (turn % 4 === 3) return sealCall(jwk, SITE, { id: ALPHA });
  const scope = chance.oneOf(["read", "control", "manage"]);
  return sealCall(jwk, ADD, { name: `Token ${turn}`, scope, days: chance.between(1, 365) });
}

async function sendFlipped({ people, chance }: World, { path, body }: SealedCall, count: number) {
  const flips = Array.from({ length: count }, () => flipBit(body, chance));
  const answers = await Promise.all(
    flips.map(({ flipped }) => post(path, flipped, { Authorization: people.owner })),
  );
  for (const [index, { place, flipped }] of flips.entries())
    expectRefusal(answers[index], `${place} of ${JSON.stringify(flipped)}`);
  return flips.map(({ place }) => place);
}

async function sendWhole({ people }: World, call: SealedCall): Promise<void> {
  const answer = await post(call.path, call.body, { Authorization: people.owner });
  expect(answer.status).toBe(200);
  expect(openData(call, answer)).toMatchObject({ id: expect.anything() });
}

/** In every way there is; how many. */
async function replay({ people, jwk }: World, { path, body }: SealedCall): Promise<number> {
  const mine = { Authorization: people.owner };
  const other = path === ADD ? SITE : ADD;
  const ways: [string, () => Promise<Received>][] = [
    ["again", () => post(path, body, mine)],
    ["with a query", () => post(`${path}?again=1`, body, mine)],
    ["to another path", () => post(other, body, mine)],
    ["by another user", () => post(path, body, { Authorization: people.other })],
    ["anonymous", () => post(path, body)],
    ["its key alone", () => replayKey()],
    ["after 301 s", () => late(body.datetime + LATE_MS)],
    ["301 s before its time", () => late(body.datetime - LATE_MS)],
  ];
  async function replayKey() {
    const { payload } = sealCall(jwk, path, { id: ALPHA }).body;
    return post(path, { ...body, payload }, mine);
  }
  async function late(now: number) {
    const today = Date.now();
    vi.setSystemTime(now);
    try {
      return await post(path, body, mine);
    } finally {
      vi.setSystemTime(today);
    }
  }
  for (const [way, send] of ways) expectRefusal(await send(), way);
  return ways.length + (await replayExpired(late, body.datetime));
}

/** Its time alone refuses an envelope that is no longer remembered. */
async function replayExpired(late: (now: number) => Promise<Received>, datetime: number) {
  const { results } = await env.DB.prepare("select * from seen_envelopes").all();
  await env.DB.exec("delete from seen_envelopes");
  expectRefusal(await late(datetime + LATE_MS), "after 301 s, expired");
  const insert = env.DB.prepare("insert into seen_envelopes values (?, ?)");
  await env.DB.batch(results.map(({ id, at }) => insert.bind(id, at)));
  return 1;
}

function expectRefusal(answer: Received | undefined, what: string): void {
  expect([answer?.status, answer?.text], what).toEqual([400, REFUSED]);
}

/** Of every table. */
async function countRows(): Promise<Record<string, number> | null> {
  const { results } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\'",
  ).all<{ name: string }>();
  const counts = results.map(({ name }) => `(select count(*) from "${name}") as "${name}"`);
  return env.DB.prepare(`select ${counts.join(", ")}`).first<Record<string, number>>();
}
