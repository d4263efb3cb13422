import { useCallback, useMemo, useRef, useState } from "react";
import type { Span } from "#domain/history/local-days.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import type { CanvasChartProps, Drawn } from "./canvas-chart.tsx";
import type { ChartLine } from "./chart-lines.ts";
import { drawHatched } from "./draw-hatched.ts";
import { drawLines, type Scaling } from "./draw-lines.ts";
import { PlotCanvas, usePlot } from "./plot-frame.tsx";
import type { ValueAxes } from "./plot-options.ts";
import { formatRows, readAt } from "./read-lines.ts";
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
  /** Periods without the data of some lines, in ascending order, which are hatched. */
  hatched?: readonly Span[];
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
  const { onDrawn, hatched } = props;
  const shown = useRef({ lines, hatched, span, colorOf, onDrawn });
  shown.current = { lines, hatched, span, colorOf, onDrawn };
  const draw = useCallback((drawn: Drawn) => {
    const { ctx: pen, chartArea: area } = drawn;
    const scaling = { start: scalingOf(drawn, "start"), end: scalingOf(drawn, "end") };
    const plotted = { ...shown.current, pen, area, scaling };
    if (plotted.hatched !== undefined) drawHatched(plotted.hatched, plotted);
    drawLines(plotted.lines, plotted);
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
      valueText={[title, ...formatRows(rows, t)].join(", ")}
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

/** Null if there is no such axis. */
function scalingOf({ scales }: Drawn, name: "start" | "end"): Scaling | null {
  const scale = scales[name];
  if (scale === undefined) return null;
  const { min, max } = scale;
  const pixel = scale.getPixelForValue(min);
  return { value: min, pixel, perUnit: (scale.getPixelForValue(max) - pixel) / (max - min) };
}
