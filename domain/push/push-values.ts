import { z } from "zod";
import type { AlarmCause } from "../alarms/alarm-row.ts";
import { eventLevel } from "../alarms/event.ts";
import { SENT_KINDS } from "../notifications/notice.ts";

/** Values from which a push message about an alarm is written. */
export const alarmPush = z.object({
  kind: z.enum(SENT_KINDS),
  siteId: z.int(),
  logId: z.int(),
  level: eventLevel,
  /** Parts of the alarm as the site's object reported it. */
  alarm: z.looseObject({
    cause: z.custom<AlarmCause>((value) => typeof value === "object" && value !== null),
    deviceName: z.string(),
    eventNo: z.int().nullable().default(null),
    dateTime: z.int(),
    endTime: z.int().nullable(),
  }),
  summary: z.looseObject({ raised: z.int(), stillOpen: z.int() }).nullable(),
});
export type AlarmPush = z.infer<typeof alarmPush>;

/** Values from which a push message about several notifications is written, with the most urgent alarms. */
export const collectedPush = z.object({
  kind: z.enum(["digest", "outage", "site"]),
  entries: z.array(alarmPush),
  /** Number of alarms at each site. */
  counts: z.array(z.object({ siteId: z.int(), count: z.int() })),
});
export type CollectedPushValues = z.infer<typeof collectedPush>;

/** Values of a push message as they are stored: those of an alarm, of several, or of a test. */
export const pushValues = z.union([
  alarmPush,
  collectedPush,
  z.object({ kind: z.literal("test") }),
]);
export type PushValues = z.infer<typeof pushValues>;
