import type { ChartArea } from "chart.js";
import type { ReactNode } from "react";
import type { Span } from "#domain/history/local-days.ts";
import { styled } from "../theme/styled.tsx";
import { type Plot, PlotFrame } from "./plot-frame.tsx";
import { pressTimeKey } from "./press-chart-key.ts";
import { Readout, type ReadoutRow } from "./readout.tsx";
import { type Gestures, useChartGestures } from "./use-chart-gestures.ts";

type TimePlotProps = Omit<Gestures, "frame" | "plot"> & {
  plot: Plot;
  /** Accessible name of the chart. */
  label: string;
  /** Height, px. */
  height: number;
  /** Instant of the cursor, ms UTC; it may be outside the span. */
  cursor: number | null;
  /** Values at the cursor as text for screen readers. */
  valueText: string;
  /** Title and values that are shown beside the cursor; null to show none. */
  readout: { title: string; rows: readonly ReadoutRow[] } | null;
  /** The `PlotCanvas` and the elements over it. */
  children: ReactNode;
};

/** Frame of a chart over time: its cursor, the gestures and keys that move and zoom it, and the values at the cursor. */
export function TimePlot(props: TimePlotProps) {
  const { plot, label, height, cursor, valueText, readout, children, ...given } = props;
  const { frame, width, chart } = plot;
  const gestures = { ...given, frame, plot: () => chart.current?.chartArea ?? null };
  const { handlers, selection } = useChartGestures(gestures);
  const area = chart.current?.chartArea;
  const at = shownCursor(plot, given.span, cursor);
  const x = area === undefined || at === null ? null : pixelAt(area, given.span, at);
  const vertical = area && { top: area.top, height: area.bottom - area.top };
  return (
    <PlotFrame
      plot={plot}
      label={label}
      height={height}
      valueText={valueText}
      bounds={given.span}
      cursor={at}
      data-over-time
      data-movable={given.onSpan !== undefined || undefined}
      onKeyDown={(event) => pressTimeKey(event, gestures, cursor)}
      {...handlers}
    >
      {children}
      {x !== null && <CursorLine style={{ left: x, ...vertical }} />}
      {selection && area && (
        <SelectedSpan
          style={{
            left: Math.min(selection.from, selection.to),
            width: Math.abs(selection.to - selection.from),
            ...vertical,
          }}
        />
      )}
      {readout !== null && x !== null && <Readout {...readout} x={x} width={width} />}
    </PlotFrame>
  );
}

/** The instant of a cursor, ms UTC; null if it is outside the span, or if the chart is not drawn yet. */
export function shownCursor({ chart }: Plot, span: Span, cursor: number | null): number | null {
  if (chart.current?.chartArea === undefined || cursor === null) return null;
  return cursor >= span.from && cursor <= span.to ? cursor : null;
}

function pixelAt({ left, right }: ChartArea, { from, to }: Span, at: number): number {
  return left + ((at - from) / (to - from)) * (right - left);
}

/** Vertical line at the cursor. */
const CursorLine = styled("div", {
  position: "absolute",
  w: "1px",
  bg: "fg.subtle",
  pointerEvents: "none",
});

/** Span that is being selected by dragging. */
const SelectedSpan = styled("div", {
  position: "absolute",
  bg: "brand.muted",
  opacity: "0.5",
  pointerEvents: "none",
});
