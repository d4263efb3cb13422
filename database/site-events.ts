import { and, eq, lt, sql } from "drizzle-orm";
import type { AlarmStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { Database } from "./connect.ts";
import { sites } from "./schema.ts";

/** What a site's object told of its status. */
type StatusOfSite = {
  siteId: number;
  sequence: number;
  online: boolean;
  since: number;
  siteStatus: SiteStatus;
  alarm: AlarmStatus;
  systemType: string | null;
  systemCode: number | null;
};

/** What a site's object told of its figures; W and %. */
type FiguresOfSite = {
  siteId: number;
  sequence: number;
  at: number;
  solar: number | null;
  batterySoc: number | null;
  grid: number | null;
  load: number | null;
};

/** Writes what sites told, all or nothing. What is not newer than what is known of its kind changes nothing. */
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

function writeStatus(database: Database, told: StatusOfSite) {
  return database
    .update(sites)
    .set({
      online: told.online,
      since: told.since,
      status: told.siteStatus,
      alarm: told.alarm,
      systemType: sql`coalesce(${told.systemType}, ${sites.systemType})`,
      systemCode: sql`coalesce(${told.systemCode}, ${sites.systemCode})`,
      ...(told.online ? { lastConnectionAt: told.since } : { lastDisconnectionAt: told.since }),
      statusSequence: told.sequence,
    })
    .where(and(eq(sites.id, told.siteId), lt(sites.statusSequence, told.sequence)));
}

function writeFigures(database: Database, told: FiguresOfSite) {
  return database
    .update(sites)
    .set({
      solar: told.solar,
      batterySoc: told.batterySoc,
      grid: told.grid,
      load: told.load,
      figuresAt: told.at,
      figuresSequence: told.sequence,
    })
    .where(and(eq(sites.id, told.siteId), lt(sites.figuresSequence, told.sequence)));
}
