import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { visitEvery } from "#domain/loggers/sampling.ts";
import type { AlarmStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { Database } from "./connect.ts";
import { sites } from "./schema.ts";

/** What a site's object told of its status. */
type StatusOfSite = {
  siteId: number;
  at: number;
  sequence: number;
  online: boolean;
  since: number;
  siteStatus: SiteStatus;
  alarm: AlarmStatus;
  systemType: string | null;
  systemCode: number | null;
  uploadMs: number;
};

/** What a site's object told of its figures; W, %, Wh and °. */
type FiguresOfSite = {
  siteId: number;
  at: number;
  solar: number | null;
  batterySoc: number | null;
  grid: number | null;
  load: number | null;
  solarEnergy: number | null;
  gpsLatitude: number | null;
  gpsLongitude: number | null;
};

/**
 * Sites that have a logger as far as is known and are to be visited in this minute, how old their figures are, and which status is known.
 * Those that are visited less often than each minute have theirs spread over the others.
 */
export async function listSitesToVisit(database: Database, now: number) {
  const online = await database
    .select({
      siteId: sites.id,
      figuresAt: sites.figuresAt,
      statusSequence: sites.statusSequence,
      uploadMs: sites.uploadMs,
    })
    .from(sites)
    .where(eq(sites.online, true))
    .orderBy(sites.id);
  const minute = Math.floor(now / 60_000);
  return online
    .filter(({ siteId, uploadMs }) => (minute + siteId) % (visitEvery(uploadMs) / 60_000) === 0)
    .map(({ siteId, figuresAt, statusSequence }) => ({ siteId, figuresAt, statusSequence }));
}

/** Writes what sites told, all or nothing. What is older than what is known of its kind changes nothing. */
export async function writeSiteEvents(
  database: Database,
  told: { statuses: readonly StatusOfSite[]; figures: readonly FiguresOfSite[] },
) {
  const [first, ...others] = [
    ...told.statuses.map((status) => writeStatus(database, status)),
    ...told.figures.map((figures) => writeFigures(database, figures)),
  ];
  if (first !== undefined) await database.batch([first, ...others]);
}

/** The same one again puts right what is not as it was told. */
function writeStatus(database: Database, told: StatusOfSite) {
  return database
    .update(sites)
    .set({
      online: told.online,
      since: told.since,
      status: told.siteStatus,
      statusSince: sql`iif(${sites.status} = ${told.siteStatus} and ${sites.statusSince} is not null, ${sites.statusSince}, ${told.siteStatus === "offline" ? told.since : told.at})`,
      alarm: told.alarm,
      systemType: sql`coalesce(${told.systemType}, ${sites.systemType})`,
      systemCode: sql`coalesce(${told.systemCode}, ${sites.systemCode})`,
      ...(told.online ? { lastConnectionAt: told.since } : { lastDisconnectionAt: told.since }),
      uploadMs: told.uploadMs,
      statusSequence: told.sequence,
    })
    .where(and(eq(sites.id, told.siteId), lte(sites.statusSequence, told.sequence)));
}

/** A logger may say one instant in several frames, so that figures of the same instant come piece by piece. */
function writeFigures(database: Database, told: FiguresOfSite) {
  const newest = (name: "solar" | "batterySoc" | "grid" | "load"): SQL =>
    sql`coalesce(${told[name]}, iif(${sites.figuresAt} = ${told.at}, ${sites[name]}, null))`;
  // An object of the version before says nothing of these.
  const lasting = (name: "solarEnergy" | "gpsLatitude" | "gpsLongitude"): SQL =>
    sql`coalesce(${told[name] ?? null}, ${sites[name]})`;
  return database
    .update(sites)
    .set({
      solar: newest("solar"),
      batterySoc: newest("batterySoc"),
      grid: newest("grid"),
      load: newest("load"),
      solarEnergy: lasting("solarEnergy"),
      gpsLatitude: lasting("gpsLatitude"),
      gpsLongitude: lasting("gpsLongitude"),
      figuresAt: told.at,
    })
    .where(
      and(eq(sites.id, told.siteId), or(isNull(sites.figuresAt), lte(sites.figuresAt, told.at))),
    );
}
