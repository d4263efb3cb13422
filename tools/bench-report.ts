import type { BenchResult, FloorCheck } from "./bench-result.ts";

/**
 * Bounds of a valid floor as ratios of its expected value. A floor beyond them could make our own result look better
 * than it is.
 */
const MIN_OF_EXPECTED = 0.7;
const MAX_OF_EXPECTED = 1.3;

export function judgeFloor({ ratio, expected, slowIf }: FloorCheck): boolean {
  const isHighEnough = slowIf === "above" || ratio >= MIN_OF_EXPECTED * expected;
  const isLowEnough = slowIf === "below" || ratio <= MAX_OF_EXPECTED * expected;
  return !Number.isNaN(ratio) && isHighEnough && isLowEnough;
}

export function judgeResult({ ours, floor, bar }: BenchResult): "held" | "missed" | "reported" {
  if (bar === undefined) return "reported";
  const ratio = ours / floor;
  const isHeld = "atLeast" in bar ? ratio >= bar.atLeast : ratio <= bar.atMost;
  return isHeld ? "held" : "missed";
}

type Run = { quick: boolean; results: readonly BenchResult[]; floors: readonly FloorCheck[] };

/** Returns the summary of a run that is written to a file. A quick run is marked as such, because it proves nothing. */
export function describeRun({ quick, results, floors }: Run) {
  const isValid = floors.every((floor) => judgeFloor(floor));
  const held = results.every((result) => judgeResult(result) !== "missed");
  return { quick, isValid, held, results, floors };
}

/** Renders the results as a table that reads well in a terminal and in a Markdown page. */
export function renderResults({ quick, results, floors }: Run): string {
  const mark = (verdict: string) => (quick ? `${verdict}, quick` : verdict);
  const rows = results.map((result) => {
    const { name, unit, ours, floor, floorIs, bar } = result;
    const wanted =
      bar === undefined ? "" : "atLeast" in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`;
    const ratio = (ours / floor).toFixed(2);
    return [name, `${show(ours)} ${unit}`, `${show(floor)} (${floorIs})`, ratio, wanted].concat(
      mark(judgeResult(result)),
    );
  });
  const checks = floors.map((floor) => {
    const verdict = judgeFloor(floor) ? "valid" : "INVALID";
    return [floor.name, "", "", floor.ratio.toFixed(2), describeExpected(floor), mark(verdict)];
  });
  return layOut([["result", "ours", "floor", "ratio", "bar", ""], ...rows, ...checks]);
}

function describeExpected({ expected, slowIf }: FloorCheck): string {
  const least = (MIN_OF_EXPECTED * expected).toFixed(2);
  const most = (MAX_OF_EXPECTED * expected).toFixed(2);
  const bounds = { below: `≥ ${least}`, above: `≤ ${most}`, either: `${least} to ${most}` };
  return `${bounds[slowIf]}, expected ${expected}`;
}

function show(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function layOut(rows: readonly string[][]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `| ${cells.join(" | ")} |`;
  });
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}
