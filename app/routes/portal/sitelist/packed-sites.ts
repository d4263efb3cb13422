import type { AlarmStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";

/** A line of the list. */
export type ListedSite = {
  id: number;
  key: string;
  roleKey: string;
  name: string;
  location: string;
  timeZoneId: string;
  online: boolean;
  /** Since when it is online or offline, ms UTC; null where there has never been a logger. */
  since: number | null;
  status: SiteStatus;
  alarmStatus: AlarmStatus;
  /** % */
  batterySoc: number | null;
  /** W */
  solar: number | null;
  /** When the two were true, ms UTC. */
  figuresAt: number | null;
};

type Row = [
  ...[number, string, string, string, string, string, boolean, number | null],
  ...[SiteStatus, AlarmStatus, number | null, number | null, number | null],
];

/**
 * The lines as one text. React Router writes what a loader gives value by value, which for a long list takes the
 * server as long as rendering it.
 */
export function packSites(sites: readonly ListedSite[]): string {
  const rows = sites.map(
    (site): Row => [
      site.id,
      site.key,
      site.roleKey,
      site.name,
      site.location,
      site.timeZoneId,
      site.online,
      site.since,
      site.status,
      site.alarmStatus,
      site.batterySoc,
      site.solar,
      site.figuresAt,
    ],
  );
  return JSON.stringify(rows);
}

export function unpackSites(packed: string): ListedSite[] {
  return (JSON.parse(packed) as Row[]).map((row) => ({
    id: row[0],
    key: row[1],
    roleKey: row[2],
    name: row[3],
    location: row[4],
    timeZoneId: row[5],
    online: row[6],
    since: row[7],
    status: row[8],
    alarmStatus: row[9],
    batterySoc: row[10],
    solar: row[11],
    figuresAt: row[12],
  }));
}
