import type { Span } from "#domain/history/local-days.ts";
import type { Shade } from "../theme/palette.ts";
import type { ChartLine } from "./chart-lines.ts";
import { isWithin, type Part, partsOf } from "./stale-periods.ts";

/** Part of an axis: a value, its position in px, and the px per unit. */
export type Scaling = { value: number; pixel: number; perUnit: number };
export type Plotted = {
  pen: CanvasRenderingContext2D;
  span: Span;
  area: { left: number; right: number; top: number; bottom: number };
  scaling: Record<"start" | "end", Scaling | null>;
  colorOf: (shade: Shade) => string;
};

type Places = [first: number, end: number];

const BAND_ALPHA = 0.18;
/** Beyond this number of overlapping bands each is drawn fainter, so that lines and spikes stay visible. */
const MAX_STRONG_BANDS = 2;
const MIN_BAND_ALPHA = 0.06;
const FILL_ALPHA = 0.14;
/** The parts of a stack are distinguished by the lightness of their areas. */
const STACK_ALPHA = 0.9;
const DOT_RADIUS = 2;
/**
 * Stale values are drawn as a thin dotted line without a filled area, because they are less certain than measured ones.
 */
const STALE = { width: 1.5, dashes: [2, 3], isFilled: false, hasDots: false };
const DASHES = [6, 4];
const WIDE = 1.75;
/** A canvas draws lines of 1 px several times faster, so many lines are drawn thin. */
const FINE = 1;
const MAX_WIDE_LINES = 8;
/** Above this number of samples per px only the minimum and maximum of each px are drawn. */
const DENSE = 2.5;

/**
 * Draws lines straight onto a chart's canvas: chart.js would create an object for each sample, and a hundred thousand
 * of them on each movement.
 */
export function drawLines(lines: readonly ChartLine[], plotted: Plotted): void {
  const { pen, area } = plotted;
  pen.save();
  pen.beginPath();
  pen.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
  pen.clip();
  // The first line is drawn last and lies on top.
  const width = lines.length > MAX_WIDE_LINES ? FINE : WIDE;
  const shared = (BAND_ALPHA * MAX_STRONG_BANDS) / lines.length;
  const bandAlpha = Math.min(BAND_ALPHA, Math.max(MIN_BAND_ALPHA, shared));
  for (const line of [...lines].reverse()) drawLine(line, { width, bandAlpha }, plotted);
  pen.restore();
}

/** Range of the samples that a window shows, with one more on each side; the end is exclusive. */
export function shownPlaces(at: readonly number[], { from, to }: Span): Places {
  return [Math.max(0, lowerBound(at, from) - 1), Math.min(at.length, lowerBound(at, to) + 1)];
}

