import { useMemo } from "react";
import { type ApiQuery, type QueryOptions, useApiQuery } from "#app/api/use-api-query.ts";
import { type AnsweredSeries, withInstants } from "#app/charts/line-of-series.ts";
import { formatDay, type Span } from "#domain/history/local-days.ts";
import type { ShownRange } from "./history-query.ts";
import { POWER_ADDRESSES, type PowerSeries, seriesOfDay, seriesOfPeriod } from "./power-lines.ts";
import { EXTRA, type ExtraLine, type SitePlan } from "./site-plan.ts";

/** Higher than the resolution of most screens. */
const POINTS = 1_200;

export type Power = {
  span: Span;
  timeZone: string;
  bucketMs: number | null;
  series: PowerSeries;
};
export type Extra = {
  bucketMs: number | null;
  lines: ReadonlyMap<ExtraLine, AnsweredSeries>;
};
type State = Pick<ApiQuery<never>, "isLoading" | "refusal" | "refetch">;

/** Powers of a site over the visible span. */
export function usePower(
  siteKey: string,
  { unit, span, day, isLifetime }: ShownRange,
  options: QueryOptions,
): { power: Power | null; state: State } {
  const isDay = unit === "day";
  const ofDay = useApiQuery(
    "POST /site/v2/chart/dayrecord/curve",
    isDay ? { siteKey, date: formatDay(day) } : null,
    options,
  );
  const ofPeriod = useApiQuery(
    "POST /site/v2/chart/periodrecord/curve",
    isDay || isLifetime ? null : { siteKey, addresses: POWER_ADDRESSES, ...curvesOver(span) },
    options,
  );
  const dayData = ofDay.data;
  const periodData = ofPeriod.data;
  const power = useMemo(() => {
    const data = isDay ? dayData : periodData;
    if (data === null) return null;
    return {
      span: { from: data.startDateTime, to: data.endDateTime },
      timeZone: data.timeZoneId,
      bucketMs: data.bucketMs,
      series: "list" in data ? seriesOfDay(data) : seriesOfPeriod(data),
    };
  }, [isDay, dayData, periodData]);
  return { power, state: isDay ? ofDay : ofPeriod };
}

/** Curves of other registers that are drawn beside the powers, if the site has them. */
export function useExtra(
  siteKey: string,
  { span, isLifetime }: ShownRange,
  { hasGenerator, phases, loads }: SitePlan,
  options: QueryOptions,
): Extra | null {
  const wanted: ExtraLine[] = [
    ...(hasGenerator ? (["generator"] as const) : []),
    ...phases,
    ...loads,
  ];
  const { data } = useApiQuery(
    "POST /site/v2/chart/periodrecord/curve",
    wanted.length === 0 || isLifetime
      ? null
      : { siteKey, addresses: wanted.map((line) => EXTRA[line]), ...curvesOver(span) },
    options,
  );
  return useMemo(() => {
    if (data === null) return null;
    const byAddress = new Map(data.series.map((one) => [one.address, withInstants(one)]));
    const lines = (Object.keys(EXTRA) as ExtraLine[]).flatMap((line) => {
      const series = byAddress.get(EXTRA[line]);
      return series === undefined || series.at.length === 0 ? [] : [[line, series] as const];
    });
    return { bucketMs: data.bucketMs, lines: new Map(lines) };
  }, [data]);
}

/** Returns the part of a request for curves that selects their span and resolution. */
export function curvesOver({ from, to }: Span) {
  return { startDateTime: from, endDateTime: to, points: POINTS, instants: "steps" as const };
}
