import { MAX_LAYERS, MAX_PARTS } from "#domain/imports/import-limits.ts";
import type { Columns } from "./row-format.ts";

/** A table of the site's object that an archive contains row by row. */
export type ObjectTable = {
  /** Name in the object's database. */
  table: string;
  columns: Columns;
  /** Columns of the primary key, in their order. */
  key: readonly string[];
  /** Condition of the rows that are written to an archive; absent for all. */
  where?: string;
  /** Maximum number of rows, above what the object itself keeps. */
  max: number;
};

/** Names of the small values that an archive contains. Passwords, budgets and the logger's identity are left out. */
export const ARCHIVED_VALUES = [
  "alarmIntervals",
  "alarmWaits",
  "alarmsLate",
  "equipment",
  "equipmentAliases",
  "eventsReplacedThrough",
  "settingLocks",
] as const;

/**
 * Tables of the site's object by the name of their files. Left out are derived rows, deliveries, sockets, tickets,
 * commands, and changes and updates in progress.
 */
export const OBJECT_TABLES = {
  values: {
    table: "facts",
    columns: { name: "text", value: "json" },
    key: ["name"],
    where: `name IN (${ARCHIVED_VALUES.map((name) => `'${name}'`).join(", ")})`,
    max: ARCHIVED_VALUES.length,
  },
  admitted: {
    table: "admitted_addresses",
    columns: { id: "integer", registers: "text", equipment: "text" },
    key: ["id"],
    max: 1,
  },
  retention: {
    table: "series_keeping",
    columns: {
      id: "integer",
      years: "integer?",
      expired_before: "integer?",
      rest_until: "integer",
    },
    key: ["id"],
    max: 1,
  },
  expired: {
    table: "series_past",
    columns: {
      id: "integer",
      from_at: "instant",
      to_at: "instant",
      rollups: "bytes",
      steps: "bytes?",
      kept: "bytes?",
    },
    key: ["id"],
    max: 10_000_000,
  },
  nulls: {
    table: "series_nulls",
    columns: { id: "integer", from_at: "instant", to_at: "instant", runs: "json" },
    key: ["id"],
    max: 20_000,
  },
  imports: {
    table: "import_layers",
    columns: { layer_id: "text", number: "integer", is_complete: "integer", body: "json" },
    key: ["layer_id"],
    where: "is_complete = 1",
    max: MAX_LAYERS,
  },
  imported: {
    table: "import_rows",
    columns: {
      layer_id: "text",
      part: "integer",
      kind: "text",
      from_at: "instant",
      to_at: "instant",
      cells: "integer",
      data: "bytes",
    },
    key: ["layer_id", "part"],
    where: "layer_id IN (SELECT layer_id FROM import_layers WHERE is_complete = 1)",
    max: MAX_LAYERS * MAX_PARTS,
  },
  status: {
    table: "equipment_states",
    columns: { address: "text", status: "text", at: "integer" },
    key: ["address"],
    max: 100_000,
  },
  states: {
    table: "state_changes",
    columns: { address: "text", at: "instant", status: "text" },
    key: ["address", "at"],
    max: 200_000,
  },
  events: {
    table: "equipment_events",
    columns: {
      address: "text",
      event_no: "integer",
      level: "text",
      code: "text?",
      message: "text?",
      raised: "integer",
      at: "integer",
      raised_reported: "integer?",
      cleared_reported: "integer?",
    },
    key: ["address", "event_no"],
    max: 1_000_000,
  },
  facts: {
    table: "event_facts",
    columns: { key: "text", changed_at: "integer", facts: "json" },
    key: ["key"],
    max: 1_000_000,
  },
  lists: {
    table: "event_lists",
    columns: { id: "integer", list: "json" },
    key: ["id"],
    max: 1_000,
  },
  rules: {
    table: "alarm_rules",
    columns: { number: "integer", at: "integer", watch: "json", body: "json" },
    key: ["number"],
    max: 1_000,
  },
  alarms: {
    table: "alarm_log",
    columns: {
      log_id: "integer",
      key: "text",
      episode: "integer",
      source: "text",
      level: "text",
      address: "text?",
      start_at: "instant",
      active_at: "instant",
      end_at: "integer?",
      body: "json",
      marks: "json",
      acknowledged_by: "user?",
      is_hidden: "integer",
    },
    key: ["log_id"],
    max: 100_000,
  },
  snoozes: {
    table: "alarm_snoozes",
    columns: { key: "text", at: "integer", until: "integer", level: "text" },
    key: ["key"],
    max: 100_000,
  },
  journal: {
    table: "journal",
    columns: {
      number: "integer",
      at: "integer",
      what: "text",
      author: "text?",
      details: "json",
      previous: "text",
    },
    key: ["number"],
    max: 100_000_000,
  },
  "journal-users": {
    table: "journal_users",
    columns: { person: "user", pseudonym: "text", name: "text?" },
    key: ["person"],
    where: `pseudonym <> ''`,
    max: 100_000,
  },
  settings: {
    table: "setting_registers",
    columns: {
      address: "text",
      value: "text?",
      at: "integer?",
      touched_at: "integer?",
      writes: "integer",
      day: "integer?",
      day_writes: "integer",
      drift: "text?",
      is_ignored: "integer",
    },
    key: ["address"],
    max: 100_000,
  },
  snapshots: {
    table: "setting_snapshots",
    columns: { id: "integer", at: "integer", reason: "text", body: "json" },
    key: ["id"],
    max: 10_000,
  },
  changes: {
    table: "setting_changes",
    columns: {
      sequence: "integer",
      change_id: "text",
      person: "user",
      is_fault: "integer",
      body: "json",
    },
    key: ["sequence"],
    where: `is_open = 0`,
    max: 10_000,
  },
  "change-items": {
    table: "setting_change_items",
    columns: { address: "text", sequence: "integer" },
    key: ["address", "sequence"],
    where: `sequence IN (SELECT sequence FROM setting_changes WHERE is_open = 0)`,
    max: 100_000,
  },
  firmware: {
    table: "firmware_updates",
    columns: { sequence: "integer", update_id: "text", person: "user?", body: "json" },
    key: ["sequence"],
    where: `is_open = 0`,
    max: 1_000,
  },
} as const satisfies Record<string, ObjectTable>;
export type ObjectTableName = keyof typeof OBJECT_TABLES;

/** Values of columns that an archive leaves out, in rows of an imported site. */
export const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  setting_changes: { session: "", rights_version: 0, is_open: 0 },
  firmware_updates: { is_open: 0 },
};
