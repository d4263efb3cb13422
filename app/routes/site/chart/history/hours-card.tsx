import { chakra } from "@chakra-ui/react";
import { useMemo } from "react";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { ChartCard } from "#app/charts/chart-card.tsx";
import { HEAT_STOPS } from "#app/charts/heat-scale.ts";
import { useShade } from "#app/charts/use-shade.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Segments } from "#app/ui/segments.tsx";
import { formatDay } from "#domain/history/local-days.ts";
import { QUARTER_MS } from "#domain/units/durations.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import type { SummaryAnswer } from "./energy-charts.ts";
import { HOUR_QUANTITIES, type HourQuantity, type ShownRange } from "./history-query.ts";
import { HEAT_NAMES, HoursMap, MAP_HEIGHT, titleOf } from "./hours-map.tsx";
import {
  greatestCellOf,
  heatTopOf,
  isUncertain,
  type YearHours,
  yearHoursOf,
} from "./year-hours.ts";

const DEBOUNCE_MS = 150;

type HoursCardProps = {
  siteKey: string;
  /** The year. */
  shown: ShownRange;
  /** Energies of the year; null before they are known. Quantities without one are not offered. */
  sums: SummaryAnswer["sums"] | null;
  /** The chosen quantity; null for the first one. */
  chosen: HourQuantity | null;
  onChoose: (quantity: HourQuantity) => void;
  /** Called with a day, counted from 1970-01-01, when the user opens it. */
  onPick: (day: number) => void;
};

/** The energy of each hour of a year as a map of colours, for one quantity at a time. */
export default function HoursCard(props: HoursCardProps) {
  const { siteKey, shown, sums, chosen, onChoose, onPick } = props;
  const { t } = useTranslation("charts");
  const offered = HOUR_QUANTITIES.filter((name) => sums === null || sums[name].val !== null);
  const quantity = chosen !== null && offered.includes(chosen) ? chosen : (offered[0] ?? "solar");
  const year = Number(formatDay(shown.day).slice(0, 4));
  const query = useApiQuery(
    "POST /site/v2/chart/hours",
    sums === null || offered.length === 0 ? null : { siteKey, year, quantity },
    { debounceMs: DEBOUNCE_MS, pollMs: shown.isPresent ? QUARTER_MS : null, keepPrevious: true },
  );
  const { data } = query;
  const hours = useMemo(() => data && yearHoursOf(data), [data]);
  const scale = useMemo(() => hours && heatTopOf(hours), [hours]);
  if (offered.length === 0) return null;
  // While another quantity loads, the previous one stays visible.
  const drawn = data?.quantity ?? quantity;
  const name = t(`history.value.${drawn}`);
  return (
    <ChartCard
      title={t("history.hours.title")}
      tools={
        <Segments
          label={t("history.hours.choice")}
          options={offered.map((one) => ({ name: one, text: t(`history.value.${one}`) }))}
          chosen={quantity}
          onChoose={onChoose}
        />
      }
      isLoading={query.isLoading || sums === null}
      refusal={query.refusal}
      onAgain={query.refetch}
      isEmpty={hours?.values.every((value) => value === null) ?? false}
      height={MAP_HEIGHT}
    >
      {hours && scale && (
        <>
          <HoursMap {...{ hours, name, onPick }} quantity={drawn} top={scale.top} />
          <Key {...{ hours, quantity: drawn, scale }} />
        </>
      )}
    </ChartCard>
  );
}

type KeyProps = {
  hours: YearHours;
  quantity: HourQuantity;
  scale: ReturnType<typeof heatTopOf>;
};

/** Explains the colours, and names the hour with the most energy. */
function Key({ hours, quantity, scale: { top, isExceeded } }: KeyProps) {
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  const colorOf = useShade();
  const show = (energy: number) => formatQuantity(energy, "Wh", { language }).text;
  const stops = HEAT_STOPS[HEAT_NAMES[quantity]].map(colorOf);
  const most = greatestCellOf(hours);
  const hasUncertain = useMemo(
    () => hours.values.some((value, cell) => value !== null && isUncertain(hours, cell)),
    [hours],
  );
  return (
    <Row>
      <dl>
        <dt>{t("history.hours.perHour")}</dt>
        <dd dir="ltr">
          <span>{show(0)}</span>
          <i style={{ background: `linear-gradient(90deg, ${stops.join(", ")})` }} />
          <span>{isExceeded ? t("history.hours.orMore", { value: show(top) }) : show(top)}</span>
        </dd>
        <dd>
          <i data-missing />
          <span>{t("history.hours.missing")}</span>
        </dd>
        {hasUncertain && (
          <dd>
            <i data-uncertain style={{ backgroundColor: stops[2] }} />
            <span>{t("history.hours.uncertain")}</span>
          </dd>
        )}
      </dl>
      {most !== null && (
        <p>
          {t("history.hours.most", {
            value: show(hours.values[most] ?? 0),
            time: titleOf(hours, most, language),
          })}
        </p>
      )}
    </Row>
  );
}

const Row = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    columnGap: "6",
    rowGap: "1",
    mt: "2",
    px: "2",
    textStyle: "xs",
    color: "fg.muted",
    "& dl": {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      columnGap: "3",
      rowGap: "1",
    },
    "& dd": { display: "flex", alignItems: "center", gap: "2" },
    "& i": { w: "24", h: "3", borderRadius: "sm", borderWidth: "1px", borderColor: "border" },
    "& i[data-missing], & i[data-uncertain]": {
      w: "4",
      backgroundImage:
        "repeating-linear-gradient(135deg, {colors.border.emphasized} 0 1px, transparent 1px 4px)",
    },
    "& i[data-uncertain]": {
      backgroundImage:
        "repeating-linear-gradient(135deg, {colors.bg.panel} 0 1px, transparent 1px 4px)",
    },
  },
});
