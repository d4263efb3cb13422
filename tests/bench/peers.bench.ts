import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { DAY_MS } from "#domain/units/durations.ts";
import { seededRandom } from "#simulator/random.ts";
import type { Bench, BenchResult } from "#tools/bench-result.ts";
import { startInflux } from "./peers/influx.ts";
import { type Measured, measure } from "./peers/measure.ts";
import { startOurs } from "./peers/portal.ts";
import { COARSE_STEP_MS, FINE_STEP_MS, Questions, type Span } from "./peers/questions.ts";
import { RowStore } from "./peers/row-store.ts";
import type { System } from "./peers/system.ts";
import { type SamplePeriod, TiledHousehold } from "./peers/tiled-household.ts";
import { startVictoria } from "./peers/victoria.ts";

/** It needs programs that are no part of this: only who asks for it by name gets it. */
export const isOnlyByName = true;

const SITES = 10;
const QUICK_SITES = 2;
const COARSE_DAYS = 365;
const FINE_DAYS = 30;
const ROUNDS = { warm: 40, rounds: 120 };
const QUICK_ROUNDS = { warm: 20, rounds: 30 };
const PERIOD_DAYS = { coarse: 30, fine: 1 };
const SLOWEST = 1.5;
const LEADS_IN = 3;
const OF_ROWS = 0.5;

/** A site's past asked for over HTTP, beside two databases made for such. */
export const bench: Bench = async ({ isQuick }) => {
  const sites = isQuick ? QUICK_SITES : SITES;
  const span = spanUntil(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const running: System[] = [];
  try {
    // What is missing is times before anything is made.
    for (const start of [startInflux, startVictoria, () => startOurs(sites)])
      running.push(await start());
    const rows = await loadAll(running, sites, span);
    const households = new Questions(
      seededRandom(6),
      span,
      sites,
      makeHousehold(0, span).channels.length,
    );
    const measured = await measure(running, households, isQuick ? QUICK_ROUNDS : ROUNDS);
    for (const system of running) await system.stop();
    const bytes = running.map((system) => system.bytes() / sites);
    return { results: [...timesOf(measured, running), ...sizesOf(bytes, rows, running)] };
  } catch (error) {
    for (const system of running) {
      await system.stop();
      system.bytes();
    }
    throw error;
  }
};

function spanUntil(until: number): Span {
  const fineFrom = until - FINE_DAYS * DAY_MS;
  return { from: fineFrom - COARSE_DAYS * DAY_MS, fineFrom, until };
}

function makeHousehold(site: number, { from }: Span): TiledHousehold {
  const packed = readFileSync(
    new URL("../../simulator/recordings/givenergy-household.csv.gz", import.meta.url),
  );
  return new TiledHousehold(gunzipSync(packed).toString(), site + 1, from - site * DAY_MS);
}

/**
 * Loads the sites in turns, because each may send only so much backlog a minute.
 * @returns bytes of the first site's values as rows
 */
async function loadAll(systems: readonly System[], sites: number, span: Span): Promise<number> {
  const households = Array.from({ length: sites }, (_, site) => makeHousehold(site, span));
  const store = new RowStore(households[0]?.channels.length ?? 0);
  const periods = households.map((household) => periodsOf(household, span));
  for (let isDone = false; !isDone; )
    for (const [site, household] of households.entries()) {
      const { value: period, done } = periods[site]?.next() ?? { done: true };
      isDone = done === true;
      if (period === undefined) continue;
      for (const system of systems) await system.load(site, household, period);
      if (site === 0) store.load(household, period);
    }
  for (const system of systems) await system.settle();
  return store.bytes();
}

function* periodsOf(
  household: TiledHousehold,
  { from, fineFrom, until }: Span,
): Generator<SamplePeriod> {
  const parts = [
    { from, until: fineFrom, stepMs: COARSE_STEP_MS, ms: PERIOD_DAYS.coarse * DAY_MS },
    { from: fineFrom, until, stepMs: FINE_STEP_MS, ms: PERIOD_DAYS.fine * DAY_MS },
  ];
  for (const part of parts)
    for (let at = part.from; at < part.until; at += part.ms) {
      const end = Math.min(part.until, at + part.ms);
      yield household.read(at, part.stepMs, (end - at) / part.stepMs);
    }
}

/** Each of the five is judged by the worse of the paces that it was asked of. */
function timesOf(measured: readonly Measured[], systems: readonly System[]): BenchResult[] {
  const ours = systems.length - 1;
  const faster = measured.map(({ ms }) => Math.min(...ms.slice(0, ours)));
  const times = measured.map(({ kind, ms, emptyMs }, index): BenchResult => {
    const peers = systems
      .slice(0, ours)
      .map(
        ({ name }, place) =>
          `${name} ${ms[place]?.toFixed(1)}, empty ${emptyMs[place]?.toFixed(1)}`,
      );
    return {
      name: kind.name,
      unit: `ms median, empty ${emptyMs[ours]?.toFixed(1)}`,
      ours: ms[ours] ?? Number.NaN,
      floorIs: peers.join("; "),
      floor: faster[index] ?? Number.NaN,
      bar: { atMost: SLOWEST },
    };
  });
  const worst = new Map<string, number>();
  for (const [index, { kind, ms }] of measured.entries()) {
    const ratio = (ms[ours] ?? Number.NaN) / (faster[index] ?? Number.NaN);
    worst.set(kind.figure, Math.max(worst.get(kind.figure) ?? 0, ratio));
  }
  const leads = [...worst.values()].filter((ratio) => ratio <= 1).length;
  const byProcessor = measured.map(({ kind, processorMs }): BenchResult => {
    const peers = systems.slice(0, ours);
    return {
      name: `the same by processor time: ${kind.name}`,
      unit: "ms mean",
      ours: processorMs[ours] ?? Number.NaN,
      floorIs: peers
        .map(({ name }, place) => `${name} ${processorMs[place]?.toFixed(1)}`)
        .join("; "),
      floor: Math.min(...processorMs.slice(0, ours)),
    };
  });
  return [
    ...times,
    ...byProcessor,
    {
      name: "of the five, how many as fast as the faster peer",
      unit: "questions",
      ours: leads,
      floorIs: "wanted",
      floor: LEADS_IN,
      bar: { atLeast: 1 },
    },
  ];
}

function sizesOf(
  bytes: readonly number[],
  rows: number,
  systems: readonly System[],
): BenchResult[] {
  const ours = bytes.at(-1) ?? Number.NaN;
  const inMegabytes = (name: string, size: number, floorIs: string): BenchResult => ({
    name,
    unit: "MB",
    ours: ours / 1e6,
    floorIs,
    floor: size / 1e6,
  });
  const name = "bytes on disk of a site";
  return [
    { ...inMegabytes(name, rows, "a row of SQLite for each instant"), bar: { atMost: OF_ROWS } },
    ...systems.slice(0, -1).map((peer, place) => inMegabytes(name, bytes[place] ?? 0, peer.name)),
  ];
}
