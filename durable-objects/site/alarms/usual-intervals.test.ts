import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { UsualIntervals } from "./usual-intervals.ts";

const HOURLY = "0033110001";
const ONCE = "0033110002";
const T0 = Date.UTC(2026, 5, 1);

/** Intervals over a history that counts how often it is read. */
function open(history: Record<string, number[]>) {
  const facts = new Map<string, unknown>();
  const counted = { reads: 0, writes: 0, now: T0 };
  const make = () =>
    new UsualIntervals({
      clock: { now: () => counted.now },
      kv: {
        read: (name, schema) => schema.safeParse(facts.get(name)).data,
        write(name, value) {
          counted.writes += 1;
          facts.set(name, value);
          return true;
        },
      },
      series: {
        samplesSent(addresses, from, until) {
          counted.reads += 1;
          const inRange = (at: number) => at >= from && at < until;
          return new Map(
            [...addresses].map((address) => {
              const at = (history[address] ?? []).filter(inRange);
              return [address, { at, values: at.map(() => 1) }];
            }),
          );
        },
      },
    });
  return { make, counted };
}

const hours = (count: number) => Array.from({ length: count }, (_, hour) => T0 - hour * HOUR_MS);
const history = () => ({ [HOURLY]: hours(30).reverse(), [ONCE]: [T0 - 3 * HOUR_MS] });
const hourly = { address: HOURLY, newestAt: T0 };
const once = { address: ONCE, newestAt: T0 - 3 * HOUR_MS };

test("an interval is read from the history once a day, also by an object that slept", () => {
  const { make, counted } = open(history());
  counted.now = T0 + HOUR_MS;
  expect(make().stored(hourly)).toBe(0);
  make().read(make().unknown([hourly, once]));
  expect([make().stored(hourly), make().stored(once)]).toEqual([HOUR_MS, null]);
  counted.now = T0 + DAY_MS;
  expect(make().unknown([hourly, once])).toEqual([]);
  make().read(make().unknown([hourly, once]));
  expect([counted.reads, counted.writes]).toEqual([1, 1]);
  counted.now = T0 + DAY_MS + HOUR_MS;
  expect(make().unknown([hourly, once])).toEqual([hourly, once]);
});

test("a later value leaves a stored interval as it is, and makes the interval of a single value unknown", () => {
  const { make, counted } = open(history());
  counted.now = T0 + HOUR_MS;
  make().read([hourly, once]);
  expect(make().stored({ ...hourly, newestAt: T0 + HOUR_MS })).toBe(HOUR_MS);
  expect(make().stored({ ...once, newestAt: T0 })).toBe(0);
  expect(make().unknown([{ ...once, newestAt: T0 }])).toHaveLength(1);
});
