import type { SiteRow } from "#database/sites/sites.ts";
import { can } from "#domain/access/can.ts";
import type { SiteActor } from "#domain/access/roles.ts";
import { offsetsOf } from "#domain/sites/time-zone.ts";
import { sealRoleKey, sealSiteKey } from "#protocol/keys/page-keys.ts";
import type { Context, Person } from "../context.ts";

/** The columns of a site that lists describe too. */
type DescribedSite = Omit<SiteRow, "site"> & {
  site: Pick<
    SiteRow["site"],
    | ("id" | "name" | "location" | "latitude" | "longitude" | "timeZone")
    | ("systemType" | "systemCode" | "online" | "since" | "status" | "alarm")
    | ("solar" | "batterySoc" | "grid" | "load" | "metricsAt")
    | ("createdAt" | "updatedAt" | "lastConnectionAt" | "lastDisconnectionAt")
  >;
};

/** Describes an active site for lists. Times ms UTC, power W, charge %. */
export function describeSite(
  { site, creator, serial }: DescribedSite,
  actor: SiteActor,
  person: Person,
  { keys, now }: Context,
) {
  const { role } = actor;
  return {
    id: site.id,
    /** For page URLs; valid for this user only. */
    key: sealSiteKey(keys, person.id, site.id),
    roleKey: sealRoleKey(keys, person.id, role),
    role,
    name: site.name,
    sn: serial,
    systemId: serial,
    systemType: site.systemType,
    systemCode: site.systemCode,
    location: site.location,
    latitude: site.latitude,
    longitude: site.longitude,
    timeZone: { timeZoneId: site.timeZone, ...offsetsOf(site.timeZone, now()) },
    /** The account is an e-mail address, so only users who may see the members receive it. */
    creator: { ...creator, account: can(actor, "viewMembers") ? creator.account : null },
    online: site.online,
    since: site.since,
    status: site.status,
    alarmStatus: site.alarm,
    batterySoc: site.batterySoc,
    solar: site.solar,
    grid: site.grid,
    load: site.load,
    /** Instant at which solar, grid, load and batterySoc were measured, ms UTC. */
    metricsAt: site.metricsAt,
    createTime: site.createdAt,
    updateTime: site.updatedAt,
    lastConnectionTime: site.lastConnectionAt,
    lastDisconnectionTime: site.lastDisconnectionAt,
    lastUpdateTime: site.metricsAt,
  };
}
