import type { SiteRow } from "#database/sites/sites.ts";
import { offsetsOf } from "#domain/sites/time-zone.ts";
import { sealRoleKey, sealSiteKey } from "#protocol/keys/page-keys.ts";
import { sharePerson } from "#protocol/keys/share-person.ts";
import { SHARE_ACTOR } from "../access.ts";
import type { Context, ShareCaller } from "../context.ts";
import type { describeSite } from "../sites/describe-site.ts";

/** Share viewers do not learn the owner of the site. */
const REDACTED_OWNER = { id: 0, account: null, name: "", header: null };

/**
 * Describes a site for share viewers. Each field of `describeSite` is listed explicitly, so that a new field is
 * redacted by default. It contains nothing personal and no serial numbers; with a hidden location also no position, and
 * days and times in UTC.
 */
export function describeForViewer(
  { site }: SiteRow,
  { share }: ShareCaller,
  { keys, now }: Context,
): ReturnType<typeof describeSite> {
  const { role } = SHARE_ACTOR;
  const viewer = sharePerson(share.id);
  const hidden = share.hidesLocation;
  const timeZone = hidden ? "UTC" : site.timeZone;
  return {
    id: site.id,
    key: sealSiteKey(keys, viewer, site.id),
    roleKey: sealRoleKey(keys, viewer, role),
    role,
    name: site.name,
    sn: null,
    systemId: null,
    systemType: site.systemType,
    systemCode: site.systemCode,
    location: hidden ? "" : site.location,
    latitude: hidden ? null : site.latitude,
    longitude: hidden ? null : site.longitude,
    timeZone: { timeZoneId: timeZone, ...offsetsOf(timeZone, now()) },
    creator: REDACTED_OWNER,
    online: site.online,
    since: site.since,
    status: site.status,
    alarmStatus: site.alarm,
    batterySoc: site.batterySoc,
    solar: site.solar,
    grid: site.grid,
    load: site.load,
    metricsAt: site.metricsAt,
    createTime: site.createdAt,
    updateTime: site.updatedAt,
    lastConnectionTime: site.lastConnectionAt,
    lastDisconnectionTime: site.lastDisconnectionAt,
    lastUpdateTime: site.metricsAt,
  };
}
