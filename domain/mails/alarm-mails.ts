import { z } from "zod";
import { eventLevel } from "../alarms/event.ts";

/** Maximum number of alarms that one e-mail shows; it counts the others. */
export const MAX_MAIL_ALARMS = 50;

/** State of an alarm in an e-mail: it started, is still active, became more severe, and so on. */
export const alarmState = z.enum(["started", "active", "worse", "flapping", "escalated", "ended"]);
export type AlarmMailState = z.infer<typeof alarmState>;

const text = z.string();
const link = z.url();

/** An alarm in an e-mail; its texts are in the language of the recipient and may come from loggers. */
export const mailAlarm = z.object({
  site: text,
  device: text,
  description: text,
  level: eventLevel,
  levelName: text,
  state: alarmState,
  /** Local times of the site, as texts. */
  startedAt: text,
  endedAt: text.nullable(),
  /** Value and limit with their unit; null if there are none. */
  measured: text.nullable(),
  limit: text.nullable(),
  reason: text.nullable(),
  /** Number of episodes of a flapping alarm. */
  flaps: z.int(),
  /** The alarm in the log of its site. */
  view: link,
  /** Pages with one button; null if the recipient may not act on the alarm, or it has ended. */
  acknowledge: link.nullable(),
  snooze: link.nullable(),
});
export type MailAlarm = z.infer<typeof mailAlarm>;

/** Summary of the time in which the logger of a site was offline. */
export const mailSummary = z.object({
  site: text,
  offlineFrom: text,
  offlineTo: text,
  raised: z.int(),
  stillOpen: z.int(),
  view: link,
});
export type MailSummary = z.infer<typeof mailSummary>;

/** Values of all e-mails about alarms. */
export const alarmMail = z.object({
  name: text,
  alarms: z.array(mailAlarm).max(MAX_MAIL_ALARMS),
  summaries: z.array(mailSummary).max(MAX_MAIL_ALARMS),
  /** Number of alarms that are not shown. */
  more: z.int().min(0),
  /** Number of sites, and of alarms and summaries in all. */
  siteCount: z.int().min(0),
  count: z.int().min(0),
  /** Message-IDs of the thread, the oldest first. */
  references: z.array(z.string()),
  /** Page with one button that ends alarm e-mails; it also takes the POST of RFC 8058. */
  unsubscribe: link,
});
export type AlarmMail = z.infer<typeof alarmMail>;
