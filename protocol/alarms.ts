import { z } from "zod";
import { ALARM_SOURCES, type AlarmRow } from "#domain/alarms/alarm-row.ts";
import { eventLevel } from "#domain/alarms/event.ts";
import type { IncompleteRule, PlatformRules } from "#domain/alarms/platform-rules.ts";
import type { SiteRules, SiteRulesChange, SiteRulesResult } from "#domain/alarms/site-rules.ts";
import type { JournalDetails } from "#domain/journal/journal-entry.ts";
import type { JournalWhat } from "#domain/journal/journal-kinds.ts";
import { MAX_SUMMARY_ALARMS } from "#domain/notifications/notice.ts";

/** Author of a change at a site; the name is removed when the account is deleted. */
export type Author = { id: number | null; name: string };

/** Query of a site's alarm log. Instants are ms UTC. */
export type AlarmLogQuery = {
  page: number;
  size: number;
  from?: number | undefined;
  to?: number | undefined;
  sources?: readonly AlarmRow["source"][] | undefined;
  levels?: readonly AlarmRow["level"][] | undefined;
  open?: boolean | undefined;
  address?: string | undefined;
  /** Part of a text of the row. The rows of `subjects` have it in the texts that the portal words. */
  search?: string | undefined;
  subjects?: AlarmSubjects | undefined;
  /** Only this row, as from a link of a notification. */
  logId?: number | undefined;
};

/** Rows by what the portal words in the language of a reader. */
export type AlarmSubjects = {
  /** A condition of the portal, or the name of a register without its phase, or a type of limit, and its side or "value". */
  descriptions: readonly string[];
  /** Types of devices, with and without a number. */
  deviceTypes: readonly string[];
  /** Names of devices. */
  devices: readonly string[];
  /** Codes of faults, in the form of `normalizeFaultCode`. */
  faultCodes: readonly string[];
};
export type AlarmLogPage = { total: number; rows: AlarmRow[] };

/** Rows to hide: by their ids, or all that ended up to an instant. Open alarms are never hidden. */
export type AlarmsToHide = { logIds: readonly number[] } | { to: number | null };

/** Result of an action on one alarm. */
export type AlarmActionResult = "done" | "unchanged" | "absent" | "ended";

/** Step of a notification. */
export const noticeStep = z.enum(["start", "end", "flapping", "worse", "summary", "live"]);
export type NoticeStep = z.infer<typeof noticeStep>;

/** State of an alarm in the queue, from which D1 keeps the open alarms and the notifications. Instants are ms UTC. */
export const siteAlarmEvent = z.object({
  kind: z.literal("alarm"),
  siteId: z.int(),
  /** Increases with each event of a site, so that an older state never overwrites a newer one. */
  sequence: z.int(),
  alarm: z.object({
    logId: z.int(),
    key: z.string(),
    episode: z.int(),
    address: z.string().nullable(),
    deviceName: z.string(),
    source: z.enum(ALARM_SOURCES),
    ruleId: z.int().nullable().default(null),
    eventNo: z.int().nullable().default(null),
    level: eventLevel,
    /** `AlarmCause`, passed on as it is. */
    cause: z.looseObject({ kind: z.string() }),
    startTime: z.int(),
    dateTime: z.int(),
    endTime: z.int().nullable(),
    value: z.union([z.number(), z.string()]).nullable(),
    limit: z.number().nullable(),
    unit: z.string().nullable(),
    reason: z.string().nullable(),
    isRetroactive: z.boolean(),
    inhibitedBy: z.string().nullable(),
    flaps: z.int(),
    acknowledgedBy: z.string().nullable(),
    /** The user's id, from which D1 reads the name. */
    acknowledgedById: z.int().nullable().default(null),
    acknowledgedAt: z.int().nullable(),
    snoozedUntil: z.int().nullable(),
    /** Whether the log does not show it: users hid it, it did not happen, or another row counts it. It has ended. */
    isHidden: z.boolean().default(false),
  }),
  /** The notification that this change causes; null for none. Its key is unique: alarm, episode and step. */
  notice: z.object({ key: z.string(), step: noticeStep, emailInterval: z.int() }).nullable(),
  /** Contents of a `summary` after a backlog, besides the alarms. */
  summary: z
    .object({
      offlineFrom: z.int(),
      offlineTo: z.int(),
      raised: z.int(),
      stillOpen: z.int(),
      /** Most severe level of its alarms, which decides the recipients; absent in events of an earlier release. */
      level: eventLevel.optional(),
      /** Its alarms that the message names, the most urgent first; absent in events of an earlier release. */
      logIds: z.array(z.int()).max(MAX_SUMMARY_ALARMS).optional(),
    })
    .nullable()
    .default(null),
});
export type SiteAlarmEvent = z.infer<typeof siteAlarmEvent>;

/** An entry of a site's journal, before it is chained. */
export type JournalEntry = {
  /** ms UTC */
  at: number;
  /** Name of the event; its text is in the `journal` namespace of the locales. */
  what: JournalWhat;
  /** Author; null for the site or the portal itself. */
  author: Author | null;
  /** The user whom the entry is about, as a new member. */
  user?: Author | null;
  /** Values of the text: numbers and texts only. They never name a user. */
  details: JournalDetails;
};

/** The operator's rules that do not cover all registers of a site that have their names. */
type Incomplete = { incomplete: IncompleteRule[] };

/** Calls of a site's object for alarms and the journal; part of `SiteRpc`. */
export interface SiteAlarmRpc {
  readAlarmRules(): Promise<SiteRules & Incomplete>;
  updateAlarmRules(change: SiteRulesChange, author: Author): Promise<SiteRulesResult & Incomplete>;
  readAlarmLog(query: AlarmLogQuery): Promise<AlarmLogPage>;
  /** @returns the number of hidden rows */
  hideAlarms(which: AlarmsToHide, author: Author): Promise<number>;
  acknowledgeAlarm(logId: number, author: Author): Promise<AlarmActionResult>;
  /** @param until ms UTC */
  snoozeAlarm(logId: number, until: number, author: Author): Promise<AlarmActionResult>;
  /** Confirms that D1 holds the alarm events with these numbers. Without it, they are sent again. */
  confirmAlarms(sequences: readonly number[]): Promise<void>;
  /**
   * Sets the operator's rules, which are in force from `rules.at`. It may be repeated; a version that is not newer
   * changes nothing.
   */
  setPlatformRules(rules: PlatformRules): Promise<void>;
}
