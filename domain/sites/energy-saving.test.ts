import { expect, test } from "vitest";
import { energySaving } from "./energy-saving.ts";

const prices = { electricity: 0.3, feedIn: 0.08 };

test("the saving is the load at the grid's price, less the import, plus the export revenue", () => {
  const counters = { load: 10_000, gridImport: 4_000, gridExport: 5_000 };
  expect(energySaving(counters, prices)).toBeCloseTo(10 * 0.3 - 4 * 0.3 + 5 * 0.08);
});

test("a site that imports more than it uses, into a battery, has a negative saving so far", () => {
  expect(energySaving({ load: 1_000, gridImport: 3_000, gridExport: 0 }, prices)).toBeCloseTo(-0.6);
});

test("without a price or a load the saving is unknown", () => {
  const counters = { load: 10_000, gridImport: 4_000, gridExport: 0 };
  expect(energySaving(counters, { electricity: null, feedIn: 0.08 })).toBeNull();
  expect(energySaving({ ...counters, load: null }, prices)).toBeNull();
  expect(energySaving({ ...counters, load: undefined }, prices)).toBeNull();
});

test("a site without a grid has saved its whole load; with an unknown grid the saving is unknown", () => {
  const island = { load: 10_000, gridImport: undefined, gridExport: undefined };
  expect(energySaving(island, prices)).toBeCloseTo(3);
  expect(energySaving({ ...island, gridImport: null }, prices)).toBeNull();
});

test("an export without a price earns nothing, and electricity may be free", () => {
  const counters = { load: 10_000, gridImport: 0, gridExport: 5_000 };
  expect(energySaving(counters, { electricity: 0.3, feedIn: null })).toBeCloseTo(3);
  expect(energySaving(counters, { electricity: 0, feedIn: 0.1 })).toBeCloseTo(0.5);
});
