import { z } from "zod";
import { hideMirroredAlarms } from "#database/alarms/site-alarms.ts";
import { ALARM_SOURCES } from "#domain/alarms/alarm-row.ts";
import { eventLevel } from "#domain/alarms/event.ts";
import { Problem } from "#domain/problem.ts";
import { equipmentAddress, registerAddress } from "#domain/registers/address.ts";
import { pageQuery } from "#domain/sites/site-list.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { AlarmActionResult } from "#protocol/alarms.ts";
import { onSite } from "../access.ts";
import { readHistory } from "../charts/read-history.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { alarmRow, alarmRowExample } from "./alarm-schema.ts";
import { authorOf } from "./author.ts";
import { describeAlarm } from "./describe-alarm.ts";

/** Maximum number of rows hidden by one call. */
const MAX_HIDDEN = 500;
/** Maximum time for which notifications of an alarm are suppressed. */
export const MAX_SNOOZE_MS = 30 * DAY_MS;
/** Maximum length of a search text, characters. */
const MAX_SEARCH = 100;

const instant = z.int().min(0).describe("ms UTC");
const logId = z.int().min(1);

export const pageAlarms = operation({
  path: "POST /site/v4/alarm/logger/page",
  description: {
    summary: "Returns one page of the alarm log of a site, newest first",
    output: z.object({ total: z.int(), rows: z.array(alarmRow) }),
    example: {
      input: { id: 12, page: 1, size: 20, levels: ["fault"] },
      output: { total: 1, rows: [alarmRowExample] },
    },
  },
  input: siteInput({
    ...pageQuery.shape,
    from: instant.optional().describe("Only alarms from this instant on, ms UTC"),
    to: instant.optional().describe("Only alarms before this instant, ms UTC"),
    sources: z.array(z.enum(ALARM_SOURCES)).max(ALARM_SOURCES.length, "tooMany").optional(),
    levels: z.array(eventLevel).max(eventLevel.options.length, "tooMany").optional(),
    open: z.boolean().optional().describe("Only active alarms, or only ended ones"),
    address: z.union([registerAddress, equipmentAddress]).optional(),
    search: z
      .string()
      .trim()
      .max(MAX_SEARCH, "tooLong")
      .optional()
      .describe("Part of a device name, rule name, code, message or description"),
    logId: logId.optional().describe("Only this row"),
  }),
  access: onSite("viewAlarmLog"),
  async run({ input, context, caller, site }) {
    const { page, size, from, to, sources, levels, open, address, search, logId } = input;
    const subjects = search && context.findAlarmSubjects(search, context.language);
    const texts = subjects ? { search, subjects } : {};
    const query = { page, size, from, to, sources, levels, open, address, ...texts, logId };
    const found = await readHistory({ context, caller, site }, "alarmLog", query);
    const rows = found.rows.map((row) => describeAlarm(row, context, site.actor));
    return { total: found.total, rows };
  },
});

const hidden = z.object({ hidden: z.int().describe("Number of rows") });

export const deleteAlarms = operation({
  path: "POST /site/v2/alarm/logger/batchdel",
  description: {
    summary:
      "Hides rows of ended alarms from the log. Returns 409 if there are none among them; active alarms stay",
    output: hidden,
    example: { input: { id: 12, logIds: [31] }, output: { hidden: 1 } },
  },
  input: siteInput({
    logIds: z.array(logId).max(MAX_HIDDEN, "tooMany"),
  }),
  access: onSite("clearAlarmLog"),
  async run({ input: { logIds }, context, caller, site }) {
    const ids = [...new Set(logIds)];
    const author = authorOf(caller.person);
    const rows = await context.siteObject(site.id).hideAlarms({ logIds: ids }, author);
    if (rows === 0) throw new Problem("conflict", { message: "noRecords" });
    await hideMirroredAlarms(context.database, site.id, { logIds: ids });
    return { hidden: rows };
  },
});

export const clearAlarms = operation({
  path: "POST /site/v2/alarm/logger/clear",
  description: {
    summary:
      "Hides all ended alarms of the log, or those that ended until an instant. Returns 409 if there are none",
    output: hidden,
    example: { input: { id: 12 }, output: { hidden: 14 } },
  },
  input: siteInput({
    to: instant.optional().describe("Only alarms that ended until then, ms UTC"),
  }),
  access: onSite("clearAlarmLog"),
  async run({ input, context, caller, site }) {
    const which = { to: input.to ?? null };
    const rows = await context.siteObject(site.id).hideAlarms(which, authorOf(caller.person));
    if (rows === 0) throw new Problem("conflict", { message: "noLog" });
    await hideMirroredAlarms(context.database, site.id, which);
    return { hidden: rows };
  },
});

export const acknowledgeAlarm = operation({
  path: "POST /site/v2/alarm/acknowledge",
  description: {
    summary: "Acknowledges an alarm, which ends its repeated notifications and escalation",
    output: z.null(),
    example: { input: { id: 12, logId: 31 }, output: null },
  },
  input: siteInput({ logId }),
  access: onSite("acknowledgeAlarms"),
  async run({ input, context, caller, site }) {
    const object = context.siteObject(site.id);
    return assertDone(await object.acknowledgeAlarm(input.logId, authorOf(caller.person)));
  },
});

export const snoozeAlarm = operation({
  path: "POST /site/v2/alarm/snooze",
  description: {
    summary:
      "Suppresses the notifications of an alarm until an instant, at most 30 days ahead. A more severe level of the same alarm cancels that. Returns 409 if it has ended",
    output: z.null(),
    example: { input: { id: 12, logId: 31, until: 1_790_086_400_000 }, output: null },
  },
  input: siteInput({ logId, until: instant }),
  access: onSite("acknowledgeAlarms"),
  async run({ input: { logId, until }, context, caller, site }) {
    const now = context.now();
    if (until <= now) throw new Problem("invalid", { fields: { until: "endsInPast" } });
    if (until > now + MAX_SNOOZE_MS)
      throw new Problem("invalid", { fields: { until: "snoozeTooLong" } });
    const object = context.siteObject(site.id);
    return assertDone(await object.snoozeAlarm(logId, until, authorOf(caller.person)));
  },
});

/** @throws Problem notFound, conflict */
function assertDone(result: AlarmActionResult): null {
  if (result === "absent") throw new Problem("notFound");
  if (result === "ended") throw new Problem("conflict", { message: "alarmEnded" });
  return null;
}
