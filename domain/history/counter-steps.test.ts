import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import {
  CounterReader,
  type CounterRules,
  type CounterSample,
  counterSteps,
} from "./counter-steps.ts";

const HOUSE: CounterRules = { maxWatts: 10_000, lump: 100 };

/** A value every five minutes. */
function every5Minutes(...values: number[]): CounterSample[] {
  return values.map((value, index) => ({ at: index * 5 * MINUTE_MS, value }));
}

function gainsOf(samples: CounterSample[], rules: CounterRules = HOUSE) {
  const steps = counterSteps(samples, rules);
  const gained = steps.reduce((sum, step) => sum + step.gained, 0);
  return {
    gained,
    events: steps.map(({ called }) => called).filter((event) => event !== "measured"),
  };
}

/** Without any rules a glitch is none of the counter's energy either. */
const RULES: CounterRules[] = [HOUSE, {}, { maxWatts: 500_000 }];

test("a counter that only goes up has gained the difference", () => {
  expect(gainsOf(every5Minutes(5000, 5000, 5100, 5250))).toEqual({ gained: 250, events: [] });
  expect(counterSteps(every5Minutes(5000, 5100), HOUSE)).toEqual([
    { from: 0, to: 5 * MINUTE_MS, gained: 100, called: "measured" },
  ]);
  expect(counterSteps([], HOUSE)).toEqual([]);
  expect(counterSteps(every5Minutes(5000), HOUSE)).toEqual([]);
});

test("a single value out of line counts nothing", () => {
  for (const rules of RULES) {
    expect(gainsOf(every5Minutes(5000, 0, 5001), rules)).toEqual({ gained: 1, events: ["glitch"] });
    expect(gainsOf(every5Minutes(5000, 4000, 5001, 5002), rules).gained).toBe(2);
    expect(gainsOf(every5Minutes(5000, 4294967295, 5001), rules).gained).toBe(1);
    expect(gainsOf(every5Minutes(5000, 5200, 5001, 5002), rules).gained).toBe(2);
  }
});

test("a device that reports zeros while it starts counts nothing twice", () => {
  for (const rules of RULES) {
    expect(gainsOf(every5Minutes(50_000, 0, 0, 0, 50_001, 50_002), rules).gained).toBe(2);
    expect(gainsOf(every5Minutes(50_000, 9e9, 9e9, 9e9, 50_001, 50_002), rules).gained).toBe(2);
  }
});

test("set back to zero or near it: what it shows then was gained since", () => {
  for (const rules of RULES) {
    expect(gainsOf(every5Minutes(500_000, 500_010, 0, 10, 20), rules)).toEqual({
      gained: 30,
      events: ["reset"],
    });
    expect(gainsOf(every5Minutes(500_000, 15, 30), rules)).toEqual({
      gained: 30,
      events: ["reset"],
    });
  }
});

test("set back again and again, as a counter of the day is", () => {
  const days = [0, 1, 2, 3].flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => ({
      at: (day * 24 + hour) * HOUR_MS,
      value: 300 * hour,
    })),
  );
  expect(gainsOf(days)).toEqual({ gained: 4 * 23 * 300, events: ["reset", "reset", "reset"] });
});

test("rollovers, at a known and at a common width", () => {
  const top = 2 ** 32;
  expect(gainsOf(every5Minutes(top - 200, top - 50, 30, 60), { ...HOUSE, rollover: top })).toEqual({
    gained: 260,
    events: ["rollover"],
  });
  expect(gainsOf(every5Minutes(top - 200, top - 50, 30, 60)).gained).toBe(260);
  expect(gainsOf(every5Minutes(9_999_999_900, 100, 200)).events).toEqual(["rollover"]);
  // Far from any width it is a reset.
  expect(gainsOf(every5Minutes(3_000_000, 30, 60), { ...HOUSE, rollover: top })).toEqual({
    gained: 60,
    events: ["reset"],
  });
});

test("set back to any value it counts on from there at once, declared or not", () => {
  // 250 Wh each quarter of an hour, 100,000 at noon less a quarter, then from another value.
  const day = (fallen: number) =>
    Array.from({ length: 96 }, (_, place) => ({
      at: place * 15 * MINUTE_MS,
      value: place < 48 ? 100_000 - (47 - place) * 250 : fallen + (place - 48) * 250,
    }));
  const usual = { gain: 250, perMs: 250 / (15 * MINUTE_MS) };
  for (const rollover of [null, 2 ** 32, 1e9])
    for (const fallen of [0, 10_000, 30_000, 51_000, 90_000, 99_000])
      for (const maxWatts of [null, 10_000])
        expect(gainsOf(day(fallen), { usual, rollover, maxWatts }).gained).toBe(23_500);
});

test("a guessed rollover within a silence is one", () => {
  for (const rollover of [65_536, 100_000, 1_000_000, 2 ** 24, 2 ** 32])
    for (const silent of [1, 12, 24, 36, 48]) {
      const samples = Array.from({ length: 193 }, (_, place) => ({
        at: place * 15 * MINUTE_MS,
        value: (((place - 96) * 250 + rollover) % rollover) + 0,
      })).filter((_, place) => Math.abs(place - 96) >= silent / 2);
      const usual = { gain: 250, perMs: 250 / (15 * MINUTE_MS) };
      expect(gainsOf(samples, { usual }).gained).toBe(192 * 250);
    }
});

