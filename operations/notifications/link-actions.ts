import { z } from "zod";
import { findMembership } from "#database/members/members.ts";
import { findLinkUser, setAlarmMails } from "#database/notifications/link-users.ts";
import { findLinkedAlarm } from "#database/notifications/linked-alarm.ts";
import { can } from "#domain/access/can.ts";
import { Problem } from "#domain/problem.ts";
import { formatTimeText } from "#domain/units/date-text.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { type AlarmLink, openAlarmLink, openUnsubscribeLink } from "#protocol/keys/alarm-link.ts";
import { anyone } from "../access.ts";
import { wrongLink } from "../auth/mail-link.ts";
import type { Context } from "../context.ts";
import { enforceRateLimit } from "../enforce-rate-limit.ts";
import { operation } from "../operation.ts";

const token = z.string().min(1, "required").max(200, "wrongLink");
const input = z.object({ token });
const example = { token: "YWxhcm0gMSAyIDM.c2lnbmF0dXJl" };
/** Durations for which an alarm can be snoozed from an e-mail, h. */
export const SNOOZE_HOURS = [1, 8, 24, 168] as const;
/** Limit of the actions by all links of a user: each one is recorded in the journal. */
export const LINK_LIMIT = { max: 120, windowMs: HOUR_MS };
const UNSUBSCRIBE_LIMIT = { max: 20, windowMs: HOUR_MS };

/** Returns what the page of a link shows. Opening the page changes nothing. */
export const readAlarmLink = operation({
  path: "GET /site/v2/alarm/link",
  writes: false,
  description: {
    summary: "Returns the alarm of a link in an alarm e-mail",
    output: z.object({
      site: z.string(),
      deviceName: z.string(),
      description: z.string(),
      level: z.string(),
      startedAt: z.string().describe("Local time of the site, as text"),
      isEnded: z.boolean(),
      isAcknowledged: z.boolean(),
    }),
    example: {
      input: example,
      output: {
        site: "Roof",
        deviceName: "Battery",
        description: "Battery voltage is below the limit",
        level: "Fault",
        startedAt: "September 21, 2026, 16:13",
        isEnded: false,
        isAcknowledged: false,
      },
    },
  },
  served: "pages",
  input,
  access: anyone,
  async run({ input, context }) {
    const { siteId, logId } = await openLink(context, input.token);
    const alarm = await findLinkedAlarm(context.database, siteId, logId);
    if (alarm === undefined) throw wrongLink();
    const { language } = context;
    const words = context.alarmWords(language);
    const { site, timeZone, cause, deviceName, eventNo, level } = alarm;
    return {
      site,
      deviceName: words.device(deviceName),
      description: words.describe({ cause, deviceName, eventNo }),
      level: words.level(level),
      startedAt: formatTimeText(alarm.startTime, timeZone, language),
      isEnded: alarm.endTime !== null,
      isAcknowledged: alarm.acknowledgedAt !== null,
    };
  },
});

export const acknowledgeByLink = operation({
  path: "POST /site/v2/alarm/link/acknowledge",
  description: {
    summary: "Acknowledges the alarm of a link in an alarm e-mail as the user it was sent to",
    output: z.null(),
    example: { input: example, output: null },
  },
  served: "pages",
  input,
  access: anyone,
  async run({ input, context }) {
    const { siteId, logId, author } = await openLink(context, input.token);
    await enforceRateLimit(context, ["alarmLink", author.id], LINK_LIMIT);
    return assertDone(await context.siteObject(siteId).acknowledgeAlarm(logId, author));
  },
});

export const snoozeByLink = operation({
  path: "POST /site/v2/alarm/link/snooze",
  description: {
    summary: "Snoozes the alarm of a link in an alarm e-mail as the user it was sent to",
    output: z.null(),
    example: { input: { ...example, hours: 8 }, output: null },
  },
  served: "pages",
  input: z.object({ token, hours: z.union(SNOOZE_HOURS.map((hours) => z.literal(hours))) }),
  access: anyone,
  async run({ input, context }) {
    const { siteId, logId, author } = await openLink(context, input.token);
    await enforceRateLimit(context, ["alarmLink", author.id], LINK_LIMIT);
    const until = context.now() + input.hours * HOUR_MS;
    return assertDone(await context.siteObject(siteId).snoozeAlarm(logId, until, author));
  },
});

/** Ends alarm e-mails without a sign-in: access to the user's e-mails is enough. */
export const unsubscribeAlarmMails = operation({
  path: "POST /user/v2/notification/unsubscribe",
  description: {
    summary: "Ends the alarm e-mails to the user of a link in an alarm e-mail",
    output: z.null(),
    example: { input: example, output: null },
  },
  served: "pages",
  input,
  access: anyone,
  async run({ input, context }) {
    const userId = openUnsubscribeLink(context.keys, input.token);
    if (userId === null) throw wrongLink();
    await enforceRateLimit(context, ["unsubscribe", userId], UNSUBSCRIBE_LIMIT);
    if (!(await setAlarmMails(context.database, userId, false))) throw wrongLink();
    return null;
  },
});

/**
 * Opens the link of an alarm for its user, whose access at this moment decides.
 * @throws Problem invalid for a link that is wrong or expired, or whose user may not act on the alarm any more
 */
async function openLink(
  { database, keys, now }: Context,
  text: string,
): Promise<AlarmLink & { author: { id: number; name: string } }> {
  const link = openAlarmLink(keys, text, now());
  if (link === null) throw wrongLink();
  const { userId, siteId } = link;
  const held = await findMembership(database, siteId, { userId, now: now() });
  const user = await findLinkUser(database, userId);
  if (held === undefined || user === undefined) throw wrongLink();
  const actor = {
    role: held.role,
    owner: held.creatorId === userId,
    demo: user.demo,
    share: false,
  };
  if (!can(actor, "acknowledgeAlarms")) throw wrongLink();
  return { ...link, author: { id: userId, name: user.name } };
}

/** @throws Problem invalid, conflict */
function assertDone(result: "done" | "unchanged" | "absent" | "ended"): null {
  if (result === "absent") throw wrongLink();
  if (result === "ended") throw new Problem("conflict", { message: "alarmEnded" });
  return null;
}
