import { useMemo } from "react";
import { useApiQuery } from "#app/api/use-api-query.ts";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { rangeOf } from "#app/charts/limit-chart.tsx";
import { lineOfSeries, withInstants } from "#app/charts/line-of-series.ts";
import { LINE_COLORS } from "#app/charts/palette.ts";
import type { Span } from "#domain/history/local-days.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";

/** Period of which the curve, the range and the number of alarms are shown, ms. */
export const RECENT_MS = 7 * DAY_MS;
const POINTS = 1_000;

/** The curve of a register in the last seven days, and the range of its values. */
export function useRecentCurve(
  siteKey: string,
  address: string | null,
  { name, unit, isStepped }: { name: string; unit: string; isStepped: boolean },
  now: number,
) {
  // A new request each hour at most.
  const to = Math.ceil(now / HOUR_MS) * HOUR_MS;
  const span: Span = useMemo(() => ({ from: now - RECENT_MS, to: now }), [now]);
  const query = useApiQuery(
    "POST /site/v2/chart/periodrecord/alias/curve",
    address === null
      ? null
      : {
          siteKey,
          addresses: [address],
          points: POINTS,
          instants: "steps" as const,
          startDateTime: to - RECENT_MS - HOUR_MS,
          endDateTime: to,
        },
  );
  const { data } = query;
  const line: ChartLine | null = useMemo(() => {
    const series = data?.series[0];
    if (series === undefined || data === null) return null;
    const shade = LINE_COLORS[0];
    if (shade === undefined) return null;
    const drawn = lineOfSeries(withInstants({ ...series, symbol: unit }), data.bucketMs, {
      name,
      shade,
      axis: "start",
    });
    return drawn === null || drawn.at.length === 0 ? null : { ...drawn, isStepped };
  }, [data, name, unit, isStepped]);
  return {
    line,
    span,
    range: line === null ? null : rangeOf(line),
    isLoading: query.isLoading,
    refusal: query.refusal,
    refetch: query.refetch,
  };
}
