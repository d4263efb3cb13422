import { expect, test } from "vitest";
import { seriesOfDay, seriesOfPeriod } from "./power-lines.ts";

const watts = (val: number, more = {}) => ({ val, symbol: "W", ...more });

test("the rows of a day become series, each with the instants at which it has a value", () => {
  const { solar, acin, batterySoc } = seriesOfDay({
    list: [
      { datetime: 1, solar: watts(5), acin: watts(7) },
      { datetime: 2, acin: watts(8) },
      { datetime: 3, solar: watts(6), batterySoc: { val: 50, symbol: "%" } },
    ],
  });
  expect(solar).toMatchObject({ at: [1, 3], value: [5, 6], symbol: "W" });
  expect(acin).toMatchObject({ at: [1, 2], value: [7, 8] });
  expect(solar?.min).toBeUndefined();
  expect(batterySoc).toMatchObject({ at: [3], value: [50], symbol: "%" });
});

test("points that are stale become periods of those that follow each other", () => {
  const stale = { stale: true };
  const { solar, acin } = seriesOfDay({
    list: [
      { datetime: 1, solar: watts(5, stale), acin: watts(7) },
      { datetime: 2, acin: watts(8) },
      { datetime: 3, solar: watts(5, stale) },
      { datetime: 4, solar: watts(6) },
      { datetime: 5, solar: watts(6, stale) },
    ],
  });
  expect(solar?.stale).toEqual([
    { from: 1, to: 3 },
    { from: 5, to: 5 },
  ]);
  expect(acin?.stale).toBeUndefined();
});

test("buckets keep their least and greatest", () => {
  const { acout } = seriesOfDay({
    list: [{ datetime: 1, acout: watts(5, { min: 0, max: 9 }) }],
  });
  expect(acout).toMatchObject({ value: [5], min: [0], max: [9] });
});

test("grid import and grid export are separate, each at least zero", () => {
  const grid = {
    address: "FFFF000110",
    name: "gridPower",
    symbol: "W",
    steps: [[1, 1, 3]] as [number, number, number][],
    value: [300, -200, 50],
    min: [100, -500, -100],
    max: [400, -100, 200],
    stale: [{ from: 2, to: 3 }],
  };
  const { acin, acfeedback, solar } = seriesOfPeriod({ series: [grid] });
  expect(acin).toMatchObject({ value: [300, 0, 50], min: [100, 0, 0], max: [400, 0, 200] });
  expect(acfeedback).toMatchObject({ value: [0, 200, 0], min: [0, 100, 0], max: [0, 500, 100] });
  expect([acin?.stale, acfeedback?.stale]).toEqual([grid.stale, grid.stale]);
  expect(solar).toBeUndefined();
  const samples = seriesOfPeriod({
    series: [{ ...grid, min: undefined, max: undefined } as unknown as typeof grid],
  });
  expect(samples.acfeedback).toMatchObject({ value: [0, 200, 0] });
  expect(samples.acfeedback?.max).toBeUndefined();
});

test("a register without any sample is no line", () => {
  const none = { address: "FFFF000100", name: null, symbol: "W", steps: [], value: [] };
  expect(seriesOfPeriod({ series: [none] })).toEqual({});
});