/** Index of the first instant that is not before `instant`. */
function lowerBound(at: readonly number[], instant: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Style of a line or of a part of it. */
type Look = { width: number; dashes?: number[]; isFilled: boolean; hasDots: boolean };

function drawLine(
  line: ChartLine,
  { width, bandAlpha }: { width: number; bandAlpha: number },
  plotted: Plotted,
): void {
  const scaling = plotted.scaling[line.axis];
  if (scaling === null) return;
  const { pen, span, area, colorOf } = plotted;
  const { at, isDashed = false, stacked } = line;
  const isFilled = line.isFilled === true || stacked !== undefined;
  const perMs = (area.right - area.left) / (span.to - span.from);
  const x = (instant: number) => area.left + (instant - span.from) * perMs;
  const y = (value: number) => scaling.pixel + (value - scaling.value) * scaling.perUnit;
  // A forecast is its band.
  const ways = { pen, x, y, bandAlpha: isDashed ? BAND_ALPHA : bandAlpha };
  const color = colorOf(line.shade);
  pen.strokeStyle = color;
  pen.fillStyle = color;
  const parts = partsOf(line.stale, span, 1 / perMs);
  if (parts.every(({ isStale }) => !isStale))
    drawPlaces(
      line,
      shownPlaces(at, span),
      { width, isFilled, hasDots: true, ...(isDashed && { dashes: DASHES }) },
      ways,
    );
  else drawParts(line, parts, { width, isFilled, hasDots: false }, { ...ways, area });
}

/** Draws measured and stale values, each within its own parts of the plot. */
function drawParts(
  line: ChartLine,
  parts: readonly Part[],
  look: Look,
  ways: Ways & Pick<Plotted, "area">,
): void {
  const { pen, x, area } = ways;
  for (const { isStale, ...part } of parts) {
    pen.save();
    pen.beginPath();
    // Whole px, so that no seam is visible.
    const left = Math.round(x(part.from));
    pen.rect(left, area.top, Math.round(x(part.to)) - left, area.bottom - area.top);
    pen.clip();
    drawPlaces(line, shownPlaces(line.at, part), isStale ? STALE : look, ways);
    pen.restore();
  }
  const whole = { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 };
  drawDots(line, shownPlaces(line.at, whole), ways);
}

function drawPlaces(line: ChartLine, [first, end]: Places, look: Look, ways: Ways): void {
  const { at, gapMs, hasBand = true } = line;
  const { pen, x, y } = ways;
  for (const [from, until] of runsOf(at, gapMs, first, end)) {
    if (hasBand) fillBand(line, from, until, ways);
    if (until - from === 1) {
      if (look.hasDots) dot(pen, x(at[from] ?? 0), y(line.value[from] ?? 0));
      continue;
    }
    pen.beginPath();
    const isDense = (until - from) / Math.max(1, x(at[until - 1] ?? 0) - x(at[from] ?? 0)) > DENSE;
    // The two edges of a stacked part keep the same instants.
    if (isDense && !line.isStepped && !line.stacked) traceDense(line, from, until, ways);
    else trace(line, from, until, ways);
    if (look.isFilled) {
      pen.save();
      pen.lineWidth = look.width;
      pen.stroke();
      traceBack(line, from, until, ways);
      pen.closePath();
      pen.globalAlpha = line.stacked === undefined ? FILL_ALPHA : STACK_ALPHA;
      pen.fill();
      pen.restore();
      continue;
    }
    pen.setLineDash(look.dashes ?? []);
    pen.lineWidth = look.width;
    pen.lineJoin = "bevel";
    pen.stroke();
  }
}

/** Draws isolated samples as dots; stale ones are rings. */
function drawDots({ at, value, gapMs, stale }: ChartLine, places: Places, { pen, x, y }: Ways) {
  pen.lineWidth = FINE;
  for (const [from, until] of runsOf(at, gapMs, ...places))
    if (until - from === 1)
      dot(pen, x(at[from] ?? 0), y(value[from] ?? 0), isWithin(stale, at[from] ?? 0));
}

/** Yields runs of samples without a gap. */
function* runsOf(
  at: readonly number[],
  gapMs: number,
  first: number,
  end: number,
): Generator<[from: number, until: number]> {
  let from = first;
  for (let place = first + 1; place <= end; place += 1) {
    if (place < end && (at[place] ?? 0) - (at[place - 1] ?? 0) <= gapMs) continue;
    if (place > from) yield [from, place];
    from = place;
  }
}

type Ways = {
  pen: CanvasRenderingContext2D;
  x: (instant: number) => number;
  y: (value: number) => number;
  bandAlpha: number;
};

function trace(
  { at, value, isStepped }: ChartLine,
  from: number,
  until: number,
  { pen, x, y }: Ways,
) {
  let before = 0;
  for (let place = from; place < until; place += 1) {
    const across = x(at[place] ?? 0);
    const along = y(value[place] ?? 0);
    if (isStepped && place > from) pen.lineTo(across, before);
    pen.lineTo(across, along);
    before = along;
  }
}

/** Returns from the end of a line to its beginning: along zero, or along the other edge of a stacked part. */
function traceBack({ at, stacked }: ChartLine, from: number, until: number, { pen, x, y }: Ways) {
  if (stacked === undefined) {
    pen.lineTo(x(at[until - 1] ?? 0), y(0));
    pen.lineTo(x(at[from] ?? 0), y(0));
    return;
  }
  for (let place = until - 1; place >= from; place -= 1)
    pen.lineTo(x(at[place] ?? 0), y(stacked.floor[place] ?? 0));
}

/** Draws the first, minimum, maximum and last sample of each px, which looks the same as drawing all of them. */
function traceDense({ at, value }: ChartLine, from: number, until: number, { pen, x, y }: Ways) {
  for (let place = from; place < until; ) {
    const column = Math.floor(x(at[place] ?? 0));
    const start = y(value[place] ?? 0);
    let least = start;
    let greatest = start;
    let last = start;
    for (; place < until && Math.floor(x(at[place] ?? 0)) === column; place += 1) {
      last = y(value[place] ?? 0);
      if (last < least) least = last;
      if (last > greatest) greatest = last;
    }
    pen.lineTo(column, start);
    if (least !== greatest) {
      pen.lineTo(column, least);
      pen.lineTo(column, greatest);
      pen.lineTo(column, last);
    }
  }
}

function fillBand({ at, min, max }: ChartLine, from: number, until: number, ways: Ways) {
  const { pen, x, y, bandAlpha } = ways;
  if (min === undefined || max === undefined) return;
  pen.save();
  pen.globalAlpha = bandAlpha;
  if (until - from === 1) {
    const across = x(at[from] ?? 0);
    pen.fillRect(across - 1, y(max[from] ?? 0), 2, y(min[from] ?? 0) - y(max[from] ?? 0));
  } else {
    pen.beginPath();
    for (let place = from; place < until; place += 1)
      pen.lineTo(x(at[place] ?? 0), y(max[place] ?? 0));
    for (let place = until - 1; place >= from; place -= 1)
      pen.lineTo(x(at[place] ?? 0), y(min[place] ?? 0));
    pen.fill();
  }
  pen.restore();
}

function dot(pen: CanvasRenderingContext2D, x: number, y: number, isRing = false): void {
  pen.beginPath();
  pen.arc(x, y, DOT_RADIUS, 0, 2 * Math.PI);
  if (isRing) pen.stroke();
  else pen.fill();
}

/** Minimum and maximum of an axis in a window; null if it shows nothing. */
export function rangeOf(
  lines: readonly ChartLine[],
  axis: "start" | "end",
  span: Span,
): { least: number; greatest: number } | null {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    if (line.axis !== axis) continue;
    const { at, value, min = value, max = value, hasBand = true } = line;
    const [first, end] = shownPlaces(at, span);
    for (let place = first; place < end; place += 1) {
      const low = (hasBand ? min : value)[place] ?? 0;
      const high = (hasBand ? max : value)[place] ?? 0;
      if (low < least) least = low;
      if (high > greatest) greatest = high;
    }
  }
  return least <= greatest ? { least, greatest } : null;
}
