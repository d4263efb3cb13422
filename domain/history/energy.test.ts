import fc from "fast-check";
import { expect, test } from "vitest";
import { readerOf, rollUp, usualOf } from "../../tests/support/roll-up.ts";
import { HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import { counterSteps } from "./counter-steps.ts";
import {
  addUpEnergies,
  type Buckets,
  chooseEnergy,
  type Energy,
  energyOfCounter,
  energyOfPower,
  markStale,
} from "./energy.ts";
import type { Rollup, Sample } from "./rollup.ts";
import { sumGains } from "./sum-gains.ts";

const minutes = (...points: [minute: number, value: number][]): Sample[] =>
  points.map(([minute, value]) => ({ at: minute * MINUTE_MS, value }));

function bucketsOf(samples: readonly Sample[], edges: readonly number[]): Buckets {
  const rollups = edges.slice(1).map((until, place): Rollup | null => {
    const some = samples.filter(({ at }) => at >= (edges[place] ?? 0) && at < until);
    return rollUp(
      some.map(({ at }) => at),
      some.map(({ value }) => value),
      usualOf(samples),
    );
  });
  return { edges, rollups };
}

const inMinutes = (...edges: number[]) => edges.map((minute) => minute * MINUTE_MS);

function counted(samples: readonly Sample[], edges: readonly number[], maxWatts = 8_000) {
  return energyOfCounter(bucketsOf(samples, edges), { maxWatts, lump: 100 }, readerOf(samples));
}

const values = (energies: readonly Energy[]) => energies.map((energy) => energy?.value ?? null);

test("a counter's gain is divided at the edges in proportion", () => {
  const samples = minutes([0, 1_000], [50, 1_500], [70, 1_700], [120, 1_700]);
  expect(counted(samples, inMinutes(0, 60, 120, 180)).slice(0, 2)).toEqual([
    { value: 600, quality: "measured", known: 1, coverage: 1 },
    { value: 100, quality: "measured", known: 1, coverage: 1 },
  ]);
});

test("a long silence over an edge is filled by a straight line, and nothing is known outside", () => {
  const samples = minutes([30, 1_000], [150, 1_600]);
  expect(counted(samples, inMinutes(-60, 0, 60, 120, 180))).toEqual([
    null,
    { value: 150, quality: "filled", known: 0.5, coverage: 0 },
    { value: 300, quality: "filled", known: 1, coverage: 0 },
    { value: 150, quality: "filled", known: 0.5, coverage: 0 },
  ]);
});

test("a reset, a glitch and an exchange inside a bucket lose and invent nothing", () => {
  const reset = minutes([0, 5_000], [10, 5_100], [20, 0], [30, 100], [60, 200]);
  expect(values(counted(reset, inMinutes(0, 60, 120)))).toEqual([300, null]);
  const glitch = minutes([0, 5_000], [10, 0], [20, 5_100], [60, 5_200]);
  expect(values(counted(glitch, inMinutes(0, 60)))).toEqual([100]);
  // Another module's counter is higher: nothing falls, and both ends alone would give 400 kWh.
  const exchange = minutes([0, 5_000], [10, 5_100], [20, 400_000], [30, 400_100], [59, 400_300]);
  expect(values(counted(exchange, inMinutes(0, 60)))).toEqual([400]);
});

test("a power above and below zero, cut where it crosses and at the edges", () => {
  const samples = minutes([0, 300], [10, -100], [20, -100], [30, -100]);
  const edges = inMinutes(0, 15, 30, 45);
  const above = energyOfPower(bucketsOf(samples, edges), "above", usualOf(samples));
  const below = energyOfPower(bucketsOf(samples, edges), "below", usualOf(samples));
  expect(above[0]?.value).toBeCloseTo((300 / 2) * (7.5 / 60), 3);
  expect(below[0]?.value).toBeCloseTo((100 / 2) * (2.5 / 60) + 100 * (5 / 60), 3);
  expect(below[1]).toMatchObject({ quality: "derived", known: 1 });
  expect(above[2]).toBeNull();
});

const gappy = (edges: number[], ...points: [number, number][]) => {
  const samples = minutes(...points);
  return energyOfPower(bucketsOf(samples, inMinutes(...edges)), "above", usualOf(samples));
};

test("a gap of a power is bridged up to three usual intervals, and never counts as covered", () => {
  const [bridged] = gappy([0, 60, 120], [0, 600], [15, 600], [45, 600], [60, 600]);
  expect(bridged).toEqual({ value: 600, quality: "filled", known: 1, coverage: 0.5 });
  const [open] = gappy(
    [0, 120, 240],
    ...([
      [0, 600],
      [15, 600],
      [30, 600],
      [90, 600],
      [105, 600],
      [120, 600],
    ] as [number, number][]),
  );
  expect(open).toEqual({ value: 600, quality: "filled", known: 0.5, coverage: 0.5 });
});

test("the future is no gap", () => {
  const samples = minutes([0, 600], [15, 600], [30, 600]);
  const until = (now: number) =>
    energyOfPower(
      bucketsOf(samples, inMinutes(0, 60)),
      "above",
      usualOf(samples),
      now * MINUTE_MS,
    )[0]?.quality;
  expect([until(31), until(60)]).toEqual(["derived", "filled"]);
});

test("a counter is believed unless its power says something quite different", () => {
  const counter = (value: number): Energy => ({
    value,
    quality: "measured",
    known: 1,
    coverage: 1,
  });
  const power = (value: number, known = 1): Energy => ({
    value,
    quality: "derived",
    known,
    coverage: known,
  });
  const choose = (one: Energy, other: Energy) => chooseEnergy([one], [other])[0];
  expect(choose(counter(9_000), power(10_000))).toEqual(counter(9_000));
  expect(choose(counter(900), power(0))).toEqual(counter(900));
  expect(choose(counter(0), power(10_000))).toEqual(power(10_000));
  expect(choose(counter(50_000), power(10_000, 0.5))).toEqual(counter(50_000));
  expect(choose(null, power(10_000))).toEqual(power(10_000));
  expect(choose(counter(5), null)).toEqual(counter(5));
  const filled: Energy = { value: 7, quality: "filled", known: 1, coverage: 1 };
  expect(choose(filled, power(8))).toEqual(power(8));
});

test("days add up to a month with the worst of their qualities and all known values", () => {
  const day = (value: number, quality: "measured" | "filled", known: number): Energy => ({
    value,
    quality,
    known,
    coverage: known,
  });
  expect(
    addUpEnergies([day(10, "measured", 1), null, day(5, "filled", 0.5)], [24, 24, 24]),
  ).toEqual({ value: 15, quality: "filled", known: 0.5, coverage: 0.5 });
  expect(addUpEnergies([null, null], [24, 24])).toBeNull();
  const known = day(4, "measured", 1);
  expect(addUpEnergies([null, known, known, null], [24, 24, 24, 24])?.quality).toBe("measured");
  expect(addUpEnergies([known, null, known], [24, 24, 24])?.quality).toBe("filled");
});

/** Near zero a reset, a glitch and a setback look alike, and what they were depends on what is looked at. */
const HIGH_WH = 100_000;
/** Counters that go on, show a zero now and then, and are reset once. */
const counters = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom("goes on", "goes on", "goes on", "goes on", "reset", "zero"),
    ),
    { minLength: 2, maxLength: 60 },
  )
  .map((steps) => {
    let minute = 0;
    let value = 500_000;
    return steps.map(([passed, gained, called]): Sample => {
      minute += passed;
      const isHigh = value >= HIGH_WH;
      value = called === "reset" && isHigh ? 0 : value + gained;
      return { at: minute * MINUTE_MS, value: called === "zero" && isHigh ? 0 : value };
    });
  });
