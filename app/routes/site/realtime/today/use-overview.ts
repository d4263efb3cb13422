import { useEffect, useState } from "react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { useLive } from "#app/live/live-context.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";

const PATH = "POST /site/v2/chart/overview";
const POLL_MS = MINUTE_MS;

export type Overview = ApiAnswer<typeof PATH>;

/**
 * The first screen's data: that of the page, and newer data every minute and after each change of the alarms. The page
 * has just requested it, so the first call follows a minute later, or at once if the page was rendered without.
 * @param loaded data with which the page was rendered; null if the site did not answer in time
 */
export function useOverview(siteKey: string, loaded: Overview | null): Overview | null {
  const [isDue, setDue] = useState(false);
  const alarmChanges = useLive((site) => site.alarmChanges);
  useEffect(() => {
    setDue(loaded === null);
    const timer = setTimeout(setDue, POLL_MS, true);
    return () => clearTimeout(timer);
  }, [loaded]);
  const isCalled = isDue || alarmChanges > 0;
  const { data, refetch } = useApiQuery(PATH, isCalled ? { siteKey } : null, {
    pollMs: isCalled ? POLL_MS : null,
  });
  useEffect(() => {
    if (alarmChanges > 1) refetch();
  }, [alarmChanges, refetch]);
  return data !== null && data.datetime > (loaded?.datetime ?? 0) ? data : loaded;
}
