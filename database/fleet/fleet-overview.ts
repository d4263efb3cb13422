import type { MemberRole, SiteRole } from "#domain/access/roles.ts";
import type { AlarmStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";

/** Metrics that are older do not count as present, ms. */
const MAX_METRICS_AGE_MS = HOUR_MS;
/** Maximum number of versions that are listed, those of the most sites first. */
const MAX_VERSIONS = 200;

/** The sites of a user; a personal access token may be limited to some, null means all. */
export type FleetScope = { userId: number; siteIds: readonly number[] | null; now: number };

type StatusRow = { status: SiteStatus; sites: number; online: number };
type PowerRow = {
  sites: number;
  solar: number | null;
  load: number | null;
  gridImport: number | null;
  gridExport: number | null;
};
type DayRow = { timeZone: string; day: number; energy: number };
type VersionRow = { level: string; sites: number };
export type AttentionRow = {
  id: number;
  name: string;
  timeZone: string;
  role: SiteRole;
  status: SiteStatus;
  alarm: AlarmStatus;
  since: number | null;
  statusSince: number | null;
  total: number;
};

/**
 * Reads what the dashboard shows of all sites of a user, from the columns that the sites' objects keep up to date.
 * @param roles roles that see the equipment of a site
 * @param limit maximum number of sites that need attention, the most urgent first
 */
export async function readFleet(
  { $client }: Database,
  { userId, siteIds, now }: FleetScope,
  { roles, limit }: { roles: readonly MemberRole[]; limit: number },
) {
  const bind = (text: string, ...more: unknown[]) =>
    $client
      .prepare(text)
      .bind(userId, now, siteIds === null ? null : JSON.stringify(siteIds), ...more);
  const [statuses, power, days, versions, attention] = await $client.batch([
    bind(`select site.status, count(*) as sites, sum(site.online) as online ${REACHED} group by 1`),
    bind(
      `select count(*) as sites, sum(site.solar) as solar, sum(site.load) as load,
         sum(max(site.grid, 0)) as gridImport, sum(max(-site.grid, 0)) as gridExport
       ${REACHED} and site.online = 1 and site.metrics_at > ?4`,
      now - MAX_METRICS_AGE_MS,
    ),
    bind(
      `select site.time_zone as timeZone, site.solar_day as day, sum(site.solar_today) as energy
       ${REACHED} and site.solar_day is not null group by 1, 2`,
    ),
    bind(
      `select level.value as level, count(*) as sites
       ${REACHED.replace("where", "join json_each(site.firmware) level where")}
         and held.role in (select value from json_each(?4))
       group by 1 order by 2 desc, 1 limit ${MAX_VERSIONS}`,
      JSON.stringify(roles),
    ),
    bind(
      `select site.id, site.name, site.time_zone as timeZone, held.role, site.status, site.alarm, site.since,
         site.status_since as statusSince, count(*) over () as total
       ${REACHED} and (site.status in ('fault', 'warning') or (site.status = 'offline' and site.since is not null) or site.alarm in ('fault', 'warning'))
       order by case
         when site.status = 'fault' or (site.alarm = 'fault' and site.online = 1) then 0
         when site.status = 'offline' then 1
         else 2 end, coalesce(site.status_since, site.since, 0) desc, site.id limit ?4`,
      limit,
    ),
  ]);
  const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  return {
    statuses: rowsOf<StatusRow>(statuses),
    power: rowsOf<PowerRow>(power)[0],
    days: rowsOf<DayRow>(days),
    versions: rowsOf<VersionRow>(versions),
    attention: rowsOf<AttentionRow>(attention),
  };
}

/** The sites of user ?1 at ?2, restricted to the list ?3 unless it is null. */
const REACHED = `from memberships held join sites site on site.id = held.site_id
  where held.user_id = ?1 and (held.ends_at is null or held.ends_at > ?2) and site.deleted_at is null
    and (?3 is null or site.id in (select value from json_each(?3)))`;
