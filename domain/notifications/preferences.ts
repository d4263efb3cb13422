import { z } from "zod";
import { eventLevel } from "../alarms/event.ts";
import { timeZoneName } from "../sites/time-zone-name.ts";

/** Local time of day, as "22:00". */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "wrongValue");

/** Days of the week, 1 (Monday) to 7, on which a window of quiet hours begins. */
const weekdays = z
  .array(z.int().min(1).max(7))
  .min(1)
  .max(7)
  .refine((days) => new Set(days).size === days.length, "wrongValue");

/** Quiet hours in local time; a window whose end is not after its beginning ends on the next day. */
export const quietHours = z
  .object({ from: timeOfDay, to: timeOfDay, weekdays })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: "wrongValue" });
export type QuietHours = z.infer<typeof quietHours>;

/** How a user is notified of alarms. */
export const notificationPreferences = z.object({
  mail: z.boolean().describe("Whether alarms are sent by e-mail"),
  push: z.boolean().describe("Whether alarms are sent to the user's browsers"),
  level: eventLevel.describe("Minimum level of the alarms"),
  quietHours: quietHours.nullable(),
  faultsThrough: z.boolean().describe("Whether faults are delivered during quiet hours"),
  digestAt: timeOfDay
    .nullable()
    .describe("Local time of a daily digest of everything but faults; null delivers at once"),
  timeZone: timeZoneName
    .nullable()
    .describe("IANA name of the zone of the times; null for the zone of the alarm's site"),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

/** Preferences that a user may choose differently for one site. */
export const sitePreferences = notificationPreferences
  .pick({ mail: true, push: true, level: true, faultsThrough: true })
  .partial();
export type SitePreferences = z.infer<typeof sitePreferences>;

/** Preferences of a user who has chosen none. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  mail: true,
  push: true,
  level: "warning",
  quietHours: null,
  faultsThrough: true,
  digestAt: null,
  timeZone: null,
};

/** Returns the preferences of a user at a site. */
export function preferencesAt(
  chosen: Partial<NotificationPreferences> | null,
  site: SitePreferences | null,
): NotificationPreferences {
  const own = { ...DEFAULT_PREFERENCES, ...chosen };
  const { mail = own.mail, push = own.push, level = own.level } = site ?? {};
  return { ...own, mail, push, level, faultsThrough: site?.faultsThrough ?? own.faultsThrough };
}
