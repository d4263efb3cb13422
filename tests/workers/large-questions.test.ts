import fc from "fast-check";
import { expect, test } from "vitest";
import { listDays } from "#domain/history/local-days.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { readCurves } from "#durable-objects/site/history/read-curves.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import type { CurvesQuery } from "#protocol/history/curves.ts";
import { compactWholly, inSite, START, TINY_LIMITS } from "./series-support.ts";

const POWER = "FFFF000100";
const STATUS = "FFFF000170";
const RARE = "FFFF000133";

function ask(store: SeriesStore, asked: Partial<CurvesQuery>) {
  const zones = { timeZone: "UTC", siteTimeZone: "UTC" };
  const span = { from: START, until: START + DAY_MS, points: 1_000 };
  return readCurves(store, [], { addresses: [POWER], ...zones, ...span, ...asked });
}

/** Every so many ms a value of each register. */
function fill(
  store: SeriesStore,
  { days, stepMs = 5 * MINUTE_MS }: { days: number; stepMs?: number },
  values: Record<string, (place: number) => number | string | null>,
) {
  const count = (days * DAY_MS) / stepMs;
  for (let first = 0; first < count; first += 5_000) {
    const places = Array.from({ length: Math.min(5_000, count - first) }, (_, at) => first + at);
    const columns = Object.entries(values).map(([id, of]) => [id, places.map(of)] as const);
    store.appendSamples({
      times: places.map((at) => START + at * stepMs),
      columns: new Map(columns),
    });
  }
  compactWholly(store);
}

test("beside a register of few numbers not every text of months is read", () =>
  inSite("large-texts", ({ open }) => {
    const store = open();
    const rare = (place: number) => (place % 2_000 === 0 ? place : null);
    fill(store, { days: 60 }, { [STATUS]: (place) => `state ${place % 3}`, [RARE]: rare });
    const span = { until: START + 60 * DAY_MS };
    const few = ask(store, { ...span, addresses: [RARE] });
    expect(few.bucketMs).toBe(null);
    expect(few.series[0]?.at).toHaveLength(9);
    const reads: boolean[] = [];
    const read = store.samplesUpTo.bind(store);
    store.samplesUpTo = (...asked) => {
      const found = read(...asked);
      reads.push(found !== null);
      return found;
    };
    const { bucketMs, series } = ask(store, { ...span, addresses: [RARE, STATUS] });
    expect(reads).toEqual([false]);
    expect(bucketMs).toBe(HOUR_MS * 2);
    expect(series[0]?.value).toEqual(few.series[0]?.value);
    // Few texts need few numbers.
    const day = ask(store, { until: START + 3 * DAY_MS, addresses: [RARE, STATUS] });
    expect(day).toMatchObject({
      bucketMs: null,
      series: [{ value: [0] }, { at: { length: 864 } }],
    });
  }));

test("no more than a million samples are read one by one, however densely they lie", () =>
  inSite("large-dense", ({ open }) => {
    const store = open();
    fill(store, { days: 1 / 80, stepMs: 2 }, { [POWER]: () => 7, [RARE]: () => 8 });
    const span = { until: START + 18 * MINUTE_MS, points: 5_000 };
    const one = ask(store, span);
    expect(one).toMatchObject({ bucketMs: 1_000, series: [{ value: { length: 1_080 } }] });
    const both = ask(store, { ...span, addresses: [POWER, RARE] });
    expect(both).toMatchObject({
      bucketMs: 15 * MINUTE_MS,
      series: [{ value: [7, 7] }, { value: [8, 8] }],
    });
  }));

test("no answer has more buckets than were asked for, on days that are turned on either", () =>
  inSite("large-turned", ({ open }) => {
    const store = open();
    fill(store, { days: 365, stepMs: HOUR_MS }, { [POWER]: (place) => place % 1_000 });
    const zones = { timeZone: "Europe/Berlin", siteTimeZone: "Europe/Berlin" };
    const turn = Date.UTC(2026, 2, 29);
    for (const points of [2, 3, 10, 24, 40])
      for (const hours of [0, 0.5, 12, 21.5, 22, 22.5, 23, 23.5]) {
        const from = turn - (points >> 1) * DAY_MS + hours * HOUR_MS;
        const until = from + (points - 1) * DAY_MS;
        const { bucketMs, series } = ask(store, { ...zones, from, until, points });
        expect(series[0]?.at.length).toBeLessThanOrEqual(points);
        expect(bucketMs).toBeLessThanOrEqual(2 * DAY_MS);
      }
  }));

test("numbers whose sum is none still have an average", () =>
  inSite("large-numbers", ({ open }) => {
    const store = open();
    const values = [1.7e308, 1.5e308, -1e308, -1.7e308];
    fill(store, { days: 4 }, { [POWER]: (place) => values[place % values.length] ?? 0 });
    for (const points of [5, 40, 500]) {
      const { series } = ask(store, { until: START + 4 * DAY_MS, points });
      expect(series[0]?.value.every((value) => Number.isFinite(value))).toBe(true);
    }
  }));

test("rollups and days are the same however many are in memory at once", () =>
  inSite("large-periods", ({ open }) => {
    const limits = { ...TINY_LIMITS, rollupMs: 15 * MINUTE_MS, dayRegisters: 2, dayRow: 4 };
    const addresses = [POWER, RARE, "FFFF000110", "FFFF000120", "FFFF000130"];
    const filled = open(limits);
    const values = addresses.map((address, of) => [address, (at: number) => (at * 7 + of) % 97]);
    fill(filled, { days: 12, stepMs: 37 * MINUTE_MS }, Object.fromEntries(values));
    const edges = fc
      .uniqueArray(fc.integer({ min: -100, max: 14 * 96 }), { minLength: 2, maxLength: 12 })
      .map((quarters) => quarters.sort((a, b) => a - b).map((at) => START + at * 15 * MINUTE_MS));
    const zones = fc.constantFrom("UTC", "Asia/Kathmandu", "America/St_Johns");
    fc.assert(
      fc.property(edges, zones, fc.integer({ min: 1, max: 2_000 }), (asked, zone, atOnce) => {
        const [few, all] = [atOnce, Number.MAX_SAFE_INTEGER].map((rollupsAtOnce) => {
          const store = open({ ...limits, rollupsAtOnce });
          store.setTimeZone(atOnce % 2 === 0 ? zone : "Pacific/Marquesas");
          const [first, last] = [asked[0] ?? 0, asked.at(-1) ?? 0];
          const days = listDays(zone, { from: first, to: last }).map(({ day }) => day);
          const span = { first: days[0] ?? 0, end: (days.at(-1) ?? 0) + 1 };
          const before = store.dayRollups(addresses, span);
          compactWholly(store);
          expect(store.dayRollups(addresses, span)).toEqual(before);
          return [before, store.rollups(addresses, asked)];
        });
        expect(few).toEqual(all);
      }),
      { numRuns: 20 },
    );
  }));
