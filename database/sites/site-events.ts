import { and, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { chunk } from "#domain/chunk.ts";
import type { JournalHead } from "#domain/journal/journal-entry.ts";
import { pollIntervalMs } from "#domain/loggers/sampling.ts";
import type { AlarmStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import { CURVE_DIGITS, CURVE_HOURS } from "#domain/sites/solar-curve.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";
import { writeHead } from "../journal/journal-outbox.ts";
import { platformRuleVersions } from "../schema/alarms.ts";
import { sites } from "../schema/sites.ts";

/** A status that a site's object reported. */
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
  /** Versions of the logger and the equipment, JSON; absent from an object of an earlier release. */
  firmware?: string | undefined;
  /** Head of the site's journal; absent from an object of an earlier release, and while the journal is empty. */
  journal?: JournalHead | undefined;
};

/** Metrics of a site as its object reported them; W, %, Wh and °. */
type SiteMetrics = {
  siteId: number;
  at: number;
  solar: number | null;
  batterySoc: number | null;
  grid: number | null;
  load: number | null;
  solarEnergy: number | null;
  /** Production of the local day `solarDay`, Wh. */
  solarToday: number | null;
  solarDay: number | null;
  /** Production of the whole days before that day, Wh, and their number. */
  solarWeek: number | null;
  solarWeekDays: number | null;
  gpsLatitude: number | null;
  gpsLongitude: number | null;
};

/**
 * Lists the online sites to poll in a minute, with the age of their data and the number of their known status. Sites
 * that are polled less often than every minute are spread over the minutes by their ids.
 * @param now ms UTC
 * @param page the id after which the page begins, and how many online sites it covers at most
 * @returns the sites of the page to poll, and the id after which the next page begins; null after the last page
 */
export async function listSitesToPoll(
  database: Database,
  now: number,
  { after, limit }: { after: number; limit: number },
) {
  const online = await database
    .select({
      siteId: sites.id,
      metricsAt: sites.metricsAt,
      statusSequence: sites.statusSequence,
      uploadMs: sites.uploadMs,
      hasOldRules: sql<number>`(
        ${sites.platformRulesVersion} < (select coalesce(max(${platformRuleVersions.version}), 0) from ${platformRuleVersions})
      )`,
    })
    .from(sites)
    .where(and(eq(sites.online, true), gt(sites.id, after)))
    .orderBy(sites.id)
    .limit(limit);
  const minute = Math.floor(now / MINUTE_MS);
  const due = online.filter(
    ({ siteId, uploadMs }) => (minute + siteId) % (pollIntervalMs(uploadMs) / MINUTE_MS) === 0,
  );
  return {
    sites: due.map(({ siteId, metricsAt, statusSequence, hasOldRules }) => ({
      siteId,
      metricsAt,
      statusSequence,
      hasOldRules: hasOldRules === 1,
    })),
    next: online.length < limit ? null : (online.at(-1)?.siteId ?? null),
  };
}

/** Maximum number of concurrent statements while events are written one at a time. */
const MAX_CONCURRENT_WRITES = 6;
/** After this many ms, the remaining events are left for another attempt. */
const MAX_SINGLE_WRITES_MS = MINUTE_MS;

type SiteEvents = { statuses: readonly StatusOfSite[]; metrics: readonly SiteMetrics[] };
type WriteFailure = { kind: "status" | "metrics"; siteId: number; error: unknown };

/**
 * Writes events of sites. An event that is older than the stored one of its kind changes nothing. All of them go in one
 * transaction; if that fails, each is written alone, so that a rejected event costs no other event.
 * @param clock ms UTC
 * @returns the events that were not written
 */
export async function writeSiteEvents(
  database: Database,
  { statuses, metrics }: SiteEvents,
  clock: () => number,
): Promise<WriteFailure[]> {
  const writes = [
    ...statuses.map((event) => ({
      event: { kind: "status" as const, siteId: event.siteId },
      write: () => writeStatus(database, event),
    })),
    ...statuses.flatMap(({ siteId, journal }) =>
      journal === undefined
        ? []
        : [
            {
              event: { kind: "status" as const, siteId },
              write: () => writeHead(database, siteId, journal),
            },
          ],
    ),
    ...metrics.map((event) => ({
      event: { kind: "metrics" as const, siteId: event.siteId },
      write: () => writeMetrics(database, event),
    })),
  ];
  const [first, ...others] = writes.map(({ write }) => write());
  if (first === undefined) return [];
  try {
    await database.batch([first, ...others]);
    return [];
  } catch (error) {
    const event = writes[0]?.event;
    if (writes.length === 1 && event !== undefined) return [{ ...event, error }];
  }
  const failures: WriteFailure[] = [];
  const deadline = clock() + MAX_SINGLE_WRITES_MS;
  const attempt = async ({ event, write }: (typeof writes)[number]) => {
    try {
      if (clock() >= deadline) throw new Error("no time was left to write it");
      await write();
    } catch (error) {
      failures.push({ ...event, error });
    }
  };
  for (const some of chunk(writes, MAX_CONCURRENT_WRITES)) await Promise.all(some.map(attempt));
  return failures;
}

/** Returns the statement that writes a status. A repeated event of the same sequence repairs columns that differ. */
function writeStatus(database: Database, event: StatusOfSite) {
  return database
    .update(sites)
    .set({
      online: event.online,
      since: event.since,
      status: event.siteStatus,
      statusSince: sql`
        iif(
          ${sites.status} = ${event.siteStatus} and ${sites.statusSince} is not null,
          ${sites.statusSince},
          ${event.siteStatus === "offline" ? event.since : event.at}
        )
      `,
      alarm: event.alarm,
      systemType: sql`coalesce(${event.systemType}, ${sites.systemType})`,
      systemCode: sql`coalesce(${event.systemCode}, ${sites.systemCode})`,
      ...(event.online ? { lastConnectionAt: event.since } : { lastDisconnectionAt: event.since }),
      uploadMs: event.uploadMs,
      ...(event.firmware === undefined ? {} : { firmware: sql`${event.firmware}` }),
      statusSequence: event.sequence,
    })
    .where(and(eq(sites.id, event.siteId), lte(sites.statusSequence, event.sequence)));
}

const CURVE_LENGTH = CURVE_HOURS * CURVE_DIGITS;
const MAX_CURVE_W = 10 ** CURVE_DIGITS - 1;

/**
 * Returns the curve of 24 hours with another value: the curve moves by the hours since the stored metrics, and the value
 * counts in the last hour for the time since them.
 */
function curveWith({ at, solar }: Pick<SiteMetrics, "at" | "solar">): SQL {
  const hour = Math.floor(at / HOUR_MS);
  // Bound numbers are real ones, whose division would not be whole.
  const moved = sql`min(${CURVE_HOURS}, ${hour} - cast(coalesce(${sites.metricsAt}, 0) / ${HOUR_MS} as integer))`;
  const curve = sql`coalesce(${sites.solarCurve}, printf('%*s', ${CURVE_LENGTH}, ''))`;
  const shifted = sql`substr(${curve} || printf('%*s', ${moved} * ${CURVE_DIGITS}, ''), -${sql.raw(String(CURVE_LENGTH))})`;
  if (solar === null) return shifted;
  const watts = Math.min(MAX_CURVE_W, Math.max(0, Math.round(solar)));
  const since = sql`(${sites.metricsAt} - ${hour * HOUR_MS})`;
  const held = sql`trim(substr(${sites.solarCurve}, -${sql.raw(String(CURVE_DIGITS))}))`;
  const mean = sql`
    iif(
      ${moved} > 0 or ${sites.solarCurve} is null or ${held} = '' or ${at - hour * HOUR_MS} = 0,
      ${watts},
      (cast(${held} as real) * ${since} + ${watts} * 1.0 * (${at} - ${sites.metricsAt})) / ${at - hour * HOUR_MS}
    )`;
  return sql`
    substr(${shifted}, 1, ${CURVE_LENGTH - CURVE_DIGITS})
      || printf('%*d', ${CURVE_DIGITS}, round(${mean}))`;
}

/** Metrics that keep their value while it is unknown. */
type LastingMetric =
  | "solarEnergy"
  | "solarToday"
  | "solarDay"
  | "solarWeek"
  | "solarWeekDays"
  | "gpsLatitude"
  | "gpsLongitude";

/**
 * Returns the statement that writes metrics. Values of the same instant are merged, because a logger may send it in
 * several frames.
 */
function writeMetrics(database: Database, event: SiteMetrics) {
  const newest = (name: "solar" | "batterySoc" | "grid" | "load"): SQL =>
    sql`coalesce(${event[name]}, iif(${sites.metricsAt} = ${event.at}, ${sites[name]}, null))`;
  // An object of the previous release does not send these fields.
  const lasting = (name: LastingMetric): SQL =>
    sql`coalesce(${event[name] ?? null}, ${sites[name]})`;
  return database
    .update(sites)
    .set({
      solar: newest("solar"),
      batterySoc: newest("batterySoc"),
      grid: newest("grid"),
      load: newest("load"),
      solarEnergy: lasting("solarEnergy"),
      solarToday: lasting("solarToday"),
      solarDay: lasting("solarDay"),
      solarWeek: lasting("solarWeek"),
      solarWeekDays: lasting("solarWeekDays"),
      solarCurve: curveWith(event),
      gpsLatitude: lasting("gpsLatitude"),
      gpsLongitude: lasting("gpsLongitude"),
      metricsAt: event.at,
    })
    .where(
      and(eq(sites.id, event.siteId), or(isNull(sites.metricsAt), lte(sites.metricsAt, event.at))),
    );
}
