import { type ComponentProps, memo, type RefObject, useEffect, useRef, useState } from "react";
import type { Span } from "#domain/history/local-days.ts";
import { styled } from "../theme/styled.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import type { CanvasChartProps, Drawn } from "./canvas-chart.tsx";

export type Plot = {
  frame: RefObject<HTMLDivElement | null>;
  /** Width of the frame, px. */
  width: number;
  /** Undefined until the chart is drawn. */
  chart: RefObject<Drawn | undefined>;
};

export function usePlot(): Plot {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<Drawn>(undefined);
  return { frame, width: useWidth(frame), chart };
}

/** Width, px, before an element is measured. */
const TYPICAL_PX = 800;

/** Width of an element, px; a hidden element keeps its last width. */
export function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(TYPICAL_PX);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const now = Math.round(entry?.contentRect.width ?? 0);
      if (now > 0) setWidth(now);
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Chart within a `PlotFrame`; it is rendered again only when its data or options change. */
export const PlotCanvas = memo(lazyComponent<CanvasChartProps>(() => import("./canvas-chart.tsx")));

type PlotFrameProps = ComponentProps<typeof Frame> & {
  plot: Plot;
  /** Accessible name of the chart. */
  label: string;
  /** Height, px. */
  height: number;
  /** Bounds and position of the cursor, ms UTC or the index of a bar; null if it is not shown. */
  bounds: Span;
  cursor: number | null;
  /** Values at the cursor as text. */
  valueText: string;
};

/** Frame of a chart with a cursor: screen readers get it as a slider whose value is the text at the cursor. */
export function PlotFrame(props: PlotFrameProps) {
  const { plot, label, height, bounds, cursor, valueText, ...rest } = props;
  return (
    <Frame
      ref={plot.frame}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={bounds.from}
      aria-valuemax={bounds.to}
      aria-valuenow={Math.round(cursor ?? bounds.from)}
      aria-valuetext={valueText}
      style={{ height }}
      {...rest}
    />
  );
}

const Frame = styled("div", {
  position: "relative",
  w: "full",
  minW: "0",
  borderRadius: "md",
  touchAction: "pan-y",
  userSelect: "none",
  focusVisibleRing: "inside",
  "&[data-opens]": { cursor: "pointer" },
  "&[data-over-time]": { cursor: "crosshair" },
  "&[data-movable]:active": { cursor: "grabbing" },
});
