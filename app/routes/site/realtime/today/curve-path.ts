import type { DaySlots } from "#domain/energy/day-slots.ts";

/** Height of the plot in its own units; its width is the number of slots. */
export const PLOT_HEIGHT = 100;

/** Top of the axis for a greatest power, W: one or two digits, so that its label is short. */
export function topOf(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(most, 100)));
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
  return unit * (steps.find((step) => step * unit >= most) ?? 10);
}

type Run = { x: number; y: number }[];

/** Splits slots into runs of points without a gap. A power below zero is noise of a meter and drawn as zero. */
function runsOf(slots: DaySlots, top: number): Run[] {
  const runs: Run[] = [];
  let run: Run = [];
  for (const [slot, power] of slots.entries()) {
    if (power === null) {
      if (run.length > 0) runs.push(run);
      run = [];
    } else {
      const y = PLOT_HEIGHT * (1 - Math.min(1, Math.max(0, power / top)));
      run.push({ x: slot + 0.5, y: Number(y.toFixed(1)) });
    }
  }
  return run.length > 0 ? [...runs, run] : runs;
}

/** SVG path of a line through the slots; a single point between gaps is a short line. */
export function linePath(slots: DaySlots, top: number): string {
  return runsOf(slots, top)
    .map(
      (run) => `M${run.map(({ x, y }) => `${x} ${y}`).join("L")}${run.length === 1 ? "h.5" : ""}`,
    )
    .join("");
}

/** SVG path of the area between the line and zero. */
export function areaPath(slots: DaySlots, top: number): string {
  return runsOf(slots, top)
    .map((run) => {
      const line = run.map(({ x, y }) => `L${x} ${y}`).join("");
      return `M${run[0]?.x} ${PLOT_HEIGHT}${line}L${run.at(-1)?.x} ${PLOT_HEIGHT}Z`;
    })
    .join("");
}
