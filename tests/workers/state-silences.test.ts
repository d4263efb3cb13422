import fc from "fast-check";
import { expect, test } from "vitest";
import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { readStates } from "#durable-objects/site/history/read-states.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { StateLog } from "#durable-objects/site/states/state-log.ts";
import { compactWholly, inSite, SERIES_TABLES, START, TINY_LIMITS } from "./series-support.ts";

const STEP_MS = 5 * MINUTE_MS;
const LIMITS = { ...TINY_LIMITS, rollupMs: 15 * MINUTE_MS, chunksBeforeCompaction: 1 };
const LOAD = "FFFF000120";
const OWN = "0033110101";
const INVERTER = "003311";

/** By place of a step, whether the logger was there. */
type Presence = readonly boolean[];

/** Runs of being there and being away, of so many steps. */
const presence = (steps: number): fc.Arbitrary<Presence> =>
  fc
    .array(fc.tuple(fc.integer({ min: 12, max: 60 }), fc.integer({ min: 1, max: 12 })), {
      minLength: 1,
      maxLength: 20,
    })
    .map((runs) =>
      Array.from({ length: steps }, (_, step) => {
        let begun = 0;
        for (const [there, away] of runs) {
          if (step < begun + there) return true;
          begun += there + away;
          if (step < begun) return false;
        }
        return true;
      }),
    );

function append(store: SeriesStore, address: string, present: Presence): void {
  const times = present.flatMap((there, step) => (there ? [START + step * STEP_MS] : []));
  for (let from = 0; from < times.length; from += 40) {
    const some = times.slice(from, from + 40);
    store.appendSamples({
      times: some,
      columns: new Map([[address, some.map((_, place) => place)]]),
    });
  }
}

const STEPS = 600;

