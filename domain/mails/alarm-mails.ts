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
  /** Number of the alarm in the log of its site; absent in e-mails of an earlier release. */
  logId: z.int().optional(),
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
  /** Active alarms that are not notified by themselves because this one explains them: some of them, and their number. */
  suppressed: z.object({ number: z.int(), alarms: z.array(text) }).optional(),
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
  /** Some of the alarms, the most urgent first, with local times of the site. */
  alarms: z
    .array(
      z.object({
        levelName: text,
        description: text,
        startedAt: text,
        endedAt: text.nullable(),
      }),
    )
    .optional(),
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

/** A site to which the user of an e-mail has access. */
export type AccessibleSite = {
  siteId: number;
  /** Whether the user still receives its alarms. */
  receives: boolean;
  /** Numbers of ended alarms in the e-mail of which the user was not notified, so that their end says nothing. */
  unannounced: readonly number[];
};

/**
 * Returns an e-mail without the sites that the user has left, and without what the user does not receive any more. Ends
 * and escalations go to users who do not receive the other alarms, too, but an end only if it follows a start.
 * @returns null if nothing is left
 */
export function restrictAlarmMail(
  mail: AlarmMail,
  accessible: readonly AccessibleSite[],
): AlarmMail | null {
  const { access } = mail;
  if (access === undefined) return mail;
  const isGoing = ({
    siteId,
    logId,
    state,
  }: Partial<Pick<MailAlarm, "siteId" | "logId" | "state">>) => {
    const site = accessible.find((one) => one.siteId === siteId);
    if (site === undefined) return false;
    if (state === "ended") return logId === undefined || !site.unannounced.includes(logId);
    return site.receives || state === "escalated";
  };
  const [alarms, summaries] = [mail.alarms.filter(isGoing), mail.summaries.filter(isGoing)];
  const [shown, going] = [
    [...mail.alarms, ...mail.summaries],
    [...alarms, ...summaries],
  ];
  if (going.length === shown.length) return mail;
  if (going.length === 0) return null;
  const counts = access.sites.map(({ siteId, count }) => {
    const isHere = (entry: { siteId?: number | undefined }) => entry.siteId === siteId;
    const receives = accessible.some((site) => isHere(site) && site.receives);
    const left = going.filter(isHere).length;
    return receives ? count - (shown.filter(isHere).length - left) : left;
  });
  const count = counts.reduce((sum, one) => sum + one, 0);
  const siteCount = counts.filter((one) => one > 0).length;
  return { ...mail, alarms, summaries, more: count - going.length, siteCount, count };
}
