import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import { flagStale, StaleFinder, type StaleSample, staleCheckWhen } from "./stale.ts";

/** A seeded series of numbers from 0 to 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

type House = { days: number; stepMs: number; resolution: number; noise: number; seed: number };

/** A power that follows the sun, with noise, rounded to what the register shows; zero at night. */
function solarPower({ days, stepMs, resolution, noise, seed }: House): StaleSample[] {
  const next = chance(seed);
  return Array.from({ length: Math.floor((days * 24 * HOUR_MS) / stepMs) }, (_, index) => {
    const at = index * stepMs;
    const sun = Math.sin((Math.PI * (((at / HOUR_MS) % 24) - 6)) / 12);
    const power = sun <= 0 ? 0 : Math.max(0, 4_000 * sun * (0.7 + 0.3 * next()) + noise * next());
    return { at, value: Math.round(power / resolution) * resolution };
  });
}

const houses = fc.record({
  days: fc.constant(6),
  stepMs: fc.constantFrom(MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS),
  resolution: fc.constantFrom(0.001, 1, 10, 50),
  noise: fc.constantFrom(20, 200),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

const count = (flags: boolean[]) => flags.filter(Boolean).length;

test("a register that is frozen for hours by day is stale from its first sample on, and no other is", () => {
  fc.assert(
    fc.property(
      houses,
      fc.double({ min: 8, max: 14, noNaN: true }),
      fc.double({ min: 4, max: 30, noNaN: true }),
      (house, hour, hours) => {
        const samples = solarPower(house);
        const from = Math.round(((4 * 24 + hour) * HOUR_MS) / house.stepMs);
        const to = from + Math.round((hours * HOUR_MS) / house.stepMs);
        const frozen = samples.map((sample, index) =>
          index > from && index < to ? { ...sample, value: samples[from]?.value ?? 0 } : sample,
        );
        const highest = Math.max(...samples.slice(0, from).map(({ value }) => value));
        fc.pre((samples[from]?.value ?? 0) < highest);
        const flags = flagStale(frozen);
        expect(count(flags.slice(from, to))).toBe(Math.min(to, samples.length) - from);
        // Samples beside a run may equal it by chance.
        const isEqual = (index: number) => samples[index]?.value === samples[from]?.value;
        let beside = 0;
        for (let index = from - 1; isEqual(index); index--) beside++;
        for (let index = to; isEqual(index); index++) beside++;
        expect(count(flags) - count(flags.slice(from, to))).toBeLessThanOrEqual(beside);
      },
    ),
    { numRuns: 60 },
  );
});

test("nights, limits and coarse registers are not frozen", () => {
  fc.assert(
    fc.property(houses, fc.constantFrom(1_000, 2_000, 5_000), (house, limit) => {
      const samples = solarPower(house).map(({ at, value }) => ({
        at,
        value: Math.min(limit, value),
      }));
      expect(count(flagStale(samples))).toBe(0);
    }),
    { numRuns: 40 },
  );
});

test("a register that keeps its values for hours is learnt to be so", () => {
  const charge = Array.from({ length: 4_000 }, (_, index) => ({
    at: index * 5 * MINUTE_MS,
    value: 40 + (Math.floor(index / 30) % 50),
  }));
  expect(count(flagStale(charge)) / charge.length).toBeLessThan(0.03);
  const held = solarPower({
    days: 6,
    stepMs: 15 * MINUTE_MS,
    resolution: 1,
    noise: 20,
    seed: 3,
  }).flatMap(({ at, value }) =>
    Array.from({ length: 30 }, (_, part) => ({ at: at + part * 30_000, value })),
  );
  expect(count(flagStale(held))).toBe(0);
});

test("a value to which a series comes back every night is one of its own", () => {
  const samples = solarPower({
    days: 60,
    stepMs: 15 * MINUTE_MS,
    resolution: 1,
    noise: 20,
    seed: 7,
  });
  const standby = samples.map(({ at, value }) => ({ at, value: value === 0 ? 60 : value }));
  expect(count(flagStale(standby)) / standby.length).toBeLessThan(0.01);
});

test("a constant value while the site is inactive is not frozen", () => {
  const finder = new StaleFinder();
  const next = chance(5);
  const flags: boolean[] = [];
  for (let index = 0; index < 3_000; index++) {
    const isAlive = index % 500 < 250;
    const value = isAlive ? 51 + Math.round(20 * next()) / 10 : 51.2;
    flags.push(finder.read(index * MINUTE_MS, value, isAlive).isStale);
  }
  expect(count(flags)).toBe(0);
});

test("a register that never changes has never been alive", () => {
  const limit = Array.from({ length: 5_000 }, (_, index) => ({
    at: index * MINUTE_MS,
    value: 5_000,
  }));
  expect(count(flagStale(limit))).toBe(0);
});

test("equal values before and after a long silence are two runs", () => {
  const samples = solarPower({ days: 6, stepMs: 5 * MINUTE_MS, resolution: 1, noise: 20, seed: 9 });
  const last = samples.at(-1)?.at ?? 0;
  const repeated = [1, 2, 3, 30, 31, 32].map((hour) => ({
    at: last + hour * HOUR_MS,
    value: 1_234,
  }));
  expect(count(flagStale([...samples, ...repeated]))).toBe(0);
});

test("reading in batches with the state kept as text returns the same result", () => {
  fc.assert(
    fc.property(houses, fc.nat(), (house, cut) => {
      const samples = solarPower({ ...house, days: 2, stepMs: 15 * MINUTE_MS }).map(
        (sample, index) => (index > 130 && index < 150 ? { ...sample, value: 777 } : sample),
      );
      const whole = new StaleFinder();
      const expected = samples.map(({ at, value }) => whole.read(at, value));
      const first = new StaleFinder();
      const place = cut % samples.length;
      const reported = samples.slice(0, place).map(({ at, value }) => first.read(at, value));
      const second = new StaleFinder(JSON.parse(JSON.stringify(first.state)));
      reported.push(...samples.slice(place).map(({ at, value }) => second.read(at, value)));
      expect(reported).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test("powers are judged always, other voltages and currents while alive, the rest never", () => {
  const gauge = (unit: string) => ({ kind: "gauge", unit, access: "r" }) as const;
  expect(staleCheckWhen("0033110112", gauge("W"))).toBe("always");
  expect(staleCheckWhen("FFFF000118", gauge("V"))).toBe("always");
  expect(staleCheckWhen("FFFF000131", gauge("V"))).toBe("alive");
  expect(staleCheckWhen("008B110102", gauge("A"))).toBe("alive");
  for (const unit of ["%", "°C", "Hz", ""])
    expect(staleCheckWhen("008B110104", gauge(unit))).toBe("never");
  const others = [
    { kind: "counter", unit: "Wh", access: "r" },
    { kind: "setting", unit: "W", access: "rw" },
    { kind: "gauge", unit: "W", access: "rw" },
    { kind: "text", access: "r" },
  ] as const;
  for (const register of others) expect(staleCheckWhen("0033110047", register)).toBe("never");
});