const cuts = fc
  .uniqueArray(fc.integer({ min: 1, max: 199 }), { maxLength: 12 })
  .map((inner) =>
    inMinutes(0, ...inner.toSorted((one, other) => one - other).map((at) => at * 60), 12_000),
  );
const rules = { maxWatts: 8_000, lump: 100 };

test("rollups give the same result as all samples, and the parts add up to the whole", () => {
  fc.assert(
    fc.property(counters, cuts, (samples, edges) => {
      const ofAll = sumGains(counterSteps(samples, rules), edges, 65 * MINUTE_MS);
      const energies = energyOfCounter(bucketsOf(samples, edges), rules, readerOf(samples));
      for (const [place, { gained }] of ofAll.entries())
        expect(energies[place]?.value ?? 0).toBeCloseTo(gained, 6);
      const steps = counterSteps(samples, rules);
      const whole = steps.reduce((sum, { gained }) => sum + gained, 0);
      expect(ofAll.reduce((sum, { gained }) => sum + gained, 0)).toBeCloseTo(whole, 6);
      for (const energy of energies) {
        expect(energy?.known ?? 0).toBeLessThanOrEqual(1 + 1e-9);
        expect(energy?.value ?? 0).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 300 },
  );
});

test("the parts of a power add up too, wherever it is cut", () => {
  const powers = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -5_000, max: 5_000 })), {
      minLength: 2,
      maxLength: 60,
    })
    .map((steps) => {
      let minute = 0;
      return steps.map(([passed, value]): Sample => {
        minute += passed;
        return { at: minute * MINUTE_MS, value };
      });
    });
  fc.assert(
    fc.property(powers, cuts, (samples, edges) => {
      const ends = [0, 12_000 * MINUTE_MS];
      for (const side of ["above", "below"] as const) {
        const usualAt = usualOf(samples);
        const parts = energyOfPower(bucketsOf(samples, edges), side, usualAt);
        const [whole] = energyOfPower(bucketsOf(samples, ends), side, usualAt);
        const total = parts.reduce((sum, part) => sum + (part?.value ?? 0), 0);
        expect(Math.abs(total - (whole?.value ?? 0))).toBeLessThan(0.01);
        for (const part of parts) expect(part?.known ?? 0).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});

test("a frozen power is marked stale and does not contradict a counter", () => {
  const edges = inMinutes(0, 60, 120, 180);
  const derived: Energy[] = [1, 2, 3].map((value) => ({
    value,
    quality: "derived",
    known: 1,
    coverage: 1,
  }));
  const span = { from: 70 * MINUTE_MS, to: 120 * MINUTE_MS };
  const marked = markStale(derived, edges, [span]);
  expect(marked.map((energy) => energy?.quality)).toEqual(["derived", "stale", "stale"]);
  const counter: Energy = { value: 90_000, quality: "measured", known: 1, coverage: 1 };
  expect(chooseEnergy([counter, counter, null], marked)).toEqual([derived[0], counter, marked[2]]);
  expect(addUpEnergies(marked, [60, 60, 60])).toEqual({
    value: 6,
    quality: "stale",
    known: 1,
    coverage: 1,
  });
  expect(addUpEnergies([derived[0] ?? null, null, counter], [1, 1, 1])?.quality).toBe("filled");
});

test("a counter that falls all the time is not read without end", () => {
  let asked = 0;
  const noisy: Rollup = {
    count: 150_000,
    sum: 0,
    min: 0,
    max: 9,
    first: 5,
    last: 6,
    falls: 9_000,
    firstAt: 0,
    lastAt: HOUR_MS - 1,
    above: 0,
    below: 0,
    covered: 0,
    held: 0,
    heldMs: 0,
    bridged: 0,
  };
  const rollups = [0, 1, 2].map((hour) => ({
    ...noisy,
    firstAt: hour * HOUR_MS,
    lastAt: (hour + 1) * HOUR_MS - 1,
  }));
  const edges = [0, 1, 2, 3].map((hour) => hour * HOUR_MS);
  let thinned = 0;
  energyOfCounter({ edges, rollups }, rules, {
    all() {
      asked += 1;
      return [];
    },
    aroundFalls(_from, _until, most) {
      thinned += 1;
      expect(most).toBe(200_000);
      return null;
    },
  });
  expect([asked, thinned]).toEqual([1, 2]);
});
