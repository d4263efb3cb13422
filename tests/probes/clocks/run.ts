import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { seed as seedDatabase } from "#database/seed.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { SERIES_LIMITS } from "#durable-objects/site/series/limits.ts";
import { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { digest } from "#protocol/keys/digest.ts";
import { seededRandom } from "#simulator/random.ts";
import { callAs, signIn } from "../../support/call-api.ts";
import { PASSWORD } from "../../support/seed-users.ts";
import { connectLogger, siteStub } from "../../support/site-logger.ts";
import type { ClockCase } from "./cases.ts";
import { WallClock } from "./oracle.ts";

const STEP_MS = 5 * MINUTE_MS;
/** So far on either side of a day's noon: two days more and some hours. */
const AROUND_MS = 62 * HOUR_MS;
const AHEAD_MS = 26 * HOUR_MS;
const COUNTER = "FFFF000200";
const SAMPLES_A_FRAME = 97;
const COST = { log2N: 4, r: 8, p: 1 };

export type ClockResult = { name: string; samples: number; asked: number; wrong: string[] };
/** An instant, the reported power, and the counter's gain since the sample before it. */
type Sample = { at: number; power: number; counter: number; gain: number };

/** A site for each case. */
export async function seedClockSites(cases: readonly ClockCase[]): Promise<string> {
  const accounts = [{ account: "owner@example.org", name: "Owner", password: PASSWORD }];
  const sites = cases.map(({ name, zone }, index) => ({
    name,
    serial: `CLOCK-${String(index).padStart(3, "0")}`,
    secretHash: digest(`secret-${index}`),
    timeZone: zone,
    owner: "owner@example.org",
    members: [],
  }));
  await seedDatabase(env.DB, { accounts, sites, modules: [] }, Date.now(), COST);
  return signIn("owner");
}

/** Frames in any order through the socket, then the calls of charts, before all is folded into blocks and after. */
export async function runClockCase(
  one: ClockCase,
  siteId: number,
  { token, seed }: { token: string; seed: number },
): Promise<ClockResult> {
  const random = seededRandom(seed + siteId);
  const { samples, refused } = samplesOf(one, random);
  await send(siteId, samples, refused, random);
  const zone = one.becomes ?? one.zone;
  const wrong: string[] = [];
  let asked = 0;
  const ask = async (path: string, input: object) => {
    asked += 1;
    const { status, body } = await callAs(token, path, { siteId, ...input });
    if (status !== 200) throw new Error(`${one.name}: ${path} answered ${status}`);
    return body.data as Answer;
  };
  if (one.becomes !== undefined) {
    // Its days are kept by the former zone first.
    await ask("/site/v2/chart/summary", { type: "month", date: one.date });
    await fold(siteId);
    await ask("/site/v2/updateGPSInfo", { id: siteId, timeZone: one.becomes });
  }
  await check(zone, samples, ask, wrong);
  await fold(siteId);
  await check(zone, samples, ask, wrong);
  return { name: one.name, samples: samples.length, asked, wrong };
}

function samplesOf({ zone, becomes, date, skewMs = 0 }: ClockCase, random: () => number) {
  const clocks = [zone, becomes ?? zone].map((one) => new WallClock(one));
  const middle = date === null ? Date.now() + skewMs : Date.parse(`${date}T12:00Z`);
  const until =
    date === null ? Math.min(middle, Date.now() + AHEAD_MS - MINUTE_MS) : middle + AROUND_MS;
  const first = Math.floor((middle - AROUND_MS) / STEP_MS) * STEP_MS;
  const samples: Sample[] = [];
  let counter = 1_000_000;
  let hour = "";
  for (let at = first; at < until; at += STEP_MS) {
    const hourNow = clocks.map((clock) => clock.hourOf(at)).join();
    // Nothing is gained over the edge of an hour of either zone: what belongs to which is beyond doubt.
    const gain = hourNow === hour ? Math.floor(random() * 90) : 0;
    hour = hourNow;
    counter += gain;
    samples.push({ at, power: 100 + Math.floor(random() * 900), counter, gain });
  }
  const isTooFar = date === null && skewMs > 0;
  const refused = isTooFar ? [Date.now() + AHEAD_MS + 10 * MINUTE_MS] : [];
  return { samples, refused };
}

async function send(
  siteId: number,
  samples: readonly Sample[],
  refused: readonly number[],
  random: () => number,
): Promise<void> {
  const registers = [
    { register: "0100", kind: "gauge", access: "r" },
    { register: "0200", kind: "counter", access: "r" },
  ];
  const logger = await connectLogger(siteId, { equipment: [{ address: "FFFF00", registers }] });
  const frames: object[] = [];
  for (let start = 0; start < samples.length; start += SAMPLES_A_FRAME) {
    const some = samples.slice(start, start + SAMPLES_A_FRAME);
    frames.push({
      times: some.map(({ at }) => at),
      values: {
        FFFF000100: some.map(({ power }) => power),
        FFFF000200: some.map(({ counter }) => counter),
      },
    });
  }
  const shuffled = frames
    .map((frame) => ({ frame, place: random() }))
    .sort((a, b) => a.place - b.place);
  for (const [index, { frame }] of shuffled.entries()) {
    const answer = await logger.ask({ cmd: 260, id: `f${index}`, backlog: true, ...frame });
    if (answer.status !== 200 || answer.refused !== undefined)
      throw new Error(`a frame was answered ${JSON.stringify(answer)}`);
  }
  for (const at of refused) {
    const answer = await logger.ask({
      cmd: 260,
      id: "far",
      times: [at],
      values: { FFFF000100: [1] },
    });
    if (answer.refused !== 1) throw new Error("a sample too far ahead was taken");
  }
  logger.socket.close();
}

/** Everything that is in the tail becomes blocks, rollups and days; the object then finds itself with them. */
async function fold(siteId: number): Promise<void> {
  const stub = siteStub(siteId);
  await runInDurableObject(stub, (_, { storage }) => {
    const limits = { ...SERIES_LIMITS, maxBufferBytes: 1, chunksBeforeCompaction: 1 };
    const store = new SeriesStore(storage, { now: () => Date.now() }, limits);
    const channel = store.samples([COUNTER], 0, Number.POSITIVE_INFINITY).get(COUNTER);
    const [at, value] = [channel?.at.at(-1), channel?.values.at(-1)];
    if (at === undefined || value === undefined) throw new Error("nothing is stored");
    // Sent again, which changes nothing but that the tail is closed.
    store.appendSamples({ times: [at], columns: new Map([[COUNTER, [value]]]) });
    while (store.compact());
  });
  await evictDurableObject(stub);
}

// biome-ignore lint/suspicious/noExplicitAny: each call has a shape of its own, which its description fixes
type Answer = any;
type Ask = (path: string, input: object) => Promise<Answer>;

async function check(
  zone: string,
  samples: readonly Sample[],
  ask: Ask,
  wrong: string[],
): Promise<void> {
  const clock = new WallClock(zone);
  const byDate = Map.groupBy(samples, ({ at }) => clock.dateOf(at));
  // The first and the last may go on beyond what was sampled.
  const dates = [...byDate.keys()];
  const gainOf = (from: number, until: number) =>
    samples.reduce((sum, { at, gain }) => sum + (at >= from && at < until ? gain : 0), 0);
  for (const date of dates) {
    const { list, bucketMs } = await ask("/site/v2/chart/dayrecord/curve", { date });
    const reported = (list as { datetime: number; solar?: { val: number } }[]).map(
      ({ datetime, solar }) => [datetime, solar?.val],
    );
    const expected = byDate.get(date)?.map(({ at, power }) => [at, power]);
    if (bucketMs !== null || JSON.stringify(reported) !== JSON.stringify(expected))
      wrong.push(`${date}: ${reported.length} samples of ${expected?.length}`);
    const day = await ask("/site/v2/chart/daiysummary", { date });
    checkSum(`day ${date}`, day.solar.val, sumOf(byDate.get(date)), wrong);
    const hours = await ask("/site/v2/chart/summary", { date, type: "day" });
    checkBars(`hours of ${date}`, hours, { edgeOf: (at) => clock.hourOf(at), gainOf }, wrong);
    for (const at of [hours.startDateTime, hours.endDateTime - 1])
      if (clock.dateOf(at) !== date) wrong.push(`hours of ${date} reach to ${clock.dateOf(at)}`);
  }
  const middle = dates[dates.length >> 1] ?? "";
  for (const [type, length] of [
    ["month", 10],
    ["year", 7],
  ] as const) {
    const bars = await ask("/site/v2/chart/summary", { date: middle, type });
    const edgeOf = (at: number) => clock.dateOf(at).slice(0, length);
    checkBars(`${type} of ${middle}`, bars, { edgeOf, gainOf }, wrong);
  }
}

type Bars = { endDateTime: number; list: { datetime: number; solar: { val: number | null } }[] };

/** Each bar begins where what it is of does, ends where the next begins, and holds what was gained in between. */
function checkBars(
  name: string,
  { endDateTime, list }: Bars,
  oracle: { edgeOf: (at: number) => string; gainOf: (from: number, until: number) => number },
  wrong: string[],
): void {
  for (const [index, { datetime, solar }] of list.entries()) {
    const until = list[index + 1]?.datetime ?? endDateTime;
    const own = oracle.edgeOf(datetime);
    const isWhole =
      oracle.edgeOf(datetime - 1) !== own &&
      oracle.edgeOf(until - 1) === own &&
      oracle.edgeOf(until) !== own;
    if (!isWhole) wrong.push(`${name}: a bar from ${datetime} to ${until} is not ${own}`);
    checkSum(`${name}, ${own}`, solar.val, oracle.gainOf(datetime, until), wrong);
  }
}

function sumOf(samples: readonly Sample[] | undefined): number {
  return samples?.reduce((sum, { gain }) => sum + gain, 0) ?? 0;
}

/** Nothing may be reported as missing where nothing was gained. */
function checkSum(name: string, reported: number | null, expected: number, wrong: string[]): void {
  if (Math.abs((reported ?? 0) - expected) > 0.01)
    wrong.push(`${name}: ${reported} Wh, not ${expected}`);
}