test("the counter of a replaced module adds no gain by itself", () => {
  expect(gainsOf(every5Minutes(500_000, 500_010, 8_000_000, 8_000_020))).toEqual({
    gained: 30,
    events: ["exchange"],
  });
  expect(gainsOf(every5Minutes(8_000_000, 8_000_010, 500_000, 500_020))).toEqual({
    gained: 30,
    events: ["exchange"],
  });
});

test("a module whose counter is a little lower counts on once no clock can be to blame", () => {
  const values = [500_000, ...Array.from({ length: 60 }, (_, hour) => 450_000 + 100 * hour)];
  const samples = values.map((value, index) => ({ at: index * HOUR_MS, value }));
  const { gained, events } = gainsOf(samples);
  expect(gained).toBe(5_900);
  expect(events.at(-1)).toBe("exchange");
});

test("a step back by a tenth, and samples of a clock that was wrong, count nothing twice", () => {
  expect(gainsOf(every5Minutes(100_000, 100_100, 100_000, 100_000, 100_100, 100_200)).gained).toBe(
    200,
  );
  const honest = Array.from({ length: 100 }, (_, index) => ({
    at: index * 5 * MINUTE_MS,
    value: 300_000 + 100 * index,
  }));
  // The first hour comes once more, four hours late by its stamps, between the honest ones.
  const late = honest.slice(0, 12).map(({ at, value }) => ({ at: at + 4 * HOUR_MS + 1, value }));
  const both = [...honest, ...late].toSorted((one, other) => one.at - other.at);
  expect(gainsOf(both).gained).toBe(9_900);
});

test("after days of silence all of it was gained, by a site of that size", () => {
  const day = 24 * HOUR_MS;
  const over = (value: number) => [
    { at: 0, value: 100_000 },
    { at: 3 * day, value },
    { at: 3 * day + HOUR_MS, value: value + 10 },
  ];
  expect(gainsOf(over(180_000))).toEqual({ gained: 80_010, events: [] });
  expect(gainsOf(over(9_000_000))).toEqual({ gained: 10, events: ["exchange"] });
});

test("values that are not numbers are skipped, and the newest sample is returned as reported", () => {
  expect(gainsOf(every5Minutes(5000, Number.NaN, -5, 5100)).gained).toBe(100);
  expect(gainsOf(every5Minutes(5000, 5100, 0))).toEqual({ gained: 100, events: ["undecided"] });
});

const rising = fc
  .tuple(
    fc.integer({ min: 0, max: 1e9 }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: HOUR_MS }), fc.integer({ min: 0, max: 100 })), {
      minLength: 1,
      maxLength: 50,
    }),
  )
  .map(([start, steps]) => {
    const samples: CounterSample[] = [{ at: 0, value: start }];
    for (const [ms, gained] of steps) {
      const last = samples.at(-1) as CounterSample;
      samples.push({ at: last.at + ms, value: last.value + gained });
    }
    return samples;
  });

test("the parts of a split rising counter add up to the whole", () => {
  fc.assert(
    fc.property(rising, fc.nat(), (samples, cut) => {
      const place = cut % samples.length;
      const whole = gainsOf(samples).gained;
      expect(whole).toBe((samples.at(-1)?.value ?? 0) - (samples[0]?.value ?? 0));
      expect(
        gainsOf(samples.slice(0, place + 1)).gained + gainsOf(samples.slice(place)).gained,
      ).toBe(whole);
    }),
  );
});

const anything = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 30 * HOUR_MS }),
      fc.oneof(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 2 ** 33 }),
        fc.double(),
      ),
    ),
    { maxLength: 40 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(([ms, value]) => {
      at += ms;
      return { at, value };
    });
  });

test("no gain is negative or more than the site could produce", () => {
  fc.assert(
    fc.property(anything, fc.constantFrom(...RULES), (samples, rules) => {
      for (const { from, to, gained, called } of counterSteps(samples, rules)) {
        expect(gained).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThanOrEqual(from);
        const ms = Math.max(HOUR_MS, to - from);
        const most = ((rules.maxWatts ?? 1e6) * 1.25 * ms) / HOUR_MS + 1_000;
        if (called !== "exchange") expect(gained).toBeLessThanOrEqual(most);
      }
    }),
  );
});

test("a counter that is renewed every few minutes steps by what came together", () => {
  const samples = Array.from({ length: 361 }, (_, index) => ({
    at: index * 10_000,
    value: 50_000 + 400 * Math.floor(index / 30),
  }));
  expect(gainsOf(samples)).toEqual({ gained: 4_800, events: [] });
});

test("reading in batches with the state kept as text returns the same result", () => {
  fc.assert(
    fc.property(anything, fc.nat(), (samples, cut) => {
      const whole = new CounterReader(HOUSE);
      const expected = samples.flatMap((sample) => whole.read(sample) ?? []);
      const first = new CounterReader(HOUSE);
      const place = cut % (samples.length + 1);
      const steps = samples.slice(0, place).flatMap((sample) => first.read(sample) ?? []);
      const second = new CounterReader(HOUSE, JSON.parse(JSON.stringify(first.state)));
      steps.push(...samples.slice(place).flatMap((sample) => second.read(sample) ?? []));
      expect(steps).toEqual(expected);
    }),
  );
});
