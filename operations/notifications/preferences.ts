import { z } from "zod";
import {
  readPreferences,
  writePreferences,
  writeSitePreferences,
} from "#database/notifications/preferences.ts";
import {
  DEFAULT_PREFERENCES,
  notificationPreferences,
  preferencesAt,
  sitePreferences,
} from "#domain/notifications/preferences.ts";
import { onSite, signedIn } from "../access.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";

const example = {
  ...DEFAULT_PREFERENCES,
  quietHours: { from: "22:00", to: "07:00", weekdays: [1, 2, 3, 4, 5, 6, 7] },
  timeZone: "Europe/Berlin",
};

export const getNotificationPreferences = operation({
  path: "POST /user/v2/notification/get",
  description: {
    summary: "Returns how the caller is notified of alarms, and what differs at single sites",
    output: z.object({
      alarmMails: z
        .boolean()
        .describe("Whether the caller receives alarm e-mails at all; see `updateEmailAlarmPush`"),
      preferences: notificationPreferences,
      sites: z.array(
        z.object({ id: z.int().describe("Id of the site"), preferences: sitePreferences }),
      ),
    }),
    example: {
      input: {},
      output: {
        alarmMails: true,
        preferences: example,
        sites: [{ id: 12, preferences: { level: "fault" } }],
      },
    },
  },
  input: z.object({}),
  access: signedIn("readAccount"),
  async run({ context: { database, now }, caller: { person } }) {
    const who = { userId: person.id, now: now() };
    const { own, atSites } = await readPreferences(database, who);
    return {
      alarmMails: own?.alarmMails ?? false,
      preferences: preferencesAt(own?.preferences ?? null, null),
      sites: atSites,
    };
  },
});

export const updateNotificationPreferences = operation({
  path: "POST /user/v2/notification/update",
  description: {
    summary: "Sets how the caller is notified of alarms; omitted fields keep their values",
    output: z.null(),
    example: { input: { level: "fault", digestAt: "08:00" }, output: null },
  },
  input: notificationPreferences.partial(),
  access: signedIn("editAccount"),
  async run({ input, context: { database, now }, caller: { person } }) {
    const { own } = await readPreferences(database, { userId: person.id, now: now() });
    const before = preferencesAt(own?.preferences ?? null, null);
    const given = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    );
    await writePreferences(database, person.id, { ...before, ...given });
    return null;
  },
});

export const updateSiteNotifications = operation({
  path: "POST /user/v2/notification/updateSite",
  description: {
    summary:
      "Sets what the caller wants differently for the alarms of one site; without fields the caller's own preferences apply",
    output: z.null(),
    example: { input: { id: 12, preferences: { mail: false, level: "fault" } }, output: null },
  },
  input: siteInput({ preferences: sitePreferences }),
  access: onSite("chooseNotifications"),
  async run({ input: { preferences }, context: { database }, caller: { person }, site }) {
    const where = { userId: person.id, siteId: site.id };
    await writeSitePreferences(database, where, preferences);
    return null;
  },
});
