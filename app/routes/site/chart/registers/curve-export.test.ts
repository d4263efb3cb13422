import { expect, test } from "vitest";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { tableOf } from "./curve-export.ts";

const words = { timeTitle: "Time", least: "least", greatest: "greatest", stale: "stale" };
const clock = { timeZone: "UTC", formatTime: String };
const line = (more: Partial<ChartLine>): ChartLine => ({
  id: "1",
  name: "Sun",
  unit: "W",
  shade: ["#000", "#fff"],
  axis: "start",
  gapMs: 10,
  at: [1, 2, 3],
  value: [5, 5, 6],
  ...more,
});
const rowsOf = (lines: readonly ChartLine[], window: { from: number; to: number }) =>
  tableOf(lines, window, words, clock)
    .trim()
    .split("\r\n")
    .map((row) => row.split(",").slice(2).join());

test("an export with stale values has a column that marks them", () => {
  const lines = [
    line({ stale: [{ from: 1, to: 2 }] }),
    line({ name: "Load", min: [1, 2, 3], max: [7, 8, 9] }),
  ];
  expect(rowsOf(lines, { from: 0, to: 9 })).toEqual([
    '"Sun (W)","Sun (W), stale","Load (W)","Load (W), least","Load (W), greatest"',
    '5,"stale",5,1,7',
    '5,"stale",5,2,8',
    "6,,6,3,9",
  ]);
  // Nothing of the line is visible.
  expect(rowsOf(lines.slice(0, 1), { from: 3, to: 9 })).toEqual(['"Sun (W)"', "6"]);
});
