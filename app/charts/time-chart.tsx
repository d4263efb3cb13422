import { useCallback, useMemo, useRef, useState } from "react";
import type { Span } from "#domain/history/local-days.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import type { CanvasChartProps, Drawn } from "./canvas-chart.tsx";
import { type ChartLine, placeAt } from "./chart-lines.ts";
import { drawLines, type Scaling } from "./draw-lines.ts";
import { PlotCanvas, usePlot } from "./plot-frame.tsx";
import type { ValueAxes } from "./plot-options.ts";
import type { ReadoutRow } from "./readout.tsx";
import { isWithin } from "./stale-periods.ts";
import { timeChartOptions } from "./time-chart-options.ts";
import { formatInstant } from "./time-labels.ts";
import { shownCursor, TimePlot } from "./time-plot.tsx";
import type { PlotArea } from "./use-chart-gestures.ts";
import { useShade } from "./use-shade.ts";

type TimeChartProps = {
  /** Accessible name of the chart. */
  label: string;
  /** Height, px. */
  height: number;
  timeZone: string;
  span: Span;
  lines: readonly ChartLine[];
  axes: ValueAxes;
  /** Called when the user changes the visible span; `limits` bounds it. */
  onSpan?: (span: Span) => void;
  limits?: Span;
  isSelecting?: boolean;
  /** Whether there are several charts on the page, so that the wheel scrolls it unless one of them has the focus. */
  isOneOfMany?: boolean;
  /** Cursor that several charts share. */
  cursor?: number | null;
  onCursor?: (at: number | null) => void;
  /** Whether the chart shows values beside the cursor itself; otherwise its parent does. */
  hasReadout?: boolean;
  /** Called with the bounds of the plot in the chart, px, whenever it is drawn. */
  onDrawn?: (area: PlotArea) => void;
};

/** Curves over time, with a cursor that shows their values, and gestures that move and zoom. */
export function TimeChart(props: TimeChartProps) {
  const { label, height, timeZone, span, lines, axes, onSpan, hasReadout = true } = props;
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  const colorOf = useShade();
  const plot = usePlot();
  const { width } = plot;
  const [own, setOwn] = useState<number | null>(null);
  const cursor = props.cursor === undefined ? own : props.cursor;
  const onCursor = props.onCursor ?? setOwn;
  const { onDrawn } = props;
  const shown = useRef({ lines, span, colorOf, onDrawn });
  shown.current = { lines, span, colorOf, onDrawn };
  const draw = useCallback((drawn: Drawn) => {
    const { ctx: pen, chartArea: area } = drawn;
    const scaling = { start: scalingOf(drawn, "start"), end: scalingOf(drawn, "end") };
    drawLines(shown.current.lines, { ...shown.current, pen, area, scaling });
    shown.current.onDrawn?.(area);
  }, []);
  const appearance = colorOf(["light", "dark"]);
  const axesKey = JSON.stringify(axes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines or colours are drawn anew
  const data = useMemo(() => ({ datasets: [] }), [lines, appearance]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor is not part of the chart itself
  const options = useMemo(
    () => timeChartOptions(span, axes, lines, { language, timeZone, colorOf, width }),
    [span, axesKey, lines, language, timeZone, appearance, width],
  );
  const at = shownCursor(plot, span, cursor);
  const rows = at === null ? [] : readAt(lines, at, language);
  const title = at === null ? "" : formatInstant(language, timeZone, at, span.to - span.from);
  return (
    <TimePlot
      plot={plot}
      label={label}
      height={height}
      span={span}
      onSpan={onSpan}
      cursor={cursor}
      onCursor={onCursor}
      limits={props.limits ?? span}
      isSelecting={props.isSelecting ?? false}
      isOneOfMany={props.isOneOfMany ?? false}
      valueText={[title, ...rows.map((row) => formatRow(row, t("quality.stale.name")))].join(", ")}
      readout={hasReadout && rows.length > 0 ? { title, rows } : null}
    >
      <PlotCanvas
        type="line"
        data={data}
        options={options as CanvasChartProps["options"]}
        chart={plot.chart}
        draw={draw}
      />
    </TimePlot>
  );
}

function formatRow({ name, text, isStale }: ReadoutRow, stale: string): string {
  return isStale ? `${name} ${text} (${stale})` : `${name} ${text}`;
}

/** Null if there is no such axis. */
function scalingOf({ scales }: Drawn, name: "start" | "end"): Scaling | null {
  const scale = scales[name];
  if (scale === undefined) return null;
  const { min, max } = scale;
  const pixel = scale.getPixelForValue(min);
  return { value: min, pixel, perUnit: (scale.getPixelForValue(max) - pixel) / (max - min) };
}

/** Reads the values of lines at an instant; a line with a gap there has no value. */
export function readAt(
  lines: readonly ChartLine[],
  instant: number,
  language: string,
): ReadoutRow[] {
  return lines.flatMap((line) => {
    const place = placeAt(line, instant);
    if (place === null) return [];
    const { id, shade, name, unit, at, value, min, max, stale } = line;
    const show = (one: number | undefined) => formatQuantity(one ?? null, unit, { language }).text;
    const [least, greatest] = [min?.[place], max?.[place]];
    const range =
      least !== undefined && greatest !== undefined && least !== greatest
        ? ` (${show(least)} – ${show(greatest)})`
        : "";
    const text = show(value[place]) + range;
    return [{ id, shade, name, text, isStale: isWithin(stale, at[place] ?? 0) }];
  });
}
