import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import type { Rollup } from "#domain/history/rollup.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { SERIES_LIMITS } from "#durable-objects/site/series/limits.ts";
import { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { FRAMES_PER_SECOND } from "#protocol/logger/limits.ts";
import { seededRandom } from "#simulator/random.ts";
import packed from "../../../simulator/recordings/givenergy-household.csv.gz?url&inline";
import { TiledHousehold } from "../../bench/peers/tiled-household.ts";
import { freezeSiteClock } from "../../support/site-clock.ts";
import { connectLogger, type LoggerSocket, siteStub } from "../../support/site-logger.ts";

const STEP_MS = 10_000;
const SAMPLES_A_FRAME = 30;
const START = Date.UTC(2025, 5, 1, 12);
const DAYS = 1;
/** Over midnight. */
const OUTAGE = { from: START + 8 * HOUR_MS, lastsMs: 7.4 * HOUR_MS };
const FRAME_MS = 1_000 / FRAMES_PER_SECOND;
const DUPLICATES = 0.2;
const ZONE = "Europe/London";

type Frame = { at: number; message: object };
export type OutageResult = { frames: number; resent: number; values: number };

/** A site whose logger is away for 7.4 hours and resends them shuffled, a fifth twice, beside one that never was. */
export async function runOutage(seed: number): Promise<OutageResult> {
  // No faster than a logger may send, by the clock of the sites.
  const clock = freezeSiteClock();
  try {
    return await play(seed, () => void clock.forward(FRAME_MS));
  } finally {
    clock.release();
  }
}

async function play(seed: number, passTime: () => void): Promise<OutageResult> {
  const say = (logger: LoggerSocket, frame: Frame, isBacklog = false) => {
    passTime();
    return send(logger, frame, isBacklog);
  };
  const random = seededRandom(seed);
  const household = new TiledHousehold(readRecording(), seed, START);
  const frames = framesOf(household);
  const end = OUTAGE.from + OUTAGE.lastsMs;
  const missed = frames.filter(({ at }) => at >= OUTAGE.from && at < end);
  const again = missed.filter(() => random() < DUPLICATES);
  const backlog = shuffled([...missed, ...again], random);
  const [steady, broken] = [2 * seed, 2 * seed + 1];

  const calm = await connectLogger(steady, { equipment: household.equipment });
  for (const frame of frames) await say(calm, frame);
  calm.socket.close();
  const first = await connectLogger(broken, { equipment: household.equipment });
  for (const frame of frames.filter(({ at }) => at < OUTAGE.from)) await say(first, frame);
  first.socket.close();
  await evictDurableObject(siteStub(broken));
  const back = await connectLogger(broken, { equipment: household.equipment });
  // What is sampled from now on and what was missed go side by side.
  const fresh = frames.filter(({ at }) => at >= end);
  for (let index = 0; index < Math.max(fresh.length, backlog.length); index++) {
    if (fresh[index] !== undefined) await say(back, fresh[index] as Frame);
    if (backlog[index] !== undefined) await say(back, backlog[index] as Frame, true);
  }
  back.socket.close();

  let values = 0;
  for (const isFolded of [false, true]) {
    if (isFolded) for (const site of [steady, broken]) await fold(site);
    const undisturbed = await lookAt(steady, household.addresses);
    expect(await lookAt(broken, household.addresses)).toEqual(undisturbed);
    values = undisturbed.values;
  }
  expect(values).toBe(frames.length * SAMPLES_A_FRAME * household.addresses.length);
  return { frames: frames.length, resent: backlog.length, values };
}

function readRecording(): string {
  const bytes = Buffer.from(packed.slice(packed.indexOf(",") + 1), "base64");
  return gunzipSync(bytes).toString("utf8");
}

function framesOf(household: TiledHousehold): Frame[] {
  const count = (DAYS * DAY_MS) / STEP_MS;
  const { columns } = household.read(START, STEP_MS, count);
  return Array.from({ length: count / SAMPLES_A_FRAME }, (_, place) => {
    const start = place * SAMPLES_A_FRAME;
    const values = household.addresses.map((address, channel) => [
      address,
      Array.from(columns[channel]?.subarray(start, start + SAMPLES_A_FRAME) ?? [], (steps) =>
        household.valueOf(channel, steps),
      ),
    ]);
    const at = START + start * STEP_MS;
    const batch = { start: at, step: STEP_MS, count: SAMPLES_A_FRAME };
    return { at, message: { ...batch, values: Object.fromEntries(values) } };
  });
}

let sent = 0;
async function send(logger: LoggerSocket, { message }: Frame, isBacklog: boolean): Promise<void> {
  sent += 1;
  const backlog = isBacklog ? { backlog: true } : {};
  const answer = await logger.ask({ cmd: 260, id: `f${sent}`, ...backlog, ...message });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.refused).toBeUndefined();
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** All samples, and every figure of every quarter of an hour and local day, as digests. */
function lookAt(site: number, addresses: readonly string[]) {
  return runInDurableObject(siteStub(site), (_, { storage }) => {
    const store = new SeriesStore(storage, { now: () => Date.now() });
    store.setTimeZone(ZONE);
    const until = START + DAYS * DAY_MS;
    const quarters = Array.from(
      { length: (until - START) / SERIES_LIMITS.rollupMs + 1 },
      (_, index) => START + index * SERIES_LIMITS.rollupMs,
    );
    const samples = [...store.samples(addresses, 0, Number.POSITIVE_INFINITY)].sort();
    const day = Math.floor(START / DAY_MS);
    const days = { first: day - 1, end: day + DAYS + 2 };
    return {
      values: samples.reduce((sum, [, { at }]) => sum + at.length, 0),
      samples: digestOf(samples),
      quarters: digestOf(countsOf(store.rollups(addresses, quarters))),
      days: digestOf(countsOf(store.dayRollups(addresses, days))),
      sums: digestOf([...store.sums(addresses, quarters)].sort()),
      latest: [...store.latest].sort().map(([address, { v, at }]) => [address, v, at]),
    };
  });
}

function countsOf(found: ReadonlyMap<string, readonly (Rollup | null)[]>) {
  return [...found].sort();
}

/** Sums of the same values in another order differ by less than curves show. */
const SUM_DIGITS = 12;

function digestOf(found: unknown): string {
  const text = JSON.stringify(found, (_, value) =>
    value instanceof Float64Array
      ? Array.from(value, (one) => Number(one.toPrecision(SUM_DIGITS)))
      : value,
  );
  return createHash("sha256").update(text).digest("hex");
}

/** What is due is folded, by as many looks as it takes. */
async function fold(site: number): Promise<void> {
  await runInDurableObject(siteStub(site), (_, { storage }) => {
    const limits = { ...SERIES_LIMITS, chunksBeforeCompaction: 1 };
    const store = new SeriesStore(storage, { now: () => Date.now() }, limits);
    while (store.compact());
    expect(storage.sql.exec(`SELECT id FROM series_chunk`).toArray()).toEqual([]);
    expect(storage.sql.exec(`SELECT id FROM series_rollup`).toArray().length).toBeGreaterThan(0);
  });
  await evictDurableObject(siteStub(site));
}