test("states are known while frames arrive, and unknown in ended silences", () =>
  inSite("state-silences", ({ open, storage, clock }) => {
    clock.at = START + 400 * DAY_MS;
    const history = fc.record({
      load: presence(STEPS),
      own: fc.option(presence(STEPS)),
      reports: fc.array(
        fc.record({
          address: fc.constant(INVERTER),
          status: fc.constantFrom<EquipmentStatus>("off", "invert", "charging"),
          at: fc.nat(STEPS * 5).map((minute) => START + minute * MINUTE_MS),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      span: fc.tuple(fc.nat(STEPS * 5), fc.nat(STEPS * 5)),
      isFolded: fc.boolean(),
    });
    fc.assert(
      fc.property(history, ({ load, own, reports, span, isFolded }) => {
        for (const table of SERIES_TABLES) storage.sql.exec(`DELETE FROM series_${table}`);
        storage.sql.exec(`DELETE FROM state_changes`);
        const series = open(LIMITS);
        append(series, LOAD, load);
        if (own !== null) append(series, OWN, own);
        if (isFolded) compactWholly(series);
        const stateLog = new StateLog(storage.sql);
        for (const one of reports) stateLog.take(one, clock.at);

        const [one, other] = span.map((minute) => START + minute * MINUTE_MS);
        const asked = {
          from: Math.min(one ?? 0, other ?? 0),
          until: Math.max(one ?? 0, other ?? 0) + MINUTE_MS,
        };
        const { equipment } = readStates({ stateLog, series, tree: [] }, asked);
        const rows = equipment[0]?.rows ?? [];

        const sampled = Array.from({ length: STEPS }, (_, step) => step).filter(
          (step) => load[step] || own?.[step],
        );
        const words = [
          ...sampled.map((step) => START + step * STEP_MS),
          ...reports.map(({ at }) => at),
        ].sort((a, b) => a - b);
        const lastSample = START + (sampled.at(-1) ?? 0) * STEP_MS;
        const isKnown = (at: number) => {
          const before = words.findLast((word) => word <= at);
          const after = words.find((word) => word > at);
          if (before === undefined) return false;
          if (after === undefined || after > lastSample) return true;
          return after - before <= 20 * MINUTE_MS;
        };
        for (let at = asked.from + 1; at < asked.until; at += MINUTE_MS) {
          const statusesIn = rows.find(
            (row) => row.from <= at && at < (row.to ?? Infinity),
          )?.status;
          const said = reports.filter((report) => report.at <= at);
          const newest = Math.max(...said.map((report) => report.at));
          const status = said
            .filter((report) => report.at === newest)
            .map((report) => report.status)
            .sort()
            .at(-1);
          expect(statusesIn).toBe(isKnown(at) ? status : undefined);
        }
      }),
      { numRuns: 40 },
    );
  }));

const charging = (at: number) => ({ address: INVERTER, status: "charging" as const, at });

test("a silence of a night leaves a gap, and a state that lasts goes on after it", () =>
  inSite("state-silence-night", ({ open, storage, clock }) => {
    clock.at = START + 2 * DAY_MS;
    const series = open();
    const stateLog = new StateLog(storage.sql);
    const present = Array.from({ length: 576 }, (_, step) => step < 240 || step >= 360);
    append(series, LOAD, present);
    stateLog.take(charging(START + HOUR_MS), clock.at);
    const statusesIn = (from: number, until: number) =>
      readStates({ stateLog, series, tree: [] }, { from, until }).equipment[0]?.rows ?? [];
    const [ended, resumed] = [START + 239 * STEP_MS, START + 360 * STEP_MS];
    const before = { status: "charging", from: START + HOUR_MS, to: ended };
    const after = { status: "charging", from: resumed, to: null };
    expect(statusesIn(START, START + 2 * DAY_MS)).toEqual([before, after]);
    expect(statusesIn(START, START + DAY_MS)).toEqual([before]);
    // Years are looked through by the day.
    expect(statusesIn(START - 3 * 365 * DAY_MS, START + 2 * DAY_MS)).toEqual([before, after]);
    expect(statusesIn(ended + HOUR_MS, ended + 2 * HOUR_MS)).toEqual([]);
    expect(statusesIn(resumed - HOUR_MS, resumed + HOUR_MS)).toEqual([after]);

    // What the logger kept for afterwards fills the gap.
    append(
      series,
      LOAD,
      present.map((there) => !there),
    );
    expect(statusesIn(START, START + 2 * DAY_MS)).toEqual([{ ...before, to: null }]);
  }));

test("a silence of years, of registers that others go on without, is looked through by the day", () =>
  inSite("state-silence-years", ({ open, storage, clock }) => {
    clock.at = START + 1_000 * DAY_MS;
    const series = open();
    series.setTimeZone("Asia/Kolkata");
    const stateLog = new StateLog(storage.sql);
    stateLog.take(charging(START + HOUR_MS), clock.at);
    const sample = (address: string, times: number[]) =>
      series.appendSamples({
        times,
        columns: new Map([[address, times.map((_, place) => place)]]),
      });
    const [gone, back, end] = [START + 100 * DAY_MS, START + 130 * DAY_MS, START + 900 * DAY_MS];
    const every = (from: number, to: number) =>
      Array.from(
        { length: (to - from) / (10 * MINUTE_MS) },
        (_, step) => from + step * 10 * MINUTE_MS,
      );
    sample(LOAD, every(START, gone));
    sample(OWN, every(back, end));
    const statusesIn = (from: number, until: number) =>
      readStates({ stateLog, series, tree: [] }, { from, until }).equipment[0]?.rows ?? [];
    const rows = [
      { status: "charging", from: START + HOUR_MS, to: gone - 10 * MINUTE_MS },
      { status: "charging", from: back, to: null },
    ];
    expect(statusesIn(START, clock.at)).toEqual(rows);
    expect(statusesIn(START + 90 * DAY_MS, START + 150 * DAY_MS)).toEqual(rows);
  }));

test("a silence that lasts ends nothing, nor does a logger that samples by the hour", () =>
  inSite("state-silence-lasts", ({ open, storage, clock }) => {
    clock.at = START + 5 * DAY_MS;
    const series = open();
    const stateLog = new StateLog(storage.sql);
    stateLog.take(charging(START + 2 * MINUTE_MS), clock.at);
    const statusesIn = () =>
      readStates({ stateLog, series, tree: [] }, { from: START, until: clock.at }).equipment[0]
        ?.rows;
    const whole = [{ status: "charging", from: START + 2 * MINUTE_MS, to: null }];
    expect(statusesIn()).toEqual(whole);
    append(
      series,
      OWN,
      Array.from({ length: 600 }, (_, step) => step % 12 === 0),
    );
    expect(statusesIn()).toEqual(whole);
  }));
