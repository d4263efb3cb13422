import { type ReactNode, useMemo, useState } from "react";
import { ChartCard } from "#app/charts/chart-card.tsx";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { type AnsweredSeries, lineOfSeries } from "#app/charts/line-of-series.ts";
import { CHART_COLORS } from "#app/charts/palette.ts";
import type { ValueAxis } from "#app/charts/plot-options.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Shade } from "#app/theme/palette.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { Segments } from "#app/ui/segments.tsx";
import type { PhaseCurves } from "#domain/devices/phase-curves.ts";
import { useRemembered } from "../states/use-remembered.ts";
import {
  CurveCard,
  CurveChoice,
  hasBand,
  LESS_HEIGHT,
  PERCENT,
  WATTS,
  type Zoom,
} from "./curve-card.tsx";
import { findPowerView, POWER_VIEWS, type PowerView } from "./history-query.ts";
import type PhaseCardPart from "./phase-card.tsx";
import type { SitePlan } from "./site-plan.ts";
import { useBalance } from "./use-balance.ts";
import type { Extra, Power, usePower } from "./use-power.ts";

const HEIGHT = 300;
const VOLTS: ValueAxis = { unit: "V" };

const PhaseCard = lazyComponent<Parameters<typeof PhaseCardPart>[0]>(
  () => import("./phase-card.tsx"),
  { reportErrors: false },
);

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
  | ("critical" | "normal");

type PowerCardsProps = {
  plan: SitePlan;
  power: Power | null;
  extra: Extra | null;
  zoom: Zoom;
  state: ReturnType<typeof usePower>["state"];
  /** Curves by phase: those that the site has, and the choice among them. */
  phases: Pick<
    Parameters<typeof PhaseCardPart>[0],
    "siteKey" | "shown" | "options" | "chosen" | "onChoose"
  > & { curves: readonly PhaseCurves[] };
  /** How the powers are drawn: the choice in the address, null for the one that this device remembers. */
  view: PowerView | null;
  onView: (view: PowerView) => void;
  /** Expected solar power; null without a forecast. */
  forecast: ChartLine | null;
  /** Note beside the title of the power chart. */
  note: ReactNode;
};

/** Curves of powers and of the battery over the span, with one cursor. */
export function PowerCards({
  plan,
  power,
  extra,
  zoom,
  state,
  phases,
  view,
  onView,
  forecast,
  note,
}: PowerCardsProps) {
  const { t } = useTranslation("charts");
  const [cursor, setCursor] = useState<number | null>(null);
  const [remembered, remember] = useRemembered("history.power", "curves", findPowerView);
  const chosen = view ?? remembered;
  const { siteKey, shown, options } = phases;
  const stacked = useBalance(siteKey, shown, options, chosen === "balance");
  const lines = useLines(plan, power, extra, forecast);
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
  const common = { power, cursor, onCursor: setCursor, zoom, state };
  const { balance } = stacked;
  const level = plan.battery === "volts" ? VOLTS : PERCENT;
  return (
    <>
      <CurveCard
        {...common}
        title={t("history.power.title")}
        height={HEIGHT}
        // The curves stay until the balance is loaded.
        lines={balance?.parts ?? lines.power}
        stack={balance?.stack}
        axes={
          balance === null && lines.power.some(({ axis }) => axis === "end")
            ? { start: WATTS, end: level }
            : { start: WATTS }
        }
        state={chosen === "balance" ? stacked.state : state}
        note={
          <CurveChoice>
            {note}
            <Segments
              label={t("history.power.view")}
              options={POWER_VIEWS.map((name) => ({ name, text: t(`history.power.${name}`) }))}
              chosen={chosen}
              onChoose={(wanted) => {
                remember(wanted);
                onView(wanted);
              }}
            />
          </CurveChoice>
        }
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
      {phases.curves.length > 0 && <PhaseCard {...common} {...phases} extra={extra} />}
    </>
  );
}

/** Null before the first answer. */
function useLines(
  plan: SitePlan,
  power: Power | null,
  extra: Extra | null,
  forecast: ChartLine | null,
) {
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
          hasBand: hasBand(bucketMs),
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
      power: [
        ...draw([
          byVolts ? voltage : soc,
          { line: "load", series: series.acout, bucketMs, shade: C.load },
          { line: "gridImport", series: series.acin, bucketMs, shade: C.grid },
          { line: "feedIn", series: series.acfeedback, bucketMs, shade: C.feedIn },
          ...extras("generator"),
          { line: "solar", series: series.solar, bucketMs, shade: C.solar, isFilled: true },
        ]),
        ...(forecast === null ? [] : [forecast]),
      ],
      battery: draw([
        { line: "current", series: series.batteryCurrent, bucketMs, shade: C.batteryCurrent },
        byVolts ? soc : voltage,
      ]),
      loads: draw(extras(...LOADS)),
    };
  }, [plan, power, extra, forecast, t]);
}

const C = CHART_COLORS;
const LOADS = ["critical", "normal"] as const;
const EXTRA_SHADES = {
  generator: C.generator,
  critical: C.load,
  normal: C.normalLoad,
} as const;
