import { hatchBox } from "#app/charts/draw-hatched.ts";
import { heatColor } from "#app/charts/heat-scale.ts";
import { FONT } from "#app/charts/plot-options.ts";
import type { PlotArea } from "#app/charts/use-chart-gestures.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { energyPerHour, HOURS, isUncertain, type YearHours } from "./year-hours.ts";

const HOUR_LABELS = [0, 6, 12, 18, 24];
const MONTHS = 12;
const LABEL_GAP_PX = 6;

export type HoursLook = {
  /** Colours of the scale, and the energy at its end, Wh. */
  colors: readonly string[];
  top: number;
  hatch: string;
  /** Colour of the lines across hours that are estimated or covered in part. */
  ground: string;
  text: string;
  line: string;
};

/** Returns the box of a cell, px, on whole pixels of the screen so that neighbours touch without a seam. */
export function boxOfCell(
  { left, right, top, bottom }: PlotArea,
  { days }: Pick<YearHours, "days">,
  cell: number,
  ratio: number,
): PlotArea {
  const whole = (px: number) => Math.round(px * ratio) / ratio;
  const x = (day: number) => whole(left + (day * (right - left)) / days);
  const y = (hour: number) => whole(top + (hour * (bottom - top)) / HOURS);
  const [day, hour] = [Math.floor(cell / HOURS), cell % HOURS];
  return { left: x(day), right: x(day + 1), top: y(hour), bottom: y(hour + 1) };
}

/** Returns the cell at a position; null outside the plot and in the future. */
export function cellAt(
  { left, right, top, bottom }: PlotArea,
  { days, passed }: Pick<YearHours, "days" | "passed">,
  x: number,
  y: number,
): number | null {
  if (x < left || x >= right || y < top || y >= bottom) return null;
  const day = Math.floor(((x - left) / (right - left)) * days);
  const cell = day * HOURS + Math.floor(((y - top) / (bottom - top)) * HOURS);
  return cell < passed ? cell : null;
}

/**
 * Draws the hours of a year: days from left to right, hours from top to bottom. Hours without data and skipped ones are
 * hatched, uncertain ones have a hatched colour, future ones are empty.
 * @param ratio pixels of the screen for each px
 */
export function drawHours(
  pen: CanvasRenderingContext2D,
  hours: YearHours,
  { colors, top, hatch, ground, ...look }: HoursLook,
  { area, ratio }: { area: PlotArea; ratio: number },
): void {
  const missing: PlotArea[] = [];
  const uncertain: PlotArea[] = [];
  for (let cell = 0; cell < hours.passed; cell += 1) {
    const energy = energyPerHour(hours, cell);
    const box = boxOfCell(area, hours, cell, ratio);
    if (energy === null) missing.push(box);
    else {
      pen.fillStyle = heatColor(colors, energy / top);
      pen.fillRect(...rectOf(box));
      if (isUncertain(hours, cell)) uncertain.push(box);
    }
  }
  hatchBoxes(pen, missing, area, hatch);
  hatchBoxes(pen, uncertain, area, ground);
  drawLabels(pen, hours, look, area);
}

const rectOf = ({ left, top, right, bottom }: PlotArea) =>
  [left, top, right - left, bottom - top] as const;

/** Hatches boxes together, so that the lines continue from one to the next. */
function hatchBoxes(
  pen: CanvasRenderingContext2D,
  boxes: readonly PlotArea[],
  area: PlotArea,
  color: string,
): void {
  if (boxes.length === 0) return;
  pen.save();
  pen.beginPath();
  for (const box of boxes) pen.rect(...rectOf(box));
  pen.clip();
  hatchBox(pen, area, color);
  pen.restore();
}

function drawLabels(
  pen: CanvasRenderingContext2D,
  { firstDay, days }: YearHours,
  { text, line }: Pick<HoursLook, "text" | "line">,
  area: PlotArea,
): void {
  pen.save();
  pen.font = `${FONT.size}px ${FONT.family}`;
  pen.fillStyle = text;
  pen.strokeStyle = line;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const hour of HOUR_LABELS) {
    const y = area.top + (hour * (area.bottom - area.top)) / HOURS;
    pen.fillText(`${String(hour).padStart(2, "0")}:00`, area.left - LABEL_GAP_PX, y);
  }
  pen.beginPath();
  for (const { day } of monthsOf(firstDay, days)) {
    const x = Math.round(area.left + (day * (area.right - area.left)) / days) + 0.5;
    pen.moveTo(x, area.bottom);
    pen.lineTo(x, area.bottom + LABEL_GAP_PX);
  }
  pen.stroke();
  pen.restore();
}

/** The months of a year: the day of the year on which each begins, from 0, and its number of days. */
export function monthsOf(firstDay: number, days: number): { day: number; length: number }[] {
  const year = new Date(firstDay * DAY_MS).getUTCFullYear();
  const starts = Array.from(
    { length: MONTHS },
    (_, month) => Date.UTC(year, month) / DAY_MS - firstDay,
  );
  return starts.map((day, month) => ({ day, length: (starts[month + 1] ?? days) - day }));
}
