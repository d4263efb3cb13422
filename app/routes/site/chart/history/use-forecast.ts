import { useMemo } from "react";
import { useApiQuery } from "#app/api/use-api-query.ts";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { CHART_COLORS } from "#app/charts/palette.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { dayOf } from "#domain/history/local-days.ts";
import { HOUR_MS, QUARTER_MS } from "#domain/units/durations.ts";
import type { ShownRange } from "./history-query.ts";

const POLLING = { pollMs: QUARTER_MS, keepPrevious: true };
/** Hours of the night are no part of the curve, W. */
const MIN_POWER_W = 1;

/** The expected solar power of the shown day with its band; null if it is not today, or if there is no forecast. */
export function useForecast(
  siteKey: string,
  { unit, span, isPresent, day }: ShownRange,
): ChartLine | null {
  const { t } = useTranslation("charts");
  const isToday = unit === "day" && isPresent;
  const { data } = useApiQuery(
    "POST /site/v2/chart/solar/forecast",
    isToday ? { siteKey } : null,
    POLLING,
  );
  return useMemo(() => {
    if (!isToday || data?.state !== "ready" || dayOf(data.timeZoneId, span.from) !== day)
      return null;
    const own = data.hours.filter(
      ({ startDateTime, endDateTime }) => startDateTime >= span.from && endDateTime <= span.to,
    );
    const first = own.findIndex(({ high }) => high >= MIN_POWER_W);
    const last = own.findLastIndex(({ high }) => high >= MIN_POWER_W);
    if (first < 0) return null;
    // The hours before and after the light bring the curve down to zero.
    const hours = own.slice(Math.max(0, first - 1), last + 2);
    return {
      id: "forecast",
      name: t("history.line.forecast"),
      unit: "W",
      shade: CHART_COLORS.solar,
      axis: "start",
      at: hours.map(({ startDateTime, endDateTime }) => (startDateTime + endDateTime) / 2),
      value: hours.map(({ expected }) => expected),
      min: hours.map(({ low }) => low),
      max: hours.map(({ high }) => high),
      gapMs: 2 * HOUR_MS,
      isDashed: true,
    };
  }, [isToday, data, span, day, t]);
}
