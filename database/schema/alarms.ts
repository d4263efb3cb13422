import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AlarmCause, AlarmSource, EndReason } from "#domain/alarms/alarm-row.ts";
import type { EventLevel } from "#domain/alarms/event.ts";
import type { PlatformRule } from "#domain/alarms/platform-rules.ts";
import { flag, instant } from "./columns.ts";
import { mentionedUser, ofSite } from "./references.ts";

/**
 * The open alarms of all sites and those that ended in the last 30 days, as the sites' objects reported them last. The
 * alarm log itself is in each site's object.
 */
export const siteAlarms = sqliteTable(
  "site_alarms",
  {
    siteId: ofSite(),
    logId: integer("log_id").notNull(),
    /** Number of the event that was written last; an older one changes nothing. */
    sequence: integer("sequence").notNull(),
    key: text("key").notNull(),
    episode: integer("episode").notNull(),
    address: text("address"),
    deviceName: text("device_name").notNull(),
    source: text("source").$type<AlarmSource>().notNull(),
    ruleId: integer("rule_id"),
    eventNo: integer("event_no"),
    level: text("level").$type<EventLevel>().notNull(),
    cause: text("cause", { mode: "json" }).$type<AlarmCause>().notNull(),
    startTime: instant("start_time").notNull(),
    dateTime: instant("date_time").notNull(),
    /** Null while the alarm is open. */
    endTime: instant("end_time"),
    /** A number or text, as JSON. */
    value: text("value", { mode: "json" }).$type<number | string>(),
    limit: real("limit_value"),
    unit: text("unit"),
    reason: text("reason").$type<EndReason>(),
    isRetroactive: flag("is_retroactive").notNull(),
    inhibitedBy: text("inhibited_by"),
    flaps: integer("flaps").notNull(),
    /** Id of the user who acknowledged the alarm; it names no row once the account is deleted. */
    acknowledgedById: integer("acknowledged_by_id"),
    acknowledgedAt: instant("acknowledged_at"),
    snoozedUntil: instant("snoozed_until"),
    /** Whether the log does not show it. The row remains, so that an older event cannot bring it back. */
    isHidden: flag("is_hidden").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.logId] }),
    index("site_alarms_open").on(table.siteId).where(sql`end_time is null`),
    index("site_alarms_ended").on(table.endTime).where(sql`end_time is not null`),
  ],
);

/** Versions of the alarm rules that the operator sets for all sites; the newest is in force. */
export const platformRuleVersions = sqliteTable("platform_rules", {
  version: integer("version").primaryKey(),
  at: instant("at").notNull(),
  byId: mentionedUser("by_id"),
  /** JSON list of all rules. */
  rules: text("rules", { mode: "json" }).$type<readonly PlatformRule[]>().notNull(),
});
