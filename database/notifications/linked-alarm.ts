import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { siteAlarms } from "../schema/alarms.ts";
import { sites } from "../schema/sites.ts";

/** Finds the alarm that a link in an alarm e-mail names, as the page of the link shows it. */
export async function findLinkedAlarm(database: Database, siteId: number, logId: number) {
  return database
    .select({
      site: sql<string>`${sites.name}`.as("site"),
      timeZone: sites.timeZone,
      deviceName: siteAlarms.deviceName,
      cause: siteAlarms.cause,
      eventNo: siteAlarms.eventNo,
      level: siteAlarms.level,
      startTime: siteAlarms.startTime,
      endTime: siteAlarms.endTime,
      acknowledgedAt: siteAlarms.acknowledgedAt,
    })
    .from(siteAlarms)
    .innerJoin(sites, eq(sites.id, siteAlarms.siteId))
    .where(and(eq(siteAlarms.siteId, siteId), eq(siteAlarms.logId, logId), isNull(sites.deletedAt)))
    .get();
}
