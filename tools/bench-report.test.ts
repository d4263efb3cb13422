import { expect, test } from "vitest";
import { judgeFigure, judgeFloor, renderFigures } from "./bench-report.ts";

const figure = { name: "frames", unit: "/s", ours: 50, floorIs: "bare object", floor: 100 };

test("a figure is held against its bar on either side", () => {
  expect(judgeFigure({ ...figure, bar: { atLeast: 0.5 } })).toBe("held");
  expect(judgeFigure({ ...figure, bar: { atLeast: 0.51 } })).toBe("missed");
  expect(judgeFigure({ ...figure, bar: { atMost: 0.5 } })).toBe("held");
  expect(judgeFigure({ ...figure, bar: { atMost: 0.49 } })).toBe("missed");
  expect(judgeFigure(figure)).toBe("told");
});

test("a floor more than 30 % below what is expected makes the run invalid", () => {
  expect(judgeFloor({ name: "page", ratio: 0.08, expected: 0.115 })).toBe(false);
  expect(judgeFloor({ name: "page", ratio: 0.081, expected: 0.115 })).toBe(true);
});

test("the table has one line for each figure and each floor", () => {
  const table = renderFigures([figure], [{ name: "page", ratio: 0.1, expected: 0.115 }]);
  expect(table.split("\n")).toHaveLength(4);
  expect(table).toContain("| 0.50 ");
});
