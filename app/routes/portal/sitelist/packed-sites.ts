import type { MemberRole } from "#domain/access/roles.ts";
import { describeZone, provideZone } from "#domain/history/zone-offsets.ts";
import type { AlarmStatus, ListedStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { ComparedYield } from "#domain/sites/site-yield.ts";
import type { CurveLevels } from "#domain/sites/solar-curve.ts";
import { DAY_MS } from "#domain/units/durations.ts";

/** A line of the list. */
export type ListedSite = {
  id: number;
  key: string;
  roleKey: string;
  name: string;
  location: string;
  timeZoneId: string;
  online: boolean;
  /** Time of the last change between online and offline, ms UTC; null if no logger ever connected. */
  since: number | null;
  status: SiteStatus;
  alarmStatus: AlarmStatus;
  /** % */
  batterySoc: number | null;
  /** W */
  solar: number | null;
  /** Time of the two values above, ms UTC. */
  metricsAt: number | null;
  /** Whether its logger replays a recording. */
  recording: boolean;
  /** Whether the user may view its alarm log. */
  hasLog: boolean;
  /** Solar power of the last 24 hours; null without data. */
  solarCurve: CurveLevels | null;
  /** Null if it is unknown or not shown. */
  yield: ComparedYield | null;
  /** Fields that only some columns show; null if none of them is shown. */
  more: SiteExtras | null;
};

type SiteExtras = {
  tags: string[];
  /** ISO 3166-1 alpha-2; empty if unknown. */
  country: string;
  role: MemberRole;
  /** Whether the user owns it. */
  owner: boolean;
  /** W */
  load: number | null;
  /** W, + is import. */
  grid: number | null;
  /** ms UTC */
  createTime: number;
};

/** Bits 1: online; 2: recording; 4: the user may view its alarm log. */
type Flags = number;

type PackedSite = [
  id: number,
  key: string,
  roleKey: number,
  name: string,
  location: string,
  timeZoneId: number,
  flags: Flags,
  since: number | null,
  status: number,
  alarmStatus: number,
  batterySoc: number | null,
  solar: number | null,
  metricsAt: number | null,
  /** Levels of the curve, a blank and its peak; empty without data. */
  solarCurve: string,
  more?: SiteExtras | null,
  compared?: ComparedYield,
];

/** Values that many lines share are stored once, and a line refers to them by index. */
type Packed = [words: string[], rows: PackedSite[], zones: Record<string, string>];

/**
 * Encodes the lines as one string. React Router serializes loader data value by value, which takes as long as rendering
 * for a long list; and each quotation mark in it takes six bytes of the page.
 */
export function packSites(sites: readonly ListedSite[], now: number): string {
  const places = new Map<string, number>();
  const placeOf = (word: string) => {
    const known = places.get(word);
    if (known !== undefined) return known;
    places.set(word, places.size);
    return places.size - 1;
  };
  const rows = sites.map((site): PackedSite => {
    const row: PackedSite = [
      site.id,
      site.key,
      placeOf(site.roleKey),
      site.name,
      site.location,
      placeOf(site.timeZoneId),
      flagsOf(site),
      site.since,
      placeOf(site.status),
      placeOf(site.alarmStatus),
      site.batterySoc,
      site.solar,
      site.metricsAt,
      site.solarCurve === null ? "" : `${site.solarCurve.levels} ${site.solarCurve.peak}`,
    ];
    if (site.more !== null || site.yield !== null) row.push(site.more);
    if (site.yield !== null) row.push(site.yield);
    return row;
  });
  return JSON.stringify([[...places.keys()], rows, zonesOf(sites, now)] satisfies Packed);
}

/** A date replaces the age after 15 days, which may be reached while the list is open. */
const DATED_AFTER_MS = 14 * DAY_MS;

/** Zone rules that a browser may need to show a date. */
function zonesOf(sites: readonly ListedSite[], now: number): Record<string, string> {
  const dated = sites.filter((site) => now - (instantOf(site) ?? now) > DATED_AFTER_MS);
  return Object.fromEntries(dated.map(({ timeZoneId }) => [timeZoneId, describeZone(timeZoneId)]));
}

/**
 * The instant whose age a line shows, ms UTC: of the last data of an online site, of the disconnection of an offline
 * one; null if there is none.
 */
export function instantOf({ online, since, metricsAt }: ListedSite): number | null {
  return online ? metricsAt : since;
}

/** The status of a line, in which a site without any connection is not offline. */
export function listedStatusOf({ status, since }: ListedSite): ListedStatus {
  if (status !== "offline") return status;
  return since === null ? "neverConnected" : "stopped";
}

export function unpackSites(packed: string): ListedSite[] {
  const [words, rows, zones] = JSON.parse(packed) as Packed;
  if (!import.meta.env.SSR)
    for (const [name, rules] of Object.entries(zones)) provideZone(name, rules);
  const wordAt = (place: number) => words[place] ?? "";
  return rows.map((row) => ({
    id: row[0],
    key: row[1],
    roleKey: wordAt(row[2]),
    name: row[3],
    location: row[4],
    timeZoneId: wordAt(row[5]),
    online: (row[6] & 1) !== 0,
    since: row[7],
    status: wordAt(row[8]) as SiteStatus,
    alarmStatus: wordAt(row[9]) as AlarmStatus,
    batterySoc: row[10],
    solar: row[11],
    metricsAt: row[12],
    recording: (row[6] & 2) !== 0,
    hasLog: (row[6] & 4) !== 0,
    solarCurve: readCurve(row[13]),
    more: row[14] ?? null,
    yield: row[15] ?? null,
  }));
}

function readCurve(text: string): CurveLevels | null {
  if (text === "") return null;
  const [levels = "", peak] = text.split(" ");
  return { levels, peak: Number(peak) };
}

function flagsOf({ online, recording, hasLog }: ListedSite): Flags {
  return (online ? 1 : 0) | (recording ? 2 : 0) | (hasLog ? 4 : 0);
}
