import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { EventLevel } from "#domain/alarms/event.ts";
import { GROUPING_MS, type NoticeKind, type Outcome } from "#domain/notifications/notice.ts";
import { DEFAULT_PREFERENCES } from "#domain/notifications/preferences.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";
import { notices, notifications } from "../schema/notifications.ts";

/** The part of an alarm event from which notices are written. */
export type NotifyingEvent = {
  siteId: number;
  alarm: {
    logId: number;
    level: EventLevel;
    startTime: number;
    cause: { kind: string; condition?: unknown };
  };
  notice: { key: string; step: NoticeKind; emailInterval: number } | null;
  summary: { level?: EventLevel | undefined } | null;
};

/** Kinds after which an alarm is repeated and escalated. */
const FOLLOWED: readonly NoticeKind[] = ["start", "worse", "flapping", "live"];
/** Kinds that continue the repeats and escalations of the earlier notices of their alarm. */
const CONTINUING: readonly NoticeKind[] = ["worse", "flapping"];
const listOf = (kinds: readonly NoticeKind[]) => sql.raw(`('${kinds.join("', '")}')`);
export const followedKinds = listOf(FOLLOWED);
const continuingKinds = listOf(CONTINUING);

/**
 * Returns the statements that write the notice of an alarm event and its recipients, for the batch that writes the state
 * of the alarm. They are idempotent: a second delivery of the event writes nothing. An end that arrives before its start
 * gets its recipients with the start.
 */
export function alarmNoticeStatements(
  database: Database,
  event: NotifyingEvent,
  now: number,
): BatchItem<"sqlite">[] {
  const { siteId, notice } = event;
  if (notice === null) return [];
  const { key, step } = notice;
  const { logId } = event.alarm;
  return [
    insertNotice(database, event, notice, now),
    ...(step === "end" ? [] : [insertMembers(database, { siteId, key, step, now })]),
    insertEnds(database, { siteId, logId, now }),
    ...(CONTINUING.includes(step) ? [endOlder(database, siteId, logId)] : []),
  ];
}

/**
 * Inserts a notice. One that continues another of its alarm takes over how often that was repeated and escalated, and the
 * instant from which the steps count. One that arrives after such a notice has no repeats and escalations of its own.
 */
function insertNotice(
  database: Database,
  { siteId, alarm, summary }: NotifyingEvent,
  { key, step, emailInterval }: NonNullable<NotifyingEvent["notice"]>,
  now: number,
) {
  const isOffline = step !== "end" && alarm.cause.condition === "loggerOffline";
  const isFollowed = FOLLOWED.includes(step);
  const repeatAt =
    isFollowed && alarm.level === "fault" ? now + GROUPING_MS + emailInterval * MINUTE_MS : null;
  const afterMinutes = sql`(steps ->> ('$[' || coalesce(earlier.escalations, 0) || '].afterMinutes'))`;
  const escalationAt =
    isFollowed && alarm.level !== "info"
      ? sql`(select coalesce(earlier.since, ${now}) + ${afterMinutes} * ${MINUTE_MS} from escalations where site_id = sites.id)`
      : sql`null`;
  const isContinued = CONTINUING.includes(step)
    ? sql`false`
    : sql`coalesce(earlier.is_continued, false)`;
  return database
    .insert(notices)
    .select(
      sql`
        select null, id, ${key}, ${step}, ${alarm.logId}, ${summary?.level ?? alarm.level}, ${emailInterval}, ${isOffline ? 1 : 0},
          ${alarm.startTime}, ${JSON.stringify(alarm)}, ${summary && JSON.stringify(summary)}, ${now}, null,
          case when not ${isContinued} then coalesce(min(${repeatAt}, ${escalationAt}), ${repeatAt}, ${escalationAt}) end,
          ${repeatAt}, coalesce(earlier.repeats, 0), coalesce(earlier.escalations, 0)
        from sites
        cross join (
          select min(created_at) as since, max(repeats) as repeats, max(escalations) as escalations,
            max(kind in ${continuingKinds}) as is_continued
          from notices where site_id = ${siteId} and log_id = ${alarm.logId} and kind in ${followedKinds}
        ) earlier
        where id = ${siteId} and deleted_at is null
      `,
    )
    .onConflictDoNothing();
}

/** SQL of the rank of a level: the smaller, the more severe. */
const rankOf = (level: SQL) =>
  sql`(case ${level} when 'fault' then 0 when 'warning' then 1 else 2 end)`;

const { level: defaultLevel } = DEFAULT_PREFERENCES;
const leastLevel = sql`coalesce(at_site.preferences ->> 'level', own.preferences ->> 'level', ${sql.raw(`'${defaultLevel}'`)})`;
/** SQL of whether a user wants a channel at a site, by the preferences `own` and `at_site`. */
export const wants = (channel: "mail" | "push") =>
  sql.raw(
    `coalesce(at_site.preferences ->> '${channel}', own.preferences ->> '${channel}', ${Number(DEFAULT_PREFERENCES[channel])})`,
  );

/**
 * SQL of the users who can be notified on each channel: members whose access lasts, with an activated account other than
 * the demo one.
 */
const channelsOf = (now: number) => sql`
  from notices notice
  join memberships member on member.site_id = notice.site_id
  join users user on user.id = member.user_id
  left join notification_preferences own on own.user_id = user.id
  left join site_notification_preferences at_site
    on at_site.user_id = user.id and at_site.site_id = notice.site_id
  cross join (select 'mail' as name union all select 'push') channel
  where (member.ends_at is null or member.ends_at > ${now}) and not user.demo and user.activated_at is not null
    and case channel.name
      when 'mail' then user.alarm_mails and ${wants("mail")}
      else ${wants("push")} and exists (select 1 from push_subscriptions where user_id = user.id)
    end
`;

