import type { AlarmPush, PushValues } from "./push-values.ts";

/** A site to which the user of a push message has access and wants pushes about, and whether the user still receives its alarms. */
export type PushSite = { id: number; receives: boolean };

/**
 * Returns a push message without the sites that the user has left or wants no pushes about, and without what the user does
 * not receive any more. Ends and escalations go to users who do not receive the other alarms, too.
 * @returns null if nothing is left
 */
export function restrictPush(values: PushValues, sites: readonly PushSite[]): PushValues | null {
  if (values.kind === "test") return values;
  const siteOf = (siteId: number) => sites.find(({ id }) => id === siteId);
  const isGoing = ({ kind, siteId }: AlarmPush) => {
    const site = siteOf(siteId);
    return site !== undefined && (site.receives || kind === "end" || kind === "escalation");
  };
  if (!("entries" in values)) return isGoing(values) ? values : null;
  const entries = values.entries.filter(isGoing);
  const counts = values.counts.flatMap(({ siteId, count }) => {
    const isWhole = siteOf(siteId)?.receives === true;
    const left = isWhole ? count : entries.filter((entry) => entry.siteId === siteId).length;
    return left === 0 ? [] : [{ siteId, count: left }];
  });
  return counts.length === 0 ? null : { ...values, entries, counts };
}
