import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { holdersOf } from "#domain/access/can.ts";
import type { SitePermission } from "#domain/access/permissions.ts";
import type { AlarmSource } from "#domain/alarms/alarm-row.ts";
import type { EventLevel } from "#domain/alarms/event.ts";
import { searchForms } from "#domain/search-forms.ts";
import type { Database } from "../connect.ts";
import { lasts } from "../members/member-guards.ts";
import { prepareQuery, runQuery } from "../prepared-query.ts";
import { siteAlarms } from "../schema/alarms.ts";
import { memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

/** The sites whose alarms a user sees; a personal access token may be limited to some, null means all. */
export type AlarmScope = { userId: number; siteIds: readonly number[] | null; now: number };

/** Filters of the alarms of all sites. */
export type AlarmFilter = {
  levels?: readonly EventLevel[] | undefined;
  sources?: readonly AlarmSource[] | undefined;
  open?: boolean | undefined;
  acknowledged?: boolean | undefined;
  /** Part of the name of a site or device. */
  search?: string | undefined;
};

const RANK: Record<EventLevel, number> = { fault: 0, warning: 1, info: 2 };
const rank = sql`case ${siteAlarms.level} when 'fault' then ${sql.raw(`${RANK.fault}`)} when 'warning' then ${sql.raw(`${RANK.warning}`)} else ${sql.raw(`${RANK.info}`)} end`;

const columns = {
  siteId: siteAlarms.siteId,
  siteName: sites.name,
  timeZone: sites.timeZone,
  role: memberships.role,
  logId: siteAlarms.logId,
  key: siteAlarms.key,
  episode: siteAlarms.episode,
  address: siteAlarms.address,
  deviceName: siteAlarms.deviceName,
  source: siteAlarms.source,
  ruleId: siteAlarms.ruleId,
  eventNo: siteAlarms.eventNo,
  level: siteAlarms.level,
  cause: siteAlarms.cause,
  startTime: siteAlarms.startTime,
  dateTime: siteAlarms.dateTime,
  endTime: siteAlarms.endTime,
  value: siteAlarms.value,
  limit: siteAlarms.limit,
  unit: siteAlarms.unit,
  reason: siteAlarms.reason,
  isRetroactive: siteAlarms.isRetroactive,
  inhibitedBy: siteAlarms.inhibitedBy,
  flaps: siteAlarms.flaps,
  // A batch of D1 returns columns by name, and another one is called `name`, too.
  acknowledgedBy: sql<string | null>`${users.name}`.as("acknowledged_by"),
  acknowledgedAt: siteAlarms.acknowledgedAt,
  snoozedUntil: siteAlarms.snoozedUntil,
};

/**
 * Lists one page of the alarms of a user's sites with their total, the most urgent first: open before ended, then by
 * level, unacknowledged first, and the oldest first. Access is the membership at this moment.
 */
export async function listAlarmsOfUser(
  database: Database,
  scope: AlarmScope,
  filter: AlarmFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const wanted = and(isVisible(scope), eq(siteAlarms.isHidden, false), ...conditionsOf(filter));
  const open = and(isVisible(scope), isNull(siteAlarms.endTime));
  const [rows, [counted], counts] = await database.batch([
    database
      .select(columns)
      .from(memberships)
      .innerJoin(siteAlarms, eq(siteAlarms.siteId, memberships.siteId))
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .leftJoin(users, eq(users.id, siteAlarms.acknowledgedById))
      .where(wanted)
      .orderBy(
        sql`${siteAlarms.endTime} is not null`,
        rank,
        sql`${siteAlarms.acknowledgedAt} is not null`,
        siteAlarms.startTime,
        siteAlarms.siteId,
        siteAlarms.logId,
      )
      .limit(limit)
      .offset(offset),
    database
      .select({ total: sql<number>`count(*)` })
      .from(memberships)
      .innerJoin(siteAlarms, eq(siteAlarms.siteId, memberships.siteId))
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(wanted),
    database
      .select({
        level: siteAlarms.level,
        alarms: sql<number>`count(*)`,
        unacknowledged: sql<number>`sum(${siteAlarms.acknowledgedAt} is null)`,
      })
      .from(memberships)
      .innerJoin(siteAlarms, eq(siteAlarms.siteId, memberships.siteId))
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(open)
      .groupBy(siteAlarms.level),
  ]);
  return { rows, total: counted?.total ?? 0, counts };
}

const unacknowledged = { alarms: sql<number>`count(*)`.as("alarms") };
const countOfUser = prepareQuery<{ alarms: number }>(unacknowledged, (database) => {
  const siteIds = sql.placeholder("siteIds");
  return database
    .select(unacknowledged)
    .from(memberships)
    .innerJoin(siteAlarms, eq(siteAlarms.siteId, memberships.siteId))
    .innerJoin(sites, eq(sites.id, memberships.siteId))
    .where(
      and(
        eq(memberships.userId, sql.placeholder("userId")),
        inArray(memberships.role, [...holdersOf("viewAlarmLog").roles]),
        sql`coalesce(${memberships.endsAt} > ${sql.placeholder("now")}, 1)`,
        sql`(${siteIds} is null or ${memberships.siteId} in (select value from json_each(${siteIds})))`,
        isNull(sites.deletedAt),
        isNull(siteAlarms.endTime),
        isNull(siteAlarms.acknowledgedAt),
      ),
    );
});

/**
 * Counts the open alarms of a user's sites that are not acknowledged. Each outer page waits for it, so it shares the
 * page's round trip, and reads the memberships once and of each site only the open alarms.
 */
export async function countUnacknowledged(
  database: Database,
  { userId, siteIds, now }: AlarmScope,
): Promise<number> {
  const values = { userId, siteIds: siteIds && JSON.stringify(siteIds), now };
  const [counted] = await runQuery(database, countOfUser(database, values));
  return counted?.alarms ?? 0;
}

/** Condition: the user may view the alarm log of the site at this moment. */
function isVisible(scope: AlarmScope): SQL | undefined {
  return and(isMemberWith("viewAlarmLog", scope), isNull(sites.deletedAt));
}

function isMemberWith(
  permission: SitePermission,
  { userId, siteIds, now }: AlarmScope,
): SQL | undefined {
  const { roles } = holdersOf(permission);
  return and(
    eq(memberships.userId, userId),
    inArray(memberships.role, [...roles]),
    lasts(now),
    siteIds === null
      ? undefined
      : sql`${memberships.siteId} in (select value from json_each(${JSON.stringify(siteIds)}))`,
  );
}

function conditionsOf({ levels, sources, open, acknowledged, search }: AlarmFilter) {
  return [
    levels && inArray(siteAlarms.level, [...levels]),
    sources && inArray(siteAlarms.source, [...sources]),
    open === undefined ? undefined : (open ? isNull : isNotNull)(siteAlarms.endTime),
    acknowledged === undefined
      ? undefined
      : (acknowledged ? isNotNull : isNull)(siteAlarms.acknowledgedAt),
    search
      ? or(
          ...searchForms(search).flatMap((form) => [
            sql`instr(lower(${sites.name}), ${form}) > 0`,
            sql`instr(lower(${siteAlarms.deviceName}), ${form}) > 0`,
          ]),
        )
      : undefined,
  ];
}

/** Returns which of some sites a user belongs to now, with the role and the owner. */
export async function findMembershipsOfSites(
  database: Database,
  siteIds: readonly number[],
  { userId, now }: { userId: number; now: number },
) {
  return database
    .select({ siteId: sites.id, creatorId: sites.creatorId, role: memberships.role })
    .from(memberships)
    .innerJoin(sites, eq(sites.id, memberships.siteId))
    .where(
      and(
        eq(memberships.userId, userId),
        sql`${memberships.siteId} in (select value from json_each(${JSON.stringify(siteIds)}))`,
        lasts(now),
        isNull(sites.deletedAt),
      ),
    );
}
