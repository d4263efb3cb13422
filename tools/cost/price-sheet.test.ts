import { expect, test } from "vitest";
import { type Counter, type Measured, mapCounts } from "./counts.ts";
import { makeSheets } from "./price-sheet.ts";
import { ASSUMED } from "./prices-data.ts";

const none = mapCounts(() => 0);
const nothing: Measured = {
  day: "2026-11-20",
  site: { name: "None", registers: 0, sampled: 0 },
  idle60: { counts: none, stored: { standing: 0, perDay: 0 } },
  idle300: { counts: none, stored: { standing: 0, perDay: 0 } },
  opening: none,
  watchedHour: none,
  sweep: none,
};

function priceOf(counter: Counter, perDay: number): number {
  const counts = { ...none, [counter]: perDay };
  const total = (measured: Measured) => makeSheets(measured)[0]?.total ?? Number.NaN;
  const { stored } = nothing.idle60;
  return total({ ...nothing, idle60: { counts, stored } }) - total(nothing);
}

test.each<[Counter, number]>([
  ["workerRequests", 0.3],
  ["workerMs", 0.02],
  ["objectRowsRead", 0.001],
  ["objectRowsWritten", 1],
  ["alarmsSet", 1],
  ["queueOperations", 0.4],
  ["databaseRowsRead", 0.001],
  ["databaseRowsWritten", 1],
])("a million %s a day cost their list price each day of the year", (counter, usd) => {
  expect(priceOf(counter, 1e6)).toBeCloseTo(365 * usd, 9);
});

test("a message counts as a twentieth of a request, and each event has its time", () => {
  const time = (1e6 * ASSUMED.platformMsAnEvent * 0.128 * 12.5) / 1e9;
  expect(priceOf("objectRequests", 1e6)).toBeCloseTo(365 * (0.15 + time), 9);
  expect(priceOf("objectMessages", 1e6)).toBeCloseTo(365 * (0.15 / 20 + time), 9);
  expect(priceOf("objectMs", 1e9)).toBeCloseTo(365 * 0.128 * 12.5, 9);
});

test("what piles up in a year costs half of it in the first, and all of it in each further one", () => {
  const stored = { standing: 0, perDay: 1e9 / 365 };
  const [sheet] = makeSheets({ ...nothing, idle60: { counts: none, stored } });
  const [bare] = makeSheets(nothing);
  expect((sheet?.total ?? 0) - (bare?.total ?? 0)).toBeCloseTo(1.2, 9);
  expect(sheet?.furtherYear).toBeCloseTo(2.4, 9);
});
