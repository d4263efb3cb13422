import { expect, test } from "vitest";
import { barsOf, columnsOf, sumOf } from "./energy-bars.ts";
import type { Quantity, SummaryAnswer } from "./energy-charts.ts";

const known = (val: number, quality: Quantity["quality"] = "measured"): Quantity => ({
  val,
  quality,
  coverage: 1,
});
const missing: Quantity = { val: null, quality: "missing", coverage: 0 };

type Bar = SummaryAnswer["list"][number];
const answerOf = (list: (Omit<Bar, "previous"> & { previous?: Bar["previous"] })[]) => ({
  symbol: "Wh",
  list: list.map((bar): Bar => ({ previous: null, ...bar })),
});
const battery = answerOf([
  {
    datetime: 0,
    battery: known(400),
    batteryCharge: known(500, "derived"),
    solarToBattery: missing,
    gridToBattery: missing,
    batterysoc: known(60),
    batteryvol: known(51.2),
  },
  { datetime: 1, battery: missing, batteryCharge: known(100, "filled"), batterysoc: missing },
]);
const name = (quantity: string) => quantity;

test("the value that names a chart is always included, unknown values are omitted", () => {
  expect(columnsOf(battery, "battery").map(({ quantity }) => quantity)).toEqual([
    "battery",
    "batteryCharge",
    "batterysoc",
    "batteryvol",
  ]);
  const nothing = answerOf([{ datetime: 0, solar: missing, directuse: missing }]);
  expect(columnsOf(nothing, "solar").map(({ quantity }) => quantity)).toEqual(["solar"]);
});

test("a battery is drawn by its charge in percent, or by its voltage", () => {
  const lines = (axis: "percent" | "volts" | null) =>
    barsOf(battery, "battery", axis, name)
      .filter(({ isLine }) => isLine)
      .map(({ id, unit }) => [id, unit]);
  expect(lines("percent")).toEqual([["batterysoc", "%"]]);
  expect(lines(null)).toEqual([["batterysoc", "%"]]);
  expect(lines("volts")).toEqual([["batteryvol", "V"]]);
});

test("a missing value stays missing, and each value keeps its quality", () => {
  const [discharge, charge] = barsOf(battery, "battery", "percent", name);
  expect(discharge).toMatchObject({ values: [400, null], qualities: ["measured", "missing"] });
  expect(charge).toMatchObject({ values: [500, 100], isBelow: true, stack: discharge?.stack });
  expect(charge?.qualities).toEqual(["derived", "filled"]);
});

test("the period before is drawn around values that are alone in their stack", () => {
  const previous = { datetime: -2, battery: known(300), batteryCharge: known(350) };
  const compared = answerOf([
    { datetime: 0, battery: known(400), batteryCharge: known(500), previous },
    { datetime: 1 },
  ]);
  const before = barsOf(compared, "battery", "percent", name).map(({ before }) => before);
  expect(before).toEqual([
    [300, null],
    [350, null],
  ]);
  expect(barsOf(battery, "battery", "percent", name)[0]?.before).toBeUndefined();
});

test("a sum includes known values only, and percentages have no sum", () => {
  expect(sumOf({ quantity: "battery", values: [400, null, 2] })).toBe(402);
  expect(sumOf({ quantity: "solar", values: [null, null] })).toBeNull();
  expect(sumOf({ quantity: "batterysoc", values: [50, 60] })).toBeNull();
});
