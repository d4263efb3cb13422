import type { AlarmPush, PushValues } from "./push-values.ts";

/** A site to which the user of a push message has access and wants pushes about. */
export type PushSite = {
  id: number;
  /** Whether the user still receives its alarms. */
  receives: boolean;
  /** Numbers of ended alarms in the message of which the user was not notified, so that their end says nothing. */
  unannounced: readonly number[];
};

/**
 * Returns a push message without the sites that the user has left or wants no pushes about, and without what the user does
 * not receive any more. Ends and escalations go to users who do not receive the other alarms, too, but an end only if it
 * follows a start.
 * @returns null if nothing is left
 */
export function restrictPush(values: PushValues, sites: readonly PushSite[]): PushValues | null {
  if (values.kind === "test") return values;
  const siteOf = (siteId: number) => sites.find(({ id }) => id === siteId);
  const isGoing = ({ kind, siteId, logId }: AlarmPush) => {
    const site = siteOf(siteId);
    if (site === undefined) return false;
    return kind === "end"
      ? !site.unannounced.includes(logId)
      : site.receives || kind === "escalation";
  };
  if (!("entries" in values)) return isGoing(values) ? values : null;
  const entries = values.entries.filter(isGoing);
  const counts = values.counts.flatMap(({ siteId, count }) => {
    const isHere = (entry: AlarmPush) => entry.siteId === siteId;
    const going = entries.filter(isHere).length;
    const isReceived = siteOf(siteId)?.receives === true;
    const left = isReceived ? count - (values.entries.filter(isHere).length - going) : going;
    return left === 0 ? [] : [{ siteId, count: left }];
  });
  return counts.length === 0 ? null : { ...values, entries, counts };
}
