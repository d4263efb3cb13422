import { type ReactNode, useMemo } from "react";
import { ChartCard } from "#app/charts/chart-card.tsx";
import { ChartLegend } from "#app/charts/chart-legend.tsx";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import type { ValueAxes } from "#app/charts/plot-options.ts";
import { TimeChart } from "#app/charts/time-chart.tsx";
import { useShade } from "#app/charts/use-shade.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { Span } from "#domain/history/local-days.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { useHidden } from "./use-hidden.ts";
import type { Power, usePower } from "./use-power.ts";

/** Height of the charts below the powers, px. */
export const LESS_HEIGHT = 220;
/** Axis of percentages (specification, section 9). */
export const PERCENT = { unit: "%", min: 0, max: 120 } as const;
export const WATTS = { unit: "W", fromZero: true } as const;

/**
 * Above this bucket length the ranges from minimum to maximum would cover each other, so only the cursor shows them.
 */
const MAX_BAND_MS = 30 * MINUTE_MS;

/** Returns whether lines of a bucket length show their ranges. */
export function hasBand(bucketMs: number | null): boolean {
  return bucketMs === null || bucketMs < MAX_BAND_MS;
}

/** The visible part, null for the whole period; its limits, and how to change it. */
export type Zoom = { view: Span | null; limits: Span; onView: (view: Span) => void };

export type CurveCardProps = {
  title: string;
  height: number;
  power: Pick<Power, "span" | "timeZone">;
  lines: readonly ChartLine[];
  /** Stacks the lines that are not hidden, and returns the periods to hatch. */
  stack?: ((visible: readonly ChartLine[]) => StackedLines) | undefined;
  axes: ValueAxes;
  cursor: number | null;
  onCursor: (at: number | null) => void;
  zoom: Zoom;
  state: ReturnType<typeof usePower>["state"];
  /** Note or controls beside the title. */
  note?: ReactNode;
};

/** Lines on top of each other, and the periods without the data of some of them. */
export type StackedLines = { lines: readonly ChartLine[]; incomplete: readonly Span[] };

/** Card with curves over a span, and a legend that hides and shows each of them. */
export function CurveCard({
  title,
  height,
  power,
  lines,
  stack,
  axes,
  cursor,
  onCursor,
  zoom,
  state,
  note,
}: CurveCardProps) {
  const { t } = useTranslation("charts");
  const colorOf = useShade();
  const { hidden, toggle } = useHidden();
  const drawn = useMemo((): StackedLines => {
    const visible = lines.filter(({ id }) => !hidden.has(id));
    return stack === undefined ? { lines: visible, incomplete: [] } : stack(visible);
  }, [lines, hidden, stack]);
  return (
    <ChartCard
      title={title}
      tools={note}
      isLoading={state.isLoading}
      refusal={state.refusal}
      onAgain={state.refetch}
      isEmpty={lines.length === 0}
      height={height}
    >
      <TimeChart
        label={title}
        height={height}
        timeZone={power.timeZone}
        span={zoom.view ?? power.span}
        limits={zoom.limits}
        onSpan={zoom.onView}
        isOneOfMany
        lines={drawn.lines}
        hatched={drawn.incomplete}
        axes={axes}
        cursor={cursor}
        onCursor={onCursor}
      />
      <ChartLegend
        label={t("legend", { chart: title })}
        entries={lines}
        hidden={hidden}
        onToggle={toggle}
        colorOf={colorOf}
      />
      {drawn.incomplete.length > 0 && <Hint>{t("history.power.incomplete")}</Hint>}
    </ChartCard>
  );
}

const Hint = styled("p", { px: "2", textStyle: "xs", color: "fg.muted" });

/** Row of controls that choose the curves; here, because the styles of parts that load later are in no stylesheet. */
export const CurveChoice = styled("div", {
  display: "flex",
  flex: "1 1 20rem",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "flex-end",
  gap: "2",
  minW: "0",
  "& > div:has(> select)": { flex: "1 1 9rem", w: "auto", maxW: { md: "13rem" } },
});
