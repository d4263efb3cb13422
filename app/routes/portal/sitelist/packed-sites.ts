import type { MemberRole } from "#domain/access/roles.ts";
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
  /** What only some columns show; null where none of them is shown. */
  more: SiteExtras | null;
};

type SiteExtras = {
  tags: string[];
  /** ISO 3166-1 alpha-2; empty where nobody knows. */
  country: string;
  role: MemberRole;
  /** Whether it is the person's own. */
  owner: boolean;
  /** W */
  load: number | null;
  /** W, + is import. */
  grid: number | null;
  /** ms UTC */
  createTime: number;
};

type Row = [
  ...[number, string, number, string, string, number, 0 | 1, number | null],
  ...[number, number, number | null, number | null, number | null],
  SiteExtras?,
];

/** What many lines share is there once; a line says at which place. */
type Packed = [words: string[], rows: Row[]];

/**
 * The lines as one text. React Router writes what a loader gives value by value, which for a long list takes the
 * server as long as rendering it; and each quotation mark in it is six bytes of the page.
 */
export function packSites(sites: readonly ListedSite[]): string {
  const places = new Map<string, number>();
  const placeOf = (word: string) => {
    const known = places.get(word);
    if (known !== undefined) return known;
    places.set(word, places.size);
    return places.size - 1;
  };
  const rows = sites.map((site): Row => {
    const row: Row = [
      site.id,
      site.key,
      placeOf(site.roleKey),
      site.name,
      site.location,
      placeOf(site.timeZoneId),
      site.online ? 1 : 0,
      site.since,
      placeOf(site.status),
      placeOf(site.alarmStatus),
      site.batterySoc,
      site.solar,
      site.figuresAt,
    ];
    if (site.more !== null) row.push(site.more);
    return row;
  });
  return JSON.stringify([[...places.keys()], rows] satisfies Packed);
}

export function unpackSites(packed: string): ListedSite[] {
  const [words, rows] = JSON.parse(packed) as Packed;
  const wordAt = (place: number) => words[place] ?? "";
  return rows.map((row) => ({
    id: row[0],
    key: row[1],
    roleKey: wordAt(row[2]),
    name: row[3],
    location: row[4],
    timeZoneId: wordAt(row[5]),
    online: row[6] === 1,
    since: row[7],
    status: wordAt(row[8]) as SiteStatus,
    alarmStatus: wordAt(row[9]) as AlarmStatus,
    batterySoc: row[10],
    solar: row[11],
    figuresAt: row[12],
    more: row[13] ?? null,
  }));
}
