import { expect, test } from "vitest";
import { type Counter, type Measured, mapCounts } from "./counts.ts";
import { FLEET, listMissed, makeSheets } from "./price-sheet.ts";
import { ASSUMED } from "./prices-data.ts";

const none = mapCounts(() => 0);
const nothing: Measured = {
  day: "2026-11-20",
  site: { name: "None", registers: 0, sampled: 0 },
  idle60: { counts: none, stored: { standing: 0, perDay: 0, files: 0 } },
  idle300: { counts: none, stored: { standing: 0, perDay: 0, files: 0 } },
  opening: none,
  watchedHour: none,
  alarm: none,
  sweep: none,
  nightSweep: none,
  rounds: { own: 1_000, queued: 900, counts: none },
  databaseBytesASite: 0,
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
  ["batchOperations", 0.4],
  ["filesWritten", 4.5],
  ["filesRead", 0.36],
  ["mails", 350],
])("a million %s a day cost their list price each day of the year", (counter, usd) => {
  expect(priceOf(counter, 1e6)).toBeCloseTo(365 * usd, 9);
});

test("a message counts as a twentieth of a request, and each event has its time", () => {
  const time = (1e6 * ASSUMED.platformMsAnEvent * 0.128 * 12.5) / 1e9;
  expect(priceOf("objectRequests", 1e6)).toBeCloseTo(365 * (0.15 + time), 9);
  expect(priceOf("objectMessages", 1e6)).toBeCloseTo(365 * (0.15 / 20 + time), 9);
  expect(priceOf("objectMs", 1e9)).toBeCloseTo(365 * 0.128 * 12.5, 9);
});

test("costs that accumulate over a year count half in the first, and in full in each further one", () => {
  const stored = { standing: 0, perDay: 1e9 / 365, files: 0 };
  const [sheet] = makeSheets({ ...nothing, idle60: { counts: none, stored } });
  const [bare] = makeSheets(nothing);
  expect((sheet?.total ?? 0) - (bare?.total ?? 0)).toBeCloseTo(1.2, 9);
  expect(sheet?.furtherYear).toBeCloseTo(2.4, 9);
});

test("a gigabyte in the bucket or in D1 costs its price each month", () => {
  const stored = { standing: 0, perDay: 0, files: 1e9 };
  const [bare] = makeSheets(nothing);
  const [files] = makeSheets({ ...nothing, idle60: { counts: none, stored } });
  const [rows] = makeSheets({ ...nothing, databaseBytesASite: 1e9 });
  expect((files?.total ?? 0) - (bare?.total ?? 0)).toBeCloseTo(12 * 0.015, 9);
  expect((rows?.total ?? 0) - (bare?.total ?? 0)).toBeCloseTo(12 * 0.75, 9);
});

test("sites beyond those that the job polls directly are polled through the queue", () => {
  const idle60 = { ...nothing.idle60, counts: { ...none, polls: 1440 } };
  // Ten messages of ninety sites each, with three operations per message.
  const rounds = { own: 1_000, queued: 900, counts: { ...none, batchOperations: 30 } };
  const fleet = makeSheets({ ...nothing, idle60, rounds }).at(-1);
  const line = fleet?.lines.find(({ meter }) => meter.includes("batches"));
  expect(line?.quantity).toBeCloseTo((48 * (FLEET.sites - 1_000)) / FLEET.sites, 9);
  expect(makeSheets({ ...nothing, idle60, rounds })[0]?.total).toBeCloseTo(
    makeSheets({ ...nothing, idle60 })[0]?.total ?? Number.NaN,
    9,
  );
});

test("the mean times have a total of their own, and only the other one is held to the bar", () => {
  const counts = { ...none, objectMeanMs: 1e12 };
  const sheets = makeSheets({ ...nothing, idle60: { ...nothing.idle60, counts } });
  expect(sheets[0]?.byMean.total).toBeGreaterThan(1);
  expect(listMissed(sheets)).toEqual([]);
});

test("an idle site above its limit is reported", () => {
  const above = (rows: number) => ({
    ...nothing.idle60,
    counts: { ...none, objectRowsWritten: rows },
  });
  expect(listMissed(makeSheets({ ...nothing, idle60: above(2_730) }))).toEqual([]);
  expect(listMissed(makeSheets({ ...nothing, idle60: above(2_750) }))).toHaveLength(1);
  expect(listMissed(makeSheets({ ...nothing, idle300: above(1_240) }))).toHaveLength(1);
});
