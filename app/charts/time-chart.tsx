import { useCallback, useMemo, useRef, useState } from "react";
import type { Span } from "#domain/history/local-days.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import type { CanvasChartProps, Drawn } from "./canvas-chart.tsx";
import { type ChartLine, placeAt } from "./chart-lines.ts";
import { drawLines, type Scaling } from "./draw-lines.ts";
import { ChosenSpan, CursorLine, PlotFrame } from "./plot-styles.tsx";
import { pressChartKey } from "./press-chart-key.ts";
import { Readout, type ReadoutRow } from "./readout.tsx";
import { isWithin } from "./stale-periods.ts";
import { timeChartOptions, type ValueAxes } from "./time-chart-options.ts";
import { formatInstant } from "./time-labels.ts";
import { type Gestures, useChartGestures } from "./use-chart-gestures.ts";
import { useShade } from "./use-shade.ts";
import { useWidth } from "./use-width.ts";

const CanvasChart = lazyComponent<CanvasChartProps>(() => import("./canvas-chart.tsx"));

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
  /** Cursor that several charts share. */
  cursor?: number | null;
  onCursor?: (at: number | null) => void;
  /** Whether the chart shows values beside the cursor itself; otherwise its parent does. */
  hasReadout?: boolean;
};

/** Curves over time, with a cursor that shows their values, and gestures that move and zoom. */
export function TimeChart(props: TimeChartProps) {
  const { label, height, timeZone, span, lines, axes, onSpan, hasReadout = true } = props;
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  const colorOf = useShade();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const chart = useRef<Drawn>(undefined);
  const [own, setOwn] = useState<number | null>(null);
  const cursor = props.cursor === undefined ? own : props.cursor;
  const onCursor = props.onCursor ?? setOwn;
  const gestures: Gestures = {
    ...{ frame, span, onSpan, onCursor },
    plot: () => chart.current?.chartArea ?? null,
    limits: props.limits ?? span,
    isSelecting: props.isSelecting ?? false,
  };
  const { handlers, selection } = useChartGestures(gestures);
  const shown = useRef({ lines, span, colorOf });
  shown.current = { lines, span, colorOf };
  const draw = useCallback((drawn: Drawn) => {
    const { ctx: pen, chartArea: area } = drawn;
    const scaling = { start: scalingOf(drawn, "start"), end: scalingOf(drawn, "end") };
    drawLines(shown.current.lines, { ...shown.current, pen, area, scaling });
  }, []);
  const appearance = colorOf(["light", "dark"]);
  const axesKey = JSON.stringify(axes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines or colours are drawn anew
  const data = useMemo(() => ({ datasets: [] }), [lines, appearance]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the cursor stands changes nothing of the chart itself
  const options = useMemo(
    () => timeChartOptions(span, axes, lines, { language, timeZone, colorOf, width }),
    [span, axesKey, lines, language, timeZone, appearance, width],
  );
  const area = chart.current?.chartArea;
  const share = cursor === null ? 0 : (cursor - span.from) / (span.to - span.from);
  const isRead = cursor !== null && share >= 0 && share <= 1 && area !== undefined;
  const x = area === undefined ? 0 : area.left + share * (area.right - area.left);
  const rows = isRead ? readAt(lines, cursor, language) : [];
  const title = isRead ? formatInstant(language, timeZone, cursor, span.to - span.from) : "";
  return (
    <PlotFrame
      ref={frame}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={span.from}
      aria-valuemax={span.to}
      aria-valuenow={Math.round(cursor ?? span.from)}
      aria-valuetext={[title, ...rows.map((row) => sayRow(row, t("quality.stale.name")))].join(
        ", ",
      )}
      style={{ height }}
      data-movable={onSpan !== undefined || undefined}
      onKeyDown={(event) => pressChartKey(event, gestures, cursor)}
      {...handlers}
    >
      <CanvasChart
        type="line"
        data={data}
        options={options as CanvasChartProps["options"]}
        chart={chart}
        draw={draw}
      />
      {isRead && <CursorLine style={{ left: x, top: area.top, height: area.bottom - area.top }} />}
      {selection && area && (
        <ChosenSpan
          style={{
            left: Math.min(selection.from, selection.to),
            width: Math.abs(selection.to - selection.from),
            top: area.top,
            height: area.bottom - area.top,
          }}
        />
      )}
      {hasReadout && isRead && rows.length > 0 && (
        <Readout title={title} rows={rows} colorOf={colorOf} x={x} width={width} />
      )}
    </PlotFrame>
  );
}

function sayRow({ name, text, isStale }: ReadoutRow, stale: string): string {
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
