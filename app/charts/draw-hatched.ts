import type { Span } from "#domain/history/local-days.ts";
import type { Plotted } from "./draw-lines.ts";
import { CHART_GROUND } from "./palette.ts";

/** Distance between the lines of a hatched area, px. */
const APART_PX = 7;

/** Hatches periods over the whole height of a plot. */
export function drawHatched(
  spans: readonly Span[],
  { pen, span, area, colorOf }: Pick<Plotted, "pen" | "span" | "area" | "colorOf">,
): void {
  const perMs = (area.right - area.left) / (span.to - span.from);
  const x = (instant: number) =>
    area.left + (Math.min(span.to, Math.max(span.from, instant)) - span.from) * perMs;
  for (const { from, to } of spans)
    if (to > span.from && from < span.to)
      hatchBox(pen, { ...area, left: x(from), right: x(to) }, colorOf(CHART_GROUND.axis));
}

/**
 * Hatches a box with diagonal lines, which continue from one box to the next.
 * @param box bounds, px
 */
export function hatchBox(
  pen: CanvasRenderingContext2D,
  { left, right, top, bottom }: Plotted["area"],
  color: string,
): void {
  pen.save();
  pen.beginPath();
  pen.rect(left, top, right - left, bottom - top);
  pen.clip();
  pen.beginPath();
  const height = bottom - top;
  const first = Math.floor((left - height) / APART_PX) * APART_PX;
  for (let start = first; start < right; start += APART_PX) {
    pen.moveTo(start, bottom);
    pen.lineTo(start + height, top);
  }
  pen.strokeStyle = color;
  pen.lineWidth = 1;
  pen.stroke();
  pen.restore();
}
