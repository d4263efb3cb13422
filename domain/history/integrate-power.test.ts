import fc from "fast-check";
import { expect, test } from "vitest";
import { integratePower, type PowerSample } from "./integrate-power.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const line = (...points: [minutes: number, watts: number][]): PowerSample[] =>
  points.map(([minutes, value]) => ({ at: minutes * MINUTE_MS, value }));
const sum = (samples: PowerSample[], edges: number[], longest = HOUR_MS) =>
  integratePower(
    samples,
    edges.map((minutes) => minutes * MINUTE_MS),
    longest,
  );

test("a trapezoid", () => {
  expect(sum(line([0, 1000], [30, 2000], [60, 2000]), [0, 60])).toEqual([
    { from: 0, to: HOUR_MS, positive: 1750, negative: 0, covered: HOUR_MS, missing: 0 },
  ]);
});

test("import and export apart, cut where the line crosses zero", () => {
  const [energy] = sum(line([0, -1000], [60, 3000]), [0, 60]);
  expect(energy).toMatchObject({ positive: 1125, negative: 125 });
  const [back] = sum(line([0, 3000], [60, -1000]), [0, 60]);
  expect(back).toMatchObject({ positive: 1125, negative: 125 });
});

test("cut at midnight by the line between two samples", () => {
  const days = sum(line([0, 0], [60, 1200]), [0, 30, 60]);
  expect(days.map(({ positive }) => positive)).toEqual([150, 450]);
});

test("a gap counts nothing, and is told as missing", () => {
  const [energy] = sum(line([10, 500], [20, 500], [50, 500], [60, 500]), [0, 60], 20 * MINUTE_MS);
  expect(energy?.positive).toBeCloseTo(500 / 3, 9);
  expect(energy).toMatchObject({ covered: 20 * MINUTE_MS, missing: 40 * MINUTE_MS });
  expect(sum([], [0, 60])[0]).toMatchObject({ covered: 0, missing: HOUR_MS });
  expect(sum(line([0, 1]), [0])).toEqual([]);
});

const series = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -5000, max: 5000 })), {
    minLength: 2,
    maxLength: 60,
  })
  .map((steps) => {
    let minutes = 0;
    return steps.map(([step, value]) => {
      minutes += step;
      return { at: minutes * MINUTE_MS, value };
    });
  });
const cuts = fc
  .uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 10 })
  .map((inner) => [0, ...inner.toSorted((one, other) => one - other), 3000]);

test("wherever it is cut, the parts come to the whole", () => {
  fc.assert(
    fc.property(series, cuts, fc.integer({ min: 5, max: 60 }), (samples, edges, longest) => {
      const parts = sum(samples, edges, longest * MINUTE_MS);
      const [whole] = sum(samples, [0, 3000], longest * MINUTE_MS);
      for (const name of ["positive", "negative", "covered", "missing"] as const) {
        const total = parts.reduce((all, part) => all + part[name], 0);
        expect(total).toBeCloseTo(whole?.[name] ?? Number.NaN, 6);
        for (const part of parts) expect(part[name]).toBeGreaterThanOrEqual(0);
      }
      for (const part of parts) expect(part.covered + part.missing).toBe(part.to - part.from);
    }),
  );
});

test("export less import is the plain trapezoid", () => {
  fc.assert(
    fc.property(series, (samples) => {
      const [energy] = sum(samples, [0, 3000]);
      let plain = 0;
      for (const [index, { at, value }] of samples.entries()) {
        const before = samples[index - 1];
        if (before) plain += ((value + before.value) / 2) * ((at - before.at) / HOUR_MS);
      }
      expect((energy?.positive ?? 0) - (energy?.negative ?? 0)).toBeCloseTo(plain, 6);
    }),
  );
});
