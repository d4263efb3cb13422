import { useCallback, useMemo } from "react";
import type { ApiQuery } from "#app/api/use-api-query.ts";
import { BarChart } from "#app/charts/bar-chart.tsx";
import { type BarSeries, WHOLE_FROM } from "#app/charts/bar-datasets.ts";
import { ChartCard } from "#app/charts/chart-card.tsx";
import { ChartLegend } from "#app/charts/chart-legend.tsx";
import { formatPeriod, tickLabel } from "#app/charts/time-labels.ts";
import { useShade } from "#app/charts/use-shade.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Segments } from "#app/ui/segments.tsx";
import type { BatteryAxis } from "#domain/devices/battery-axis.ts";
import { dayOf } from "#domain/history/local-days.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { barsOf, columnsOf, type QuantityColumn, sumOf } from "./energy-bars.ts";
import {
  ENERGY_CHARTS,
  type EnergyChart,
  type QuantityName,
  type SummaryAnswer,
} from "./energy-charts.ts";
import { EnergyTable } from "./energy-table.tsx";
import type { PeriodUnit } from "./history-query.ts";
import { useHidden } from "./use-hidden.ts";

const HEIGHT = 280;
const STEP_MS = {
  hour: HOUR_MS,
  day: DAY_MS,
  month: 30.4375 * DAY_MS,
  year: 365.25 * DAY_MS,
} as const;
const EMPTY: SummaryAnswer["list"] = [];

type EnergyCardProps = {
  chart: EnergyChart;
  onChart: (chart: EnergyChart) => void;
  query: ApiQuery<"POST /site/v2/chart/comparison">;
  axis: BatteryAxis | null;
  /** Whether the AC input is that of the grid alone. */
  isGridOnly: boolean;
  onPick: (unit: PeriodUnit, day: number) => void;
};

/** Energies of a span as bars of its hours, days or months. */
export function EnergyCard(props: EnergyCardProps) {
  const { chart, onChart, query, axis, isGridOnly, onPick } = props;
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  const colorOf = useShade();
  const { hidden, toggle } = useHidden();
  // While another chart loads, the previous one stays visible.
  const answer = query.data;
  const shown = answer?.chart ?? chart;
  const labels = useMemo(() => labelsOf(answer, language), [answer, language]);
  const nameOf = useCallback(
    (name: QuantityName) =>
      t(`history.value.${name === "acinput" && isGridOnly ? "gridImport" : name}`),
    [t, isGridOnly],
  );
  const chartName = (name: EnergyChart) =>
    name === "acinput" && isGridOnly ? t("history.value.gridImport") : t(`history.chart.${name}`);
  const columns = useMemo(
    () =>
      answer === null
        ? []
        : columnsOf(answer, shown).map((one) => ({ ...one, name: nameOf(one.quantity) })),
    [answer, shown, nameOf],
  );
  const series = useMemo(
    () => (answer === null ? [] : barsOf(answer, shown, axis, nameOf)),
    [answer, shown, axis, nameOf],
  );
  const visible = useMemo(() => series.filter(({ id }) => !hidden.has(id)), [series, hidden]);
  const title = t("history.energy", { chart: chartName(shown) });
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
          options={ENERGY_CHARTS.map((name) => ({ name, text: chartName(name) }))}
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
        titlesBefore={labels.titlesBefore}
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
      <BarKey
        hasBefore={visible.some(({ before }) => before?.some((value) => value !== null))}
        isPartial={visible.some((one) => hasPartial(one))}
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
    titlesBefore: list.map(({ previous }) =>
      previous === null ? null : formatPeriod(language, timeZoneId, previous.datetime, bars),
    ),
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
    if (at !== undefined) onPick(bars === "hour" ? "day" : bars, dayOf(timeZoneId, at));
  };
}

function hasPartial({ values, coverages = [] }: BarSeries): boolean {
  return values.some((value, place) => value !== null && (coverages[place] ?? 1) < WHOLE_FROM);
}

/** Explains outlined and hatched bars, if the chart has any. */
function BarKey({ hasBefore, isPartial }: { hasBefore: boolean; isPartial: boolean }) {
  const { t } = useTranslation("charts");
  if (!hasBefore && !isPartial) return null;
  return (
    <Key>
      {hasBefore && (
        <li>
          <i data-kind="before" />
          {t("history.sums.barBefore")}
        </li>
      )}
      {isPartial && (
        <li>
          <i data-kind="partial" />
          {t("history.sums.barPartial")}
        </li>
      )}
    </Key>
  );
}

const Key = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  rowGap: "1",
  px: "2",
  textStyle: "xs",
  color: "fg.muted",
  "& li": { display: "flex", alignItems: "center", gap: "2" },
  "& i": { w: "3", h: "3", flexShrink: "0", borderWidth: "1px", borderColor: "fg.subtle" },
  "& [data-kind=before]": { borderStyle: "dashed", bg: "bg.sunken" },
  "& [data-kind=partial]": {
    backgroundImage:
      "repeating-linear-gradient(135deg, currentColor 0 1.5px, transparent 1.5px 4px)",
  },
});
