import type { AlarmMail, MailAlarm, MailSummary } from "#domain/mails/alarm-mails.ts";
import {
  type EmailContent,
  type EmailSection,
  isolateUntrusted,
  type MailTexts,
} from "./email-content.ts";

/** Kinds of e-mails about alarms, as the keys of their texts name them. */
export type AlarmMailKind =
  | "started"
  | "ended"
  | "flapping"
  | "summary"
  | "digest"
  | "escalated"
  | "outage";

/** Builds an e-mail about alarms. Texts of sites and loggers are isolated and cannot become links. */
export function writeAlarmMail(kind: AlarmMailKind, values: AlarmMail, t: MailTexts): EmailContent {
  const { name, alarms, summaries, more } = values;
  return {
    subject: subjectOf(kind, values, t),
    name,
    paragraphs: [
      t(`alarm.${kind}.text`),
      ...(more > 0 ? [t("alarm.more", { number: String(more) })] : []),
    ],
    sections: [
      ...summaries.map((summary) => describeSummary(summary, t)),
      ...alarms.map((alarm) => describeAlarm(alarm, t)),
    ],
    note: t("alarm.note"),
    references: values.references,
    unsubscribe: { label: t("alarm.unsubscribe"), link: values.unsubscribe },
  };
}

/** A single alarm names itself and its site in the subject, several name their number. */
function subjectOf(
  kind: AlarmMailKind,
  { alarms, summaries, siteCount, count }: AlarmMail,
  t: MailTexts,
): string {
  const [alarm, summary] = [alarms[0], summaries[0]];
  const site = isolateUntrusted(alarm?.site ?? summary?.site ?? "");
  if (count === 1 && alarm !== undefined && kind !== "outage") {
    const description = isolateUntrusted(alarm.description);
    return t(`alarm.state.${alarm.state}`, { level: alarm.levelName, description, site });
  }
  if (count === 1 && summary !== undefined) return t("alarm.summary.subject", { site });
  if (kind === "outage") return t("alarm.outage.subject", { sites: String(siteCount) });
  const values = { number: String(count), sites: String(siteCount), site };
  return t(siteCount === 1 ? "alarm.severalAtSite" : "alarm.severalAtSites", values);
}

function describeAlarm(alarm: MailAlarm, t: MailTexts): EmailSection {
  const { site, device, state, levelName, flaps, suppressed } = alarm;
  const description = isolateUntrusted(alarm.description);
  const values = { level: levelName, description, site: isolateUntrusted(site) };
  const lines = [
    ...(device === "" ? [] : [t("alarm.device", { device: isolateUntrusted(device) })]),
    ...(alarm.measured === null
      ? []
      : [t("alarm.measured", { value: isolateUntrusted(alarm.measured) })]),
    ...(alarm.limit === null ? [] : [t("alarm.limit", { value: isolateUntrusted(alarm.limit) })]),
    t("alarm.startedAt", { time: alarm.startedAt }),
    ...(alarm.endedAt === null ? [] : [t("alarm.endedAt", { time: alarm.endedAt })]),
    ...(alarm.reason === null ? [] : [t("alarm.reason", { reason: alarm.reason })]),
    ...(flaps > 0 ? [t("alarm.flaps", { number: String(flaps) })] : []),
    ...(suppressed === undefined ? [] : [describeSuppressed(suppressed, t)]),
  ];
  const links = [
    { label: t("alarm.view"), link: alarm.view },
    ...(alarm.acknowledge === null
      ? []
      : [{ label: t("alarm.acknowledge"), link: alarm.acknowledge }]),
    ...(alarm.snooze === null ? [] : [{ label: t("alarm.snooze"), link: alarm.snooze }]),
  ];
  return { heading: t(`alarm.state.${state}`, values), lines, links };
}

/** Names the alarms that are not notified by themselves, with an ellipsis if there are more. */
function describeSuppressed(
  { number, alarms }: NonNullable<MailAlarm["suppressed"]>,
  t: MailTexts,
): string {
  const named = alarms.map(isolateUntrusted).join(", ");
  const all = number > alarms.length ? `${named}, …` : named;
  return t("alarm.suppressed", { number: String(number), alarms: all });
}

function describeSummary(summary: MailSummary, t: MailTexts): EmailSection {
  const { offlineFrom, offlineTo, raised, stillOpen, alarms = [] } = summary;
  const list = alarms.map(({ levelName, description, startedAt, endedAt }) => {
    const values = {
      level: levelName,
      description: isolateUntrusted(description),
      from: startedAt,
    };
    return endedAt === null
      ? t("alarm.listedActive", values)
      : t("alarm.listedEnded", { ...values, to: endedAt });
  });
  const left = raised - list.length;
  return {
    heading: t("alarm.summary.subject", { site: isolateUntrusted(summary.site) }),
    lines: [
      t("alarm.offline", { from: offlineFrom, to: offlineTo }),
      t("alarm.raised", { number: String(raised) }),
      t("alarm.stillOpen", { number: String(stillOpen) }),
      ...list,
      ...(list.length > 0 && left > 0 ? [t("alarm.more", { number: String(left) })] : []),
    ],
    links: [{ label: t("alarm.view"), link: summary.view }],
  };
}
