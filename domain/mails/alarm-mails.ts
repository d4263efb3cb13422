import { z } from "zod";
import { eventLevel } from "../alarms/event.ts";

/** Maximum number of alarms that one e-mail shows; it counts the others. */
export const MAX_MAIL_ALARMS = 50;

/** State of an alarm in an e-mail: it started, is still active, became more severe, and so on. */
export const alarmState = z.enum(["started", "active", "worse", "flapping", "escalated", "ended"]);
export type AlarmMailState = z.infer<typeof alarmState>;

const text = z.string();
const link = z.url();
/** Site of an entry, whose recipient is checked again when the e-mail is sent; absent in those of an earlier release. */
const siteId = z.int().optional();

/** An alarm in an e-mail; its texts are in the language of the recipient and may come from loggers. */
export const mailAlarm = z.object({
  siteId,
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
  siteId,
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
  /** The user, and the number of alarms and summaries at each site; absent in e-mails of an earlier release. */
  access: z
    .object({
      userId: z.int(),
      sites: z.array(z.object({ siteId: z.int(), count: z.int().min(0) })),
    })
    .optional(),
});
export type AlarmMail = z.infer<typeof alarmMail>;

/** A site to which the user of an e-mail has access, and whether the user still receives its alarms. */
export type AccessibleSite = { siteId: number; receives: boolean };

/**
 * Returns an e-mail without the sites that the user has left, and without what the user does not receive any more. Ends
 * and escalations go to users who do not receive the other alarms, too.
 * @returns null if nothing is left
 */
export function restrictAlarmMail(
  mail: AlarmMail,
  accessible: readonly AccessibleSite[],
): AlarmMail | null {
  const { access } = mail;
  if (access === undefined) return mail;
  const isGoing = (entry: { siteId?: number | undefined; state?: AlarmMailState }) => {
    const site = accessible.find(({ siteId }) => siteId === entry.siteId);
    const isForAll = entry.state === "ended" || entry.state === "escalated";
    return site !== undefined && (site.receives || isForAll);
  };
  const [alarms, summaries] = [mail.alarms.filter(isGoing), mail.summaries.filter(isGoing)];
  const going = [...alarms, ...summaries];
  if (going.length === mail.alarms.length + mail.summaries.length) return mail;
  if (going.length === 0) return null;
  const counts = access.sites.map(({ siteId, count }) => {
    const receives = accessible.some((site) => site.siteId === siteId && site.receives);
    return receives ? count : going.filter((entry) => entry.siteId === siteId).length;
  });
  const count = counts.reduce((sum, one) => sum + one, 0);
  const siteCount = counts.filter((one) => one > 0).length;
  return { ...mail, alarms, summaries, more: count - going.length, siteCount, count };
}