const rowOf = (
  now: number,
  user: SQL,
  channel: SQL,
  {
    groupingMs = GROUPING_MS,
    outcome = null,
  }: { groupingMs?: number; outcome?: Outcome | null } = {},
) => sql`
  null, notice.id, notice.site_id, coalesce(${user}, 0), ${user}, ${channel}, ${now},
  case ${channel} when 'mail' then ${now + groupingMs} else ${now} end, null, ${outcome && now}, ${outcome}, null
`;

/**
 * Inserts the members who receive the alarms of the site, each on every channel, and the webhook of the site. Those of an
 * alarm that becomes live get the summary instead, so their notifications are settled.
 */
function insertMembers(
  database: Database,
  { siteId, key, step, now }: { siteId: number; key: string; step: NoticeKind; now: number },
) {
  const settled = { outcome: step === "live" ? ("summarized" as const) : null };
  return database
    .insert(notifications)
    .select(
      sql`
        select ${rowOf(now, sql`user.id`, sql`channel.name`, settled)}
        ${channelsOf(now)}
          and notice.site_id = ${siteId} and notice.key = ${key} and member.receives_alarms
          and ${rankOf(sql`notice.level`)} <= ${rankOf(leastLevel)}
        union all
        select ${rowOf(now, sql`null`, sql`'webhook'`, settled)}
        from notices notice join webhooks on webhooks.site_id = notice.site_id
        where notice.site_id = ${siteId} and notice.key = ${key} and webhooks.disabled_at is null
      `,
    )
    .onConflictDoNothing();
}

/**
 * Inserts the recipients of the end of an alarm: those who were notified of it, or still will be. An alarm without a
 * notice of its own was part of the summary after a backlog, so its end goes to the recipients of that summary.
 */
function insertEnds(
  database: Database,
  { siteId, logId, now }: { siteId: number; logId: number; now: number },
) {
  // The cross joins keep the order: first the one notice, then its causes by an index, never all notices of the site.
  const recipient = rowOf(now, sql`begun.user_id`, sql`begun.channel`);
  const begun = sql`
        cross join notifications begun on begun.notice_id = cause.id
        where notice.site_id = ${siteId} and notice.log_id = ${logId} and notice.kind = 'end'
          and coalesce(begun.outcome, '') <> 'dropped'`;
  return database
    .insert(notifications)
    .select(
      sql`
        select ${recipient}
        from notices notice
        cross join notices cause on cause.site_id = notice.site_id and cause.log_id = notice.log_id
        ${begun} and cause.kind <> 'end'
        union
        select ${recipient}
        from notices notice
        cross join notices cause
          on cause.site_id = notice.site_id and cause.key >= 'summary:' and cause.key < 'summary;'
        ${begun} and cause.kind = 'summary' and cause.created_at > notice.start_time and not exists (
          select 1 from notices own
          where own.site_id = notice.site_id and own.log_id = notice.log_id and own.kind not in ('end', 'summary'))
      `,
    )
    .onConflictDoNothing();
}

/** Ends the repeats and escalations of earlier notices of an alarm: the newest one continues them. */
function endOlder(database: Database, siteId: number, logId: number) {
  return database
    .update(notices)
    .set({ nextAt: null })
    .where(
      sql`${notices.siteId} = ${siteId} and ${notices.logId} = ${logId} and ${notices.nextAt} is not null
        and ${notices.id} < (
          select max(id) from notices newest where newest.site_id = ${siteId} and newest.log_id = ${logId}
            and newest.kind in ${continuingKinds})`,
    );
}

/** A repeat or escalation of a notice. */
export type FollowUp = {
  noticeId: number;
  kind: "repeat" | "escalation";
  number: number;
  /** Users of an escalation step; empty for a repeat. */
  userIds: readonly number[];
};

/**
 * Returns the statements that write a repeat or an escalation. A repeat goes to the users who were notified of the
 * alarm, an escalation to the users of its step who are members of the site. An alarm has each step once, whichever of its
 * notices caused it.
 */
export function followUpStatements(
  database: Database,
  { noticeId, kind, number, userIds }: FollowUp,
  now: number,
): BatchItem<"sqlite">[] {
  const key = sql`${sql.raw(kind === "repeat" ? "origin.key" : "origin.log_id")} || ${`:${kind}:${number}`}`;
  const isThis = sql`origin.id = ${noticeId} and notice.site_id = origin.site_id and notice.key = ${key}`;
  const notice = database
    .insert(notices)
    .select(
      sql`
        select null, site_id, ${key}, ${kind}, log_id, level, email_interval, 0, start_time, alarm, null,
          ${now}, null, null, null, 0, 0
        from notices origin where id = ${noticeId}
      `,
    )
    .onConflictDoNothing();
  const recipients =
    kind === "repeat"
      ? sql`
          select distinct ${rowOf(now, sql`begun.user_id`, sql`begun.channel`, { groupingMs: 0 })}
          from notices origin
          join notices notice
          join notices cause on cause.site_id = origin.site_id and cause.log_id = origin.log_id and cause.kind <> 'end'
          join notifications begun on begun.notice_id = cause.id
          where ${isThis} and begun.user_id is not null and coalesce(begun.outcome, '') <> 'dropped'
        `
      : sql`
          select ${rowOf(now, sql`user.id`, sql`channel.name`, { groupingMs: 0 })}
          ${channelsOf(now)}
            and exists (select 1 from notices origin where ${isThis})
            and user.id in (select value from json_each(${JSON.stringify(userIds)}))
        `;
  return [notice, database.insert(notifications).select(recipients).onConflictDoNothing()];
}
