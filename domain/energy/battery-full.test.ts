import fc from "fast-check";
import { expect, test } from "vitest";
import { type ChargePart, FULL_PERCENT, findLastFull, USED_PERCENT } from "./battery-full.ts";

const PART = 6;

/** The same by the values themselves, whose instants are their places. */
function judge(values: readonly (number | null)[]): { from: number; to: number } | null {
  const is = (value: number | null, test: (value: number) => boolean) =>
    value !== null && test(value);
  const isFull = (value: number | null) => is(value, (percent) => percent >= FULL_PERCENT);
  const to = values.findLastIndex(isFull);
  if (to < 0) return null;
  const used = values
    .slice(0, to)
    .findLastIndex((value) => is(value, (percent) => percent < USED_PERCENT));
  return { from: values.findIndex((value, place) => place > used && isFull(value)), to };
}

function partOf(values: readonly (number | null)[], start: number): ChargePart | null {
  const known = values.flatMap((value, place) =>
    value === null ? [] : [{ value, at: start + place }],
  );
  if (known.length === 0) return null;
  const all = known.map(({ value }) => value);
  return {
    ...{ min: Math.min(...all), max: Math.max(...all) },
    ...{ firstAt: known[0]?.at ?? 0, lastAt: known.at(-1)?.at ?? 0 },
  };
}

const charge = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: 93, max: 100 }),
  fc.constantFrom(100, null),
);

test("the last full time by rollups and the samples of a few parts is that of all values", () => {
  fc.assert(
    fc.property(fc.array(charge, { minLength: 1, maxLength: 120 }), (values) => {
      const parts: (number | null)[][] = [];
      for (let from = 0; from < values.length; from += PART)
        parts.push(values.slice(from, from + PART));
      const found = findLastFull(
        parts.map((part, place) => partOf(part, place * PART)),
        (place) => ({
          at: (parts[place] ?? []).map((_, index) => place * PART + index),
          values: parts[place] ?? [],
        }),
      );
      expect(found).toEqual(judge(values));
    }),
    { numRuns: 1_000 },
  );
});

test("samples that have expired are replaced by the ends of their part", () => {
  const part = (min: number, max: number, at: number) => ({
    min,
    max,
    firstAt: at,
    lastAt: at + 9,
  });
  const expired = () => ({ at: [], values: [] });
  const days = [part(40, 100, 0), part(97, 100, 10), null, part(96, 99, 30), part(60, 98, 40)];
  expect(findLastFull(days, expired)).toEqual({ from: 10, to: 39 });
  expect(findLastFull(days.slice(0, 1), expired)).toEqual({ from: 0, to: 9 });
  expect(findLastFull([part(20, 98, 0), null], expired)).toBeNull();
});
