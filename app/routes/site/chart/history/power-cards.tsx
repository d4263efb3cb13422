import { type ReactNode, useMemo, useState } from "react";
import { ChartCard } from "#app/charts/chart-card.tsx";
import { ChartLegend } from "#app/charts/chart-legend.tsx";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { type AnsweredSeries, lineOfSeries } from "#app/charts/line-of-series.ts";
import { CHART_COLORS } from "#app/charts/palette.ts";
import type { ValueAxes, ValueAxis } from "#app/charts/plot-options.ts";
import { TimeChart } from "#app/charts/time-chart.tsx";
import { useShade } from "#app/charts/use-shade.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Shade } from "#app/theme/palette.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { SitePlan } from "./site-plan.ts";
import { useHidden } from "./use-hidden.ts";
import type { Extra, Power, usePower } from "./use-power.ts";

const HEIGHT = 300;
const LESS_HEIGHT = 220;
/** Axis of percentages (specification, section 9). */
const PERCENT: ValueAxis = { unit: "%", min: 0, max: 120 };
const VOLTS: ValueAxis = { unit: "V" };
const WATTS: ValueAxis = { unit: "W", fromZero: true };

/**
 * Above this bucket length the ranges from minimum to maximum would cover each other, so only the cursor shows them.
 */
const MAX_BAND_MS = 30 * MINUTE_MS;

type Drawn = {
  line: LineName;
  series: AnsweredSeries | undefined;
  bucketMs: number | null;
  shade: Shade;
  axis?: ChartLine["axis"];
  isFilled?: boolean;
};
type LineName =
  | ("load" | "solar" | "gridImport" | "feedIn" | "generator" | "soc" | "voltage" | "current")
  | ("phaseU" | "phaseV" | "phaseW" | "critical" | "normal");

type PowerCardsProps = {
  plan: SitePlan;
  power: Power | null;
  extra: Extra | null;
  state: ReturnType<typeof usePower>["state"];
  /** Note beside the title of the power chart. */
  note: ReactNode;
};

/** Curves of powers and of the battery over the span, with one cursor. */
export function PowerCards({ plan, power, extra, state, note }: PowerCardsProps) {
  const { t } = useTranslation("charts");
  const [cursor, setCursor] = useState<number | null>(null);
  const lines = useLines(plan, power, extra);
  if (power === null || lines === null)
    return (
      <ChartCard
        title={t("history.power.title")}
        isLoading={state.isLoading}
        refusal={state.refusal}
        onAgain={state.refetch}
        height={HEIGHT}
      >
        {null}
      </ChartCard>
    );
  const common = { power, cursor, onCursor: setCursor, state };
  const level = plan.battery === "volts" ? VOLTS : PERCENT;
  return (
    <>
      <CurveCard
        {...common}
        title={t("history.power.title")}
        height={HEIGHT}
        lines={lines.power}
        axes={
          lines.power.some(({ axis }) => axis === "end")
            ? { start: WATTS, end: level }
            : { start: WATTS }
        }
        note={note}
      />
      {lines.battery.length > 0 && (
        <CurveCard
          {...common}
          title={t("history.power.battery")}
          height={LESS_HEIGHT}
          lines={lines.battery}
          axes={{ start: { unit: "A" }, end: plan.battery === "volts" ? PERCENT : VOLTS }}
        />
      )}
      {lines.loads.length > 0 && (
        <CurveCard
          {...common}
          title={t("history.power.loads")}
          height={LESS_HEIGHT}
          lines={lines.loads}
          axes={{ start: WATTS }}
        />
      )}
      {lines.phases.length > 0 && (
        <CurveCard
          {...common}
          title={t("history.power.phases")}
          height={LESS_HEIGHT}
          lines={lines.phases}
          axes={{ start: WATTS }}
        />
      )}
    </>
  );
}

/** Null before the first answer. */
function useLines(plan: SitePlan, power: Power | null, extra: Extra | null) {
  const { t } = useTranslation("charts");
  return useMemo(() => {
    if (power === null) return null;
    const draw = (all: readonly Drawn[]): ChartLine[] =>
      all.flatMap(({ line, series, bucketMs, shade, axis = "start", isFilled = false }) => {
        if (series === undefined || series.at.length === 0) return [];
        const style = {
          name: t(`history.line.${line}`),
          shade,
          axis,
          isFilled,
          hasBand: bucketMs === null || bucketMs < MAX_BAND_MS,
        };
        return lineOfSeries(series, bucketMs, style) ?? [];
      });
    const { series, bucketMs } = power;
    const byVolts = plan.battery === "volts" || series.batterySoc === undefined;
    const soc: Drawn = {
      line: "soc",
      series: series.batterySoc,
      bucketMs,
      shade: C.batteryLevel,
      axis: "end",
    };
    const voltage: Drawn = { ...soc, line: "voltage", series: series.batteryVoltage };
    const extras = (...names: readonly (keyof typeof EXTRA_SHADES)[]): Drawn[] =>
      names.map((line) => ({
        line,
        series: extra?.lines.get(line),
        bucketMs: extra?.bucketMs ?? null,
        shade: EXTRA_SHADES[line],
      }));
    return {
      power: draw([
        byVolts ? voltage : soc,
        { line: "load", series: series.acout, bucketMs, shade: C.load },
        { line: "gridImport", series: series.acin, bucketMs, shade: C.grid },
        { line: "feedIn", series: series.acfeedback, bucketMs, shade: C.feedIn },
        ...extras("generator"),
        { line: "solar", series: series.solar, bucketMs, shade: C.solar, isFilled: true },
      ]),
      battery: draw([
        { line: "current", series: series.batteryCurrent, bucketMs, shade: C.batteryCurrent },
        byVolts ? soc : voltage,
      ]),
      loads: draw(extras(...LOADS)),
      phases: draw(
        extras(...PHASES).filter(({ line }) => plan.phases.some((phase) => phase === line)),
      ),
    };
  }, [plan, power, extra, t]);
}

const C = CHART_COLORS;
const LOADS = ["critical", "normal"] as const;
const PHASES = ["phaseU", "phaseV", "phaseW"] as const;
const EXTRA_SHADES = {
  generator: C.generator,
  critical: C.load,
  normal: C.solar,
  phaseU: C.phaseU,
  phaseV: C.phaseV,
  phaseW: C.phaseW,
} as const;

type CurveCardProps = {
  title: string;
  height: number;
  power: Power;
  lines: readonly ChartLine[];
  axes: ValueAxes;
  cursor: number | null;
  onCursor: (at: number | null) => void;
  state: PowerCardsProps["state"];
  note?: ReactNode;
};

function CurveCard({
  title,
  height,
  power,
  lines,
  axes,
  cursor,
  onCursor,
  state,
  note,
}: CurveCardProps) {
  const { t } = useTranslation("charts");
  const colorOf = useShade();
  const { hidden, toggle } = useHidden();
  const visible = useMemo(() => lines.filter(({ id }) => !hidden.has(id)), [lines, hidden]);
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
        span={power.span}
        lines={visible}
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
    </ChartCard>
  );
}
