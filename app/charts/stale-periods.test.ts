import fc from "fast-check";
import { expect, test } from "vitest";
import { lineOfSeries } from "./line-of-series.ts";
import { isSeen, isWithin, lastingPeriods, partsOf } from "./stale-periods.ts";

const window = { from: 0, to: 1_000 };

test("the last bucket of a period is stale to its end", () => {
  const at = [10, 20, 30, 40];
  expect(lastingPeriods([{ from: 10, to: 30 }], at, 10)).toEqual([{ from: 10, to: 40 }]);
  expect(lastingPeriods([{ from: 10, to: 30 }], at, null)).toEqual([{ from: 10, to: 30 }]);
  expect(lastingPeriods([], at, 10)).toBeUndefined();
  expect(lastingPeriods(undefined, at, 10)).toBeUndefined();
});

test("a first bucket that is clipped to the span ends where the second one begins", () => {
  const first = [{ from: 17, to: 17 }];
  expect(lastingPeriods(first, [17, 20, 30], 10)).toEqual([{ from: 17, to: 20 }]);
  expect(lastingPeriods(first, [17, 40], 10)).toEqual([{ from: 17, to: 27 }]);
  const series = { address: "FFFF000100", name: null, symbol: "W" };
  const style = { name: "", shade: ["", ""], axis: "start" } as const;
  const line = lineOfSeries({ ...series, at: [17, 20, 30], value: [1, 2, 3] }, 10, style);
  expect(line?.at).toEqual([18.5, 25, 35]);
});

test("a window without a stale period is one part", () => {
  const whole = [{ ...window, isStale: false }];
  expect(partsOf(undefined, window, 1)).toEqual(whole);
  expect(
    partsOf(
      [
        { from: -50, to: -10 },
        { from: 1_200, to: 1_300 },
      ],
      window,
      1,
    ),
  ).toEqual(whole);
});

test("a window that is stale throughout is one part, too", () => {
  expect(partsOf([{ from: -50, to: 1_300 }], window, 1)).toEqual([{ ...window, isStale: true }]);
  expect(isSeen([{ from: -50, to: 1_300 }], window)).toBe(true);
  expect(isSeen([{ from: -50, to: 0 }], window)).toBe(false);
});

const somePeriods = fc
  .uniqueArray(fc.integer({ min: -200, max: 1_200 }), { maxLength: 40 })
  .map((instants) => instants.sort((one, other) => one - other))
  .map((edges) =>
    Array.from({ length: edges.length >> 1 }, (_, place) => ({
      from: edges[2 * place] ?? 0,
      to: edges[2 * place + 1] ?? 0,
    })),
  );

test("parts follow each other over the whole window, and say of every instant what its period does", () => {
  fc.assert(
    fc.property(somePeriods, (periods) => {
      const parts = partsOf(periods, window, 1);
      expect(parts[0]?.from).toBe(window.from);
      expect(parts.at(-1)?.to).toBe(window.to);
      for (const [place, part] of parts.entries()) {
        expect(part.to).toBeGreaterThan(part.from);
        if (place > 0) expect(part.from).toBe(parts[place - 1]?.to);
        const middle = (part.from + part.to) / 2;
        // Neighbours that touch within an instant look like one period.
        const within = periods.some(({ from, to }) => from - 1 < middle && middle < to + 1);
        expect(part.isStale ? within : !isWithin(periods, middle)).toBe(true);
      }
    }),
  );
});

test("a period shorter than a visible length is no part", () => {
  fc.assert(
    fc.property(somePeriods, fc.integer({ min: 1, max: 50 }), (periods, least) => {
      const parts = partsOf(periods, window, least);
      for (const { from, to } of parts.filter(({ isStale }) => isStale))
        expect(to - from).toBeGreaterThanOrEqual(least);
      for (const { from, to } of parts.slice(1, -1))
        expect(to - from).toBeGreaterThanOrEqual(least);
    }),
  );
});

test("an instant is found in the period that has it, its ends included", () => {
  const periods = [
    { from: 10, to: 20 },
    { from: 40, to: 40 },
  ];
  expect([9, 10, 20, 21, 40, 41].map((at) => isWithin(periods, at))).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
  ]);
  expect(isWithin(undefined, 10)).toBe(false);
});
