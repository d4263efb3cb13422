import type { FormedMail } from "#database/notifications/form-mails.ts";
import type { WaitingRow } from "#database/notifications/notifications.ts";
import type { RelatedAlarm } from "#database/notifications/related-alarms.ts";
import { can } from "#domain/access/can.ts";
import { DEFAULT_LANGUAGE, type Language } from "#domain/languages.ts";
import {
  type AlarmMail,
  type AlarmMailState,
  MAX_MAIL_ALARMS,
  type MailAlarm,
  type MailSummary,
} from "#domain/mails/alarm-mails.ts";
import type { MailTemplate } from "#domain/mails/templates.ts";
import type { SentKind } from "#domain/notifications/notice.ts";
import type { MessageKind } from "#domain/notifications/plan-mails.ts";
import { formatTimeText } from "#domain/units/date-text.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { siteAlarmEvent } from "#protocol/alarms.ts";
import { signUnsubscribeLink } from "#protocol/keys/alarm-link.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import { mailLanguageOf, newMessageId } from "../mails/new-mail.ts";
import { actionLinks } from "./action-links.ts";
import { newestStates } from "./newest-states.ts";
import type { PlanContext } from "./plan-context.ts";

const TEMPLATES: Record<MessageKind, MailTemplate> = {
  started: "alarmStarted",
  ended: "alarmEnded",
  flapping: "alarmFlapping",
  summary: "alarmSummary",
  digest: "alarmDigest",
  escalated: "alarmEscalated",
  outage: "alarmOutage",
};

const STATES: Record<Exclude<SentKind, "summary">, AlarmMailState> = {
  start: "started",
  repeat: "active",
  worse: "worse",
  flapping: "flapping",
  escalation: "escalated",
  end: "ended",
};

const storedAlarm = siteAlarmEvent.shape.alarm;
const storedSummary = siteAlarmEvent.shape.summary;

/**
 * Composes the e-mail of some notifications of one user. Several notifications of one alarm are one entry, with the
 * newest state.
 * @param rows at least one, all of one user
 * @param references Message-IDs of earlier e-mails about the same alarms, the oldest first
 * @param related alarms that the notifications name besides their own
 */
export function composeAlarmMail(
  context: PlanContext,
  kind: MessageKind,
  rows: readonly WaitingRow[],
  references: readonly string[],
  related: readonly RelatedAlarm[] = [],
): FormedMail {
  const { keys, portalOrigin } = context;
  const user = rows[0] as WaitingRow;
  const userId = user.userId ?? 0;
  const language = mailLanguageOf({
    language: user.language ?? DEFAULT_LANGUAGE,
    mailLanguage: user.mailLanguage,
  });
  const { alarms, summaries } = newestStates(rows);
  const shown = alarms.slice(0, MAX_MAIL_ALARMS);
  const token = signUnsubscribeLink(keys, userId);
  const values: AlarmMail = {
    name: user.name ?? "",
    alarms: shown.map((row) => describeAlarm(context, row, language, related)),
    summaries: summaries
      .slice(0, MAX_MAIL_ALARMS)
      .flatMap((row) => describeSummary(context, row, language, related)),
    more:
      Math.max(0, alarms.length - MAX_MAIL_ALARMS) +
      Math.max(0, summaries.length - MAX_MAIL_ALARMS),
    siteCount: new Set(rows.map(({ siteId }) => siteId)).size,
    count: alarms.length + summaries.length,
    access: {
      userId,
      sites: [...Map.groupBy([...alarms, ...summaries], ({ siteId }) => siteId)].map(
        ([siteId, { length }]) => ({ siteId, count: length }),
      ),
    },
    references: [...references],
    unsubscribe: `${portalOrigin}/alarm-action?${new URLSearchParams({ unsubscribe: token })}`,
  };
  const messageId = newMessageId(context);
  return {
    cause: `alarms:${messageId}`,
    template: TEMPLATES[kind],
    language,
    recipient: user.email ?? "",
    values: JSON.stringify(values),
    messageId,
    ids: rows.map(({ id }) => id),
  };
}

