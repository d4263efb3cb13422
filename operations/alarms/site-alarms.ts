import type { SiteAlarmRpc } from "#protocol/alarms.ts";
import type { SiteRpc } from "#protocol/site-rpc.ts";
import type { Context, Person } from "../context.ts";

/** Returns the calls of a site's object for its alarms. */
export function siteAlarms(context: Pick<Context, "siteObject">, siteId: number): SiteAlarmRpc {
  return context.siteObject(siteId) as SiteRpc & SiteAlarmRpc;
}

/** Returns the author of a change at a site. */
export function authorOf({ id, name }: Person): { id: number; name: string } {
  return { id, name };
}
