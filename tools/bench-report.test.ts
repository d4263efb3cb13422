import { expect, test } from "vitest";
import { describeRun, judgeFloor, judgeResult, renderResults } from "./bench-report.ts";
import type { FloorCheck } from "./bench-result.ts";

const result = { name: "frames", unit: "/s", ours: 50, floorIs: "bare object", floor: 100 };
const floor: FloorCheck = { name: "page", ratio: 0.1, expected: 0.115, slowIf: "below" };

test("a result is held against its bar on either side", () => {
  expect(judgeResult({ ...result, bar: { atLeast: 0.5 } })).toBe("held");
  expect(judgeResult({ ...result, bar: { atLeast: 0.51 } })).toBe("missed");
  expect(judgeResult({ ...result, bar: { atMost: 0.5 } })).toBe("held");
  expect(judgeResult({ ...result, bar: { atMost: 0.49 } })).toBe("missed");
  expect(judgeResult({ ...result, ours: Number.NaN, bar: { atMost: 1 } })).toBe("missed");
  expect(judgeResult(result)).toBe("reported");
});

test.each<[FloorCheck["slowIf"], number, boolean]>([
  ["below", 0.69, false],
  ["below", 0.71, true],
  ["below", 9, true],
  ["above", 0.1, true],
  ["above", 1.29, true],
  ["above", 1.31, false],
  ["either", 0.69, false],
  ["either", 1, true],
  ["either", 1.31, false],
  ["above", Number.NaN, false],
])(
  "a floor more than 30 %% worse than expected, %s: %d, makes the run invalid",
  (slowIf, ratio, isValid) => {
    expect(judgeFloor({ name: "page", ratio, expected: 1, slowIf })).toBe(isValid);
  },
);

test("the table has one line for each result and each floor", () => {
  const table = renderResults({ quick: false, results: [result], floors: [floor] });
  expect(table.split("\n")).toHaveLength(4);
  expect(table).toContain("| 0.50 ");
  expect(table).toContain("| ≥ 0.08, expected 0.115 ");
  expect(table).not.toContain("quick");
});

test("a quick run is marked in each line and in its file", () => {
  const run = describeRun({ quick: true, results: [result], floors: [floor] });
  expect(run).toMatchObject({ quick: true, isValid: true, held: true });
  expect(renderResults(run).match(/, quick /g)).toHaveLength(2);
});