function describeAlarm(
  context: PlanContext,
  row: WaitingRow,
  language: Language,
  related: readonly RelatedAlarm[],
): MailAlarm {
  const alarm = storedAlarm.parse(JSON.parse(row.alarm));
  const words = context.alarmWords(language);
  const at = (time: number) => formatTimeText(time, row.siteZone, language);
  const quantity = (value: number | string | null) => {
    if (value === null) return null;
    const shown = typeof value === "number" ? formatNumber(value, language) : value;
    return alarm.unit === null || alarm.unit === "" ? shown : `${shown} ${alarm.unit}`;
  };
  const userId = row.userId ?? 0;
  const isActive = row.kind !== "end" && row.alarmEndTime === null;
  const actor = { role: row.role ?? 0, owner: false, demo: false, share: false } as const;
  const mayAct = isActive && can(actor, "acknowledgeAlarms");
  const mayAcknowledge = mayAct && row.acknowledgedAt === null;
  const links = actionLinks(context, { userId, siteId: row.siteId, logId: row.logId });
  const cause = alarm.cause as Parameters<typeof words.describe>[0]["cause"];
  const { deviceName, eventNo, reason } = alarm;
  return {
    siteId: row.siteId,
    logId: row.logId,
    site: row.siteName,
    device: words.device(deviceName),
    description: words.describe({ cause, deviceName, eventNo }),
    level: alarm.level,
    levelName: words.level(alarm.level),
    state: row.kind === "summary" ? "started" : STATES[row.kind],
    startedAt: at(alarm.startTime),
    endedAt: alarm.endTime === null ? null : at(alarm.endTime),
    measured: quantity(alarm.value),
    limit: quantity(alarm.limit),
    reason: reason === null ? null : words.reason(reason as Parameters<typeof words.reason>[0]),
    flaps: alarm.flaps,
    ...describeSuppressed(context, row, language, related),
    view: viewLink(context, row, { logId: String(row.logId) }),
    acknowledge: mayAcknowledge ? links.acknowledge : null,
    snooze: mayAct ? links.snooze : null,
  };
}

/** Returns the alarms that an alarm suppresses; nothing if there are none. */
function describeSuppressed(
  context: PlanContext,
  { id }: WaitingRow,
  language: Language,
  related: readonly RelatedAlarm[],
): Pick<MailAlarm, "suppressed"> {
  const own = related.filter((alarm) => alarm.id === id);
  const [first] = own;
  if (first === undefined) return {};
  const alarms = own.map((alarm) => nameAlarm(context, alarm, language));
  return { suppressed: { number: first.number, alarms } };
}

/** Names an alarm with its device. */
function nameAlarm(context: PlanContext, alarm: RelatedAlarm, language: Language): string {
  const words = context.alarmWords(language);
  const [description, device] = [words.describe(alarm), words.device(alarm.deviceName)];
  return device === "" ? description : `${description} · ${device}`;
}

function describeSummary(
  context: PlanContext,
  row: WaitingRow,
  language: Language,
  related: readonly RelatedAlarm[],
): MailSummary[] {
  const summary = storedSummary.parse(JSON.parse(row.summary ?? "null"));
  if (summary === null) return [];
  const { offlineFrom, offlineTo, raised, stillOpen } = summary;
  const at = (time: number) => formatTimeText(time, row.siteZone, language);
  return [
    {
      siteId: row.siteId,
      site: row.siteName,
      offlineFrom: at(offlineFrom),
      offlineTo: at(offlineTo),
      raised,
      stillOpen,
      alarms: related
        .filter(({ id }) => id === row.id)
        .map((alarm) => ({
          levelName: context.alarmWords(language).level(alarm.level),
          description: nameAlarm(context, alarm, language),
          startedAt: at(alarm.startTime),
          endedAt: alarm.endTime === null ? null : at(alarm.endTime),
        })),
      view: viewLink(context, row, {}),
    },
  ];
}

/** Returns the address of an alarm in the log of its site. */
function viewLink(
  { keys, portalOrigin }: PlanContext,
  { userId, siteId }: WaitingRow,
  more: Record<string, string>,
): string {
  const key = sealSiteKey(keys, userId ?? 0, siteId);
  return `${portalOrigin}/log?${new URLSearchParams({ key, ...more })}`;
}
