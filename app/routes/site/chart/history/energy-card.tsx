import { useMemo } from "react";
import type { ApiQuery } from "#app/api/use-api-query.ts";
import { BarChart } from "#app/charts/bar-chart.tsx";
import { ChartCard } from "#app/charts/chart-card.tsx";
import { ChartLegend } from "#app/charts/chart-legend.tsx";
import { formatPeriod, tickLabel } from "#app/charts/time-labels.ts";
import { useShade } from "#app/charts/use-shade.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Segments } from "#app/ui/segments.tsx";
import type { BatteryAxis } from "#domain/devices/battery-axis.ts";
import { dayOf } from "#domain/history/local-days.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { barsOf, columnsOf, type QuantityColumn, sumOf } from "./energy-bars.ts";
import { ENERGY_CHARTS, type EnergyChart, type SummaryAnswer } from "./energy-charts.ts";
import { EnergyTable } from "./energy-table.tsx";
import type { PeriodUnit } from "./history-query.ts";
import { useHidden } from "./use-hidden.ts";

const HEIGHT = 280;
const STEP_MS = { hour: HOUR_MS, day: DAY_MS, month: 30.4375 * DAY_MS } as const;
const EMPTY: SummaryAnswer["list"] = [];

type EnergyCardProps = {
  chart: EnergyChart;
  onChart: (chart: EnergyChart) => void;
  query: ApiQuery<"POST /site/v2/chart/summary">;
  axis: BatteryAxis | null;
  onPick: (unit: PeriodUnit, day: number) => void;
};

/** Energies of a span as bars of its hours, days or months. */
export function EnergyCard({ chart, onChart, query, axis, onPick }: EnergyCardProps) {
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  const colorOf = useShade();
  const { hidden, toggle } = useHidden();
  // While another chart loads, the previous one stays visible.
  const answer = query.data;
  const shown = answer?.chart ?? chart;
  const labels = useMemo(() => labelsOf(answer, language), [answer, language]);
  const columns = useMemo(() => (answer === null ? [] : columnsOf(answer, shown)), [answer, shown]);
  const series = useMemo(
    () =>
      answer === null ? [] : barsOf(answer, shown, axis, (name) => t(`history.value.${name}`)),
    [answer, shown, axis, t],
  );
  const visible = useMemo(() => series.filter(({ id }) => !hidden.has(id)), [series, hidden]);
  const title = t("history.energy", { chart: t(`history.chart.${shown}`) });
  const sums = new Map(
    columns.map((column) => [column.quantity as string, saySum(column, language)]),
  );
  const hasLine = visible.some(({ isLine }) => isLine);
  return (
    <ChartCard
      title={title}
      tools={
        <Segments
          label={t("history.chart.label")}
          options={ENERGY_CHARTS.map((name) => ({ name, text: t(`history.chart.${name}`) }))}
          chosen={chart}
          onChoose={onChart}
        />
      }
      isLoading={query.isLoading}
      refusal={query.refusal}
      onAgain={query.refetch}
      isEmpty={answer !== null && isEmpty(columns)}
      height={HEIGHT}
    >
      <BarChart
        label={title}
        height={HEIGHT}
        titles={labels.titles}
        ticks={labels.ticks}
        series={visible}
        axes={{
          start: { unit: "Wh", fromZero: true },
          ...(hasLine && {
            end: axis === "volts" ? { unit: "V" } : { unit: "%", min: 0, max: 120 },
          }),
        }}
        onPick={answer === null || answer.bars === "hour" ? undefined : pickOf(answer, onPick)}
      />
      <ChartLegend
        label={t("legend", { chart: title })}
        entries={series.map(({ id, name, shade }) => ({
          id,
          shade,
          name: [name, sums.get(id)].filter(Boolean).join(" "),
        }))}
        hidden={hidden}
        onToggle={toggle}
        colorOf={colorOf}
      />
      <EnergyTable caption={title} rows={labels.rows} columns={columns} />
    </ChartCard>
  );
}

function saySum(column: QuantityColumn, language: string): string | undefined {
  const sum = sumOf(column);
  return sum === null ? undefined : formatQuantity(sum, column.unit, { language }).text;
}

const isEmpty = (columns: readonly QuantityColumn[]) =>
  columns.every(({ values }) => values.every((value) => value === null));

function labelsOf(answer: SummaryAnswer | null, language: string) {
  const { bars, timeZoneId } = answer ?? { bars: "hour" as const, timeZoneId: "UTC" };
  const list = answer?.list ?? EMPTY;
  const step = { unit: bars, count: 1, ms: STEP_MS[bars] };
  const rows = list.map(({ datetime: at }) => ({
    at,
    title: formatPeriod(language, timeZoneId, at, bars),
  }));
  return {
    rows,
    titles: rows.map(({ title }) => title),
    ticks: list.map(({ datetime }, place) =>
      // The range above the chart already shows the date of a single day.
      bars === "hour" && place === 0 && list.length <= 25
        ? tickLabel(language, timeZoneId, datetime + 1, step)
        : tickLabel(language, timeZoneId, datetime, step),
    ),
  };
}

function pickOf({ list, bars, timeZoneId }: SummaryAnswer, onPick: EnergyCardProps["onPick"]) {
  return (place: number) => {
    const at = list[place]?.datetime;
    if (at !== undefined) onPick(bars === "month" ? "month" : "day", dayOf(timeZoneId, at));
  };
}
