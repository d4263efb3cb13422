import type { Figure, FloorCheck } from "./bench-figure.ts";

/** A floor that is further below what it is expected to be makes the run invalid. */
const LEAST_OF_EXPECTED = 0.7;

export function judgeFloor({ ratio, expected }: FloorCheck): boolean {
  return ratio >= LEAST_OF_EXPECTED * expected;
}

export function judgeFigure({ ours, floor, bar }: Figure): "held" | "missed" | "told" {
  if (bar === undefined) return "told";
  const ratio = ours / floor;
  const isHeld = "atLeast" in bar ? ratio >= bar.atLeast : ratio <= bar.atMost;
  return isHeld ? "held" : "missed";
}

/** The figures as a table that reads in a terminal and in a Markdown page. */
export function renderFigures(figures: readonly Figure[], floors: readonly FloorCheck[]): string {
  const rows = figures.map((figure) => {
    const { name, unit, ours, floor, floorIs, bar } = figure;
    const wanted =
      bar === undefined ? "" : "atLeast" in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`;
    const ratio = (ours / floor).toFixed(2);
    return [name, `${show(ours)} ${unit}`, `${show(floor)} (${floorIs})`, ratio, wanted].concat(
      judgeFigure(figure),
    );
  });
  const checks = floors.map((floor) => {
    const verdict = judgeFloor(floor) ? "valid" : "INVALID";
    return [floor.name, "", "", floor.ratio.toFixed(2), `expected ${floor.expected}`, verdict];
  });
  return layOut([["figure", "ours", "floor", "ratio", "bar", ""], ...rows, ...checks]);
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
