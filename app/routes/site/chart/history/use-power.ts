import { useMemo } from "react";
import { formatDay, type Span } from "#domain/history/local-days.ts";
import { type AnsweredSeries, withInstants } from "../../../../charts/line-of-series.ts";
import { type ChartAnswer, useChartAnswer } from "../../../../charts/use-chart-answer.ts";
import type { DayAnswer, PeriodAnswer } from "./answers.ts";
import type { ShownRange } from "./history-query.ts";
import { POWER_ADDRESSES, type PowerSeries, seriesOfDay, seriesOfPeriod } from "./power-lines.ts";
import { EXTRA, type ExtraLine, type SitePlan } from "./site-plan.ts";

const AFTER_MS = 150;
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
type State = Pick<ChartAnswer<unknown, object>, "isLoading" | "refusal" | "ask">;

/** Powers of a site over the visible span, polled while it has not ended. */
export function usePower(
  siteKey: string,
  { unit, span, day, isPresent }: ShownRange,
  everyMs: number,
): { power: Power | null; state: State } {
  const isDay = unit === "day";
  const often = { afterMs: AFTER_MS, everyMs: isPresent ? everyMs : null };
  const ofDay = useChartAnswer<DayAnswer, object>(
    "/site/v2/chart/dayrecord/curve",
    isDay ? { siteKey, date: formatDay(day) } : null,
    often,
  );
  const ofPeriod = useChartAnswer<PeriodAnswer, object>(
    "/site/v2/chart/periodrecord/curve",
    isDay ? null : { siteKey, addresses: POWER_ADDRESSES, ...asked(span) },
    often,
  );
  const dayData = ofDay.answer?.data;
  const periodData = ofPeriod.answer?.data;
  const power = useMemo(() => {
    const data = isDay ? dayData : periodData;
    if (data === undefined) return null;
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
  { span, isPresent }: ShownRange,
  { hasGenerator, phases, loads }: SitePlan,
  everyMs: number,
): Extra | null {
  const wanted: ExtraLine[] = [
    ...(hasGenerator ? (["generator"] as const) : []),
    ...phases,
    ...loads,
  ];
  const { answer } = useChartAnswer<PeriodAnswer, object>(
    "/site/v2/chart/periodrecord/curve",
    wanted.length === 0
      ? null
      : { siteKey, addresses: wanted.map((line) => EXTRA[line]), ...asked(span) },
    { afterMs: AFTER_MS, everyMs: isPresent ? everyMs : null },
  );
  const data = answer?.data;
  return useMemo(() => {
    if (data === undefined) return null;
    const byAddress = new Map(data.series.map((one) => [one.address, withInstants(one)]));
    const lines = (Object.keys(EXTRA) as ExtraLine[]).flatMap((line) => {
      const series = byAddress.get(EXTRA[line]);
      return series === undefined || series.at.length === 0 ? [] : [[line, series] as const];
    });
    return { bucketMs: data.bucketMs, lines: new Map(lines) };
  }, [data]);
}

function asked({ from, to }: Span) {
  return { startDateTime: from, endDateTime: to, points: POINTS, instants: "steps" };
}
