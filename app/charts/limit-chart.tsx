import { useCallback, useState } from "react";
import type { Span } from "#domain/history/local-days.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import type { ChartLine } from "./chart-lines.ts";
import { type AxisBounds, type ChartLimit, limitAxis } from "./limit-axis.ts";
import { LimitHandle } from "./limit-handle.tsx";
import { TimeChart } from "./time-chart.tsx";
import type { PlotArea } from "./use-chart-gestures.ts";

type LimitChartProps = {
  /** Accessible name of the chart. */
  label: string;
  /** Height, px. */
  height: number;
  timeZone: string;
  span: Span;
  /** Null while there is no curve; the limits are shown all the same. */
  line: ChartLine | null;
  unit: string;
  limits: readonly ChartLimit[];
  /** Values that limits may have. */
  allowed: AxisBounds;
  /** Number of decimals of the values. */
  decimals: number | undefined;
  onLimit: (name: string, value: number) => void;
};

/** A curve with its limits, which are moved by pointer or keys. */
export function LimitChart(props: LimitChartProps) {
  const { label, height, timeZone, span, line, unit, limits, allowed, decimals, onLimit } = props;
  const { language } = useTranslation().i18n;
  const [area, setArea] = useState<PlotArea | null>(null);
  // The axis stays while a limit is dragged, so that the limit stays under the pointer.
  const [held, setHeld] = useState<AxisBounds | null>(null);
  const present = limitAxis(
    line === null ? null : rangeOf(line),
    limits.map(({ value }) => value),
    allowed,
  );
  const axis = held ?? present;
  const onDrawn = useCallback(
    ({ left, right, top, bottom }: PlotArea) =>
      setArea((before) =>
        before?.left === left &&
        before.right === right &&
        before.top === top &&
        before.bottom === bottom
          ? before
          : { left, right, top, bottom },
      ),
    [],
  );
  const text = (value: number) => formatQuantity(value, unit, { language, decimals }).text;
  return (
    <Frame>
      <TimeChart
        label={label}
        height={height}
        timeZone={timeZone}
        span={span}
        lines={line === null ? NO_LINES : [line]}
        axes={{ start: { unit, ...axis } }}
        onDrawn={onDrawn}
      />
      {area && (
        <Plot style={styleOf(area)}>
          {limits.map((limit) =>
            limit.value === null ? null : (
              <LimitHandle
                key={limit.name}
                limit={{ ...limit, value: limit.value }}
                axis={axis}
                height={area.bottom - area.top}
                allowed={allowed}
                decimals={decimals}
                text={text(limit.value)}
                onMove={(value) => onLimit(limit.name, value)}
                onHold={(isHeld) => setHeld(isHeld ? axis : null)}
              />
            ),
          )}
        </Plot>
      )}
    </Frame>
  );
}

const NO_LINES: readonly ChartLine[] = [];

/** Least and greatest value of a curve, with those of its buckets; null without values. */
export function rangeOf({ value, min = value, max = value }: ChartLine): AxisBounds | null {
  if (value.length === 0) return null;
  const least = (values: readonly number[]) =>
    values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const greatest = (values: readonly number[]) =>
    values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  return { min: least(min), max: greatest(max) };
}

const styleOf = ({ left, right, top, bottom }: PlotArea) => ({
  left,
  top,
  width: right - left,
  height: bottom - top,
});

const Frame = styled("div", { position: "relative", minW: "0", direction: "ltr" });

/** Covers the plot without taking the pointer from the curve. */
const Plot = styled("div", { position: "absolute", pointerEvents: "none" });
