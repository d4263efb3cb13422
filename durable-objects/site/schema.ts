import { EXPIRED_BEFORE } from "./series/expired-rows.ts";

/*
 * Stored names that differ from the names in the code. They stay, because renaming would rewrite every object, and an
 * older release has to read the storage after a rollback.
 *
 * | stored                                  | in the code                                                   |
 * |-----------------------------------------|---------------------------------------------------------------|
 * | `facts`                                 | `KeyValueStore`                                               |
 * | key `demand` of `facts`                 | `SamplingPolicy`: the sampling that viewers requested         |
 * | key `logger` of `facts`                 | `LoggerIdentity`                                              |
 * | `equipment_events`                      | `KnownEvent`                                                  |
 * | `raised_told`, `cleared_told` in it     | `raisedReported`, `clearedReported`                           |
 * | `state_changes`                         | `StateLog`                                                    |
 * | `outbox`                                | `EventDelivery`, one row for each kind of event               |
 * | `ended_sessions`, `ended_rights`        | `RevocationLog`: revocations of sessions, of users and shares |
 * | `wants_read_back` of `commands`         | `TrackedCommand.needsReadBack`                                |
 * | `series_registers`                      | `RegisterIds`                                                 |
 * | `series_tail`                           | `WriteBuffer`                                                 |
 * | `series_chunk`, `series_block`          | chunks and blocks of `SampleRows`                             |
 * | `series_rollup`                         | `StoredQuarters` of a block                                   |
 * | `series_local_day`, `series_day`        | `DayRows`; the second table is that of earlier releases       |
 * | `series_zone`                           | `PendingMaintenance`                                          |
 * | `days_due` in it                        | flags of `PendingMaintenance`, bit by bit                     |
 * | `series_frozen`                         | `StaleSpan`                                                   |
 * | `series_judged`                         | `StaleCheckpoint`                                             |
 * | `series_past`                           | `ExpiredRollups`                                              |
 * | `rollups`, `kept` in it                 | `ExpiredRollups.data`; samples of lifetime counters           |
 * | `series_keeping`                        | `RetentionState`                                              |
 * | `forgotten_before` in it                | `RetentionState.expiredBefore`                                |
 * | `visitedAt` of the logger's attachment  | `LoggerConnection.polledAt`                                   |
 */

/**
 * Schema steps that an older release cannot work with. Append only: a released step is never edited or removed, because
 * every object continues from the last step that it has. A release that adds a step here cannot be rolled back, since
 * the older release refuses to open the object. Use `ADDITIVE_STEPS` wherever the older release can ignore the change.
 */
export const SCHEMA_STEPS: readonly string[] = [
  // Small values by name.
  `CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
  // The sample store: register ids, the write buffer, the latest values at its beginning, chunks, and blocks.
  `CREATE TABLE series_registers (part INTEGER PRIMARY KEY, addresses TEXT NOT NULL);
   CREATE TABLE series_tail (id INTEGER PRIMARY KEY CHECK (id = 1), data BLOB NOT NULL);
   CREATE TABLE series_latest (part INTEGER PRIMARY KEY, data BLOB NOT NULL);
   CREATE TABLE series_chunk (id INTEGER PRIMARY KEY, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
     cells INTEGER NOT NULL, data BLOB NOT NULL);
   CREATE TABLE series_block (id INTEGER PRIMARY KEY, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
     cells INTEGER NOT NULL, data BLOB NOT NULL);
   CREATE INDEX series_block_from ON series_block (from_at)`,
  // Timers, the status of each piece of equipment, its events, and events for the rest of the system.
  `CREATE TABLE timers (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE equipment_states (address TEXT PRIMARY KEY, status TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE equipment_events (address TEXT NOT NULL, event_no INTEGER NOT NULL, level TEXT NOT NULL, code TEXT,
     message TEXT, raised INTEGER NOT NULL, at INTEGER NOT NULL, raised_told INTEGER, cleared_told INTEGER,
     PRIMARY KEY (address, event_no)) WITHOUT ROWID;
   CREATE TABLE outbox (kind TEXT PRIMARY KEY, sequence INTEGER NOT NULL, body TEXT NOT NULL, put_at INTEGER NOT NULL,
     attempts INTEGER NOT NULL, due INTEGER) WITHOUT ROWID`,
  // Used tickets of viewers, and revocations of sessions and users.
  `CREATE TABLE used_tickets (hash TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE ended_sessions (session TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE ended_rights (person INTEGER PRIMARY KEY, rights_version INTEGER NOT NULL)`,
  // Commands in the order of their arrival; a timer advances or deletes a command at `due`.
  `CREATE TABLE commands (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT,
     command_id TEXT NOT NULL UNIQUE,
     person INTEGER NOT NULL,
     session TEXT NOT NULL,
     rights_version INTEGER NOT NULL,
     batch TEXT,
     query TEXT,
     state TEXT NOT NULL,
     wants_read_back INTEGER NOT NULL,
     ended_at INTEGER,
     due INTEGER NOT NULL,
     tracked TEXT NOT NULL
   );
   CREATE INDEX commands_open ON commands (sequence) WHERE state <> 'ended';
   CREATE INDEX commands_unread ON commands (sequence) WHERE wants_read_back = 1;
   CREATE INDEX commands_ended ON commands (ended_at) WHERE ended_at IS NOT NULL;
   CREATE INDEX commands_due ON commands (due)`,
  // Queries of viewers that the logger has not answered yet.
  `CREATE TABLE viewer_queries (
     id TEXT PRIMARY KEY, viewer TEXT NOT NULL, tag TEXT NOT NULL, request TEXT NOT NULL, due INTEGER NOT NULL
   ) WITHOUT ROWID`,
  // Queries of viewers, several for one frame. The rows of the replaced table are lost; they last at most 20 s.
  `DROP TABLE viewer_queries;
   CREATE TABLE viewer_queries (
     id INTEGER PRIMARY KEY, frame TEXT NOT NULL, asked_at INTEGER NOT NULL, viewer TEXT NOT NULL, tag TEXT NOT NULL,
     request TEXT NOT NULL, due INTEGER NOT NULL
   )`,
  // Rollups of blocks and of local days.
  `CREATE TABLE series_rollup (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
   CREATE TABLE series_day (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
   CREATE TABLE series_zone (id INTEGER PRIMARY KEY CHECK (id = 1), zone TEXT NOT NULL, days_due INTEGER NOT NULL)`,
  // The log of statuses by equipment and instant.
  `CREATE TABLE state_changes (address TEXT NOT NULL, at INTEGER NOT NULL, status TEXT NOT NULL,
     PRIMARY KEY (address, at)) WITHOUT ROWID`,
  // Intervals of stale values by register id, and checkpoints of their detection.
  `CREATE TABLE series_frozen (id INTEGER NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
     PRIMARY KEY (id, from_at)) WITHOUT ROWID;
   CREATE TABLE series_judged (at INTEGER PRIMARY KEY, data BLOB NOT NULL)`,
  // The remains of expired samples, and the retention with its progress.
  `CREATE TABLE series_past (id INTEGER PRIMARY KEY, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
     rollups BLOB NOT NULL, kept BLOB);
   CREATE INDEX series_past_from ON series_past (from_at);
   CREATE TABLE series_keeping (id INTEGER PRIMARY KEY CHECK (id = 1), years INTEGER, forgotten_before INTEGER,
     rest_until INTEGER NOT NULL)`,
  // An index for the newest states of a span, over all equipment.
  `CREATE INDEX state_changes_at ON state_changes (at)`,
];

/** Returns the stored name of a column of an archive. */
export function storedColumn(name: string): string {
  if (name === "expired_before") return EXPIRED_BEFORE;
  return name.replace(/_reported$/, "_told");
}

/** A schema step that an older release ignores. */
export type AdditiveStep = {
  /** Unique, and never changed once released. */
  name: string;
  /** One or more statements; `tests/support/additive-step-rules.ts` states which are allowed. */
  sql: string;
};

/**
 * Schema steps that an older release can ignore: new tables, new indexes that are not unique, and new columns that are
 * nullable or have a default. Append only, like `SCHEMA_STEPS`, but recorded by name, so that an older release opens an
 * object that has more of them, and a newer release adds those that are missing.
 *
 * They run after all of `SCHEMA_STEPS`. While rolled back, an older release writes rows without knowing the additions:
 * it leaves new tables alone, `INSERT OR REPLACE` resets a new column to its default, and `ON CONFLICT DO UPDATE` keeps
 * the column's old value beside the new data. Code that reads an added column has to handle both.
 */
export const ADDITIVE_STEPS: readonly AdditiveStep[] = [
  {
    // Data for time-weighted averages and bridged gaps beside the rollup of each quarter; null in rows of an older
    // release. Local days computed from it have a table of their own, which an older release does not write.
    name: "time-weighted-rollups",
    sql: `ALTER TABLE series_rollup ADD COLUMN steps BLOB;
      ALTER TABLE series_past ADD COLUMN steps BLOB;
      CREATE INDEX IF NOT EXISTS series_rollup_due ON series_rollup (id) WHERE steps IS NULL;
      CREATE TABLE IF NOT EXISTS series_local_day (id INTEGER PRIMARY KEY, data BLOB NOT NULL)`,
  },
  {
    // Addresses of all registers and pieces of equipment of all trees so far, in one row, without separators. An older
    // release does not add to it.
    name: "admitted-addresses",
    sql: `CREATE TABLE IF NOT EXISTS admitted_addresses (id INTEGER PRIMARY KEY CHECK (id = 1),
      registers TEXT NOT NULL, equipment TEXT NOT NULL)`,
  },
  {
    // The journal: its chained entries, of which those from outside have a key, and the names of its users, which are
    // not hashed. An older release records nothing.
    name: "journal",
    sql: `CREATE TABLE IF NOT EXISTS journal (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL,
        author TEXT, details TEXT NOT NULL, previous TEXT NOT NULL, source TEXT);
      CREATE INDEX IF NOT EXISTS journal_source ON journal (source) WHERE source IS NOT NULL;
      CREATE TABLE IF NOT EXISTS journal_users (person INTEGER PRIMARY KEY, pseudonym TEXT NOT NULL, name TEXT)`,
  },
  {
    // Versions of the alarm rules with what the fast check of an upload needs; the alarm log; instants without a value
    // of registers with rules; what the logger reported of events; states of alarms that the queue has not taken yet.
    // An older release evaluates nothing.
    name: "alarms",
    sql: `CREATE TABLE IF NOT EXISTS alarm_rules (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, watch TEXT NOT NULL,
        body TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS alarm_log (log_id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL,
        episode INTEGER NOT NULL, source TEXT NOT NULL, level TEXT NOT NULL, address TEXT, start_at INTEGER NOT NULL,
        active_at INTEGER NOT NULL, end_at INTEGER, body TEXT NOT NULL, marks TEXT NOT NULL,
        acknowledged_by INTEGER, is_hidden INTEGER NOT NULL DEFAULT 0);
      CREATE INDEX IF NOT EXISTS alarm_log_key ON alarm_log (key, start_at);
      CREATE INDEX IF NOT EXISTS alarm_log_shown ON alarm_log (start_at, log_id) WHERE is_hidden = 0;
      CREATE INDEX IF NOT EXISTS alarm_log_open ON alarm_log (log_id) WHERE end_at IS NULL;
      CREATE INDEX IF NOT EXISTS alarm_log_users ON alarm_log (acknowledged_by) WHERE acknowledged_by IS NOT NULL;
      CREATE TABLE IF NOT EXISTS event_facts (key TEXT PRIMARY KEY, changed_at INTEGER NOT NULL,
        facts TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS event_lists (id INTEGER PRIMARY KEY, list TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS alarm_outbox (sequence INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS series_nulls (id INTEGER PRIMARY KEY, from_at INTEGER NOT NULL,
        to_at INTEGER NOT NULL, runs TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS series_nulls_to ON series_nulls (to_at)`,
  },
  {
    // The log is sorted by the time that it shows, which for an instant ahead of the server is that of receipt. An older
    // release sorts by `start_at`.
    name: "alarm-log-shown-start",
    sql: `CREATE INDEX IF NOT EXISTS alarm_log_shown_start ON alarm_log (min(start_at, body ->> '$.seenAt'), log_id)
      WHERE is_hidden = 0`,
  },
  {
    // When the second read of a command is due; changes of settings, and which registers each of them has; what the
    // portal knows of each setting: its value, its writes by day of UTC, and a change that did not come from the portal;
    // snapshots. An older release sends the commands of an open change no more, and reads no register a second time.
    name: "settings",
    sql: `ALTER TABLE commands ADD COLUMN held_due INTEGER;
      CREATE INDEX IF NOT EXISTS commands_held ON commands (held_due) WHERE held_due IS NOT NULL;
      CREATE TABLE IF NOT EXISTS setting_changes (sequence INTEGER PRIMARY KEY AUTOINCREMENT, change_id TEXT NOT NULL,
        person INTEGER NOT NULL, session TEXT NOT NULL, rights_version INTEGER NOT NULL,
        is_open INTEGER NOT NULL DEFAULT 1, is_fault INTEGER NOT NULL DEFAULT 0, read TEXT, body TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS setting_changes_id ON setting_changes (change_id);
      CREATE INDEX IF NOT EXISTS setting_changes_open ON setting_changes (sequence) WHERE is_open = 1;
      CREATE INDEX IF NOT EXISTS setting_changes_fault ON setting_changes (sequence) WHERE is_fault = 1;
      CREATE TABLE IF NOT EXISTS setting_change_items (address TEXT NOT NULL, sequence INTEGER NOT NULL,
        PRIMARY KEY (address, sequence)) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS setting_registers (address TEXT PRIMARY KEY, value TEXT, at INTEGER,
        touched_at INTEGER, writes INTEGER NOT NULL DEFAULT 0, day INTEGER, day_writes INTEGER NOT NULL DEFAULT 0,
        drift TEXT, is_ignored INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS setting_snapshots (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,
        reason TEXT NOT NULL, body TEXT NOT NULL)`,
  },
  {
    // Updates of firmware, of which at most one is open. An older release ignores what loggers report of them.
    name: "firmware",
    sql: `CREATE TABLE IF NOT EXISTS firmware_updates (sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        update_id TEXT NOT NULL, person INTEGER, is_open INTEGER NOT NULL, body TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS firmware_updates_id ON firmware_updates (update_id);
      CREATE INDEX IF NOT EXISTS firmware_updates_open ON firmware_updates (sequence) WHERE is_open = 1`,
  },
  {
    // Snoozes of alarms by key. An older release snoozes single alarms only.
    name: "alarm-snoozes",
    sql: `CREATE TABLE IF NOT EXISTS alarm_snoozes (key TEXT PRIMARY KEY, at INTEGER NOT NULL, until INTEGER NOT NULL,
        level TEXT NOT NULL) WITHOUT ROWID`,
  },
  {
    // Imports of data from other portals, and the packed columns of their parts. An older release shows none of them.
    name: "imports",
    sql: `CREATE TABLE IF NOT EXISTS import_layers (layer_id TEXT PRIMARY KEY, number INTEGER NOT NULL,
        is_complete INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS import_rows (layer_id TEXT NOT NULL, part INTEGER NOT NULL, kind TEXT NOT NULL,
        from_at INTEGER NOT NULL, to_at INTEGER NOT NULL, cells INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY (layer_id, part))`,
  },
];

/**
 * Applies the missing schema steps to the object's database. Call it before anything else uses the storage.
 * @throws Error if the object has a step of `SCHEMA_STEPS` that this release does not know
 */
export function applySchema(
  storage: DurableObjectStorage,
  steps: readonly string[] = SCHEMA_STEPS,
  additions: readonly AdditiveStep[] = ADDITIVE_STEPS,
): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    const record = readRecord(sql);
    const missing = additions.filter(({ name }) => !record.names.includes(name));
    if (record.step === steps.length && missing.length === 0) return;
    applySteps(sql, steps);
    for (const step of missing) sql.exec(step.sql);
    const names = [...record.names, ...missing.map(({ name }) => name)].join("\n");
    sql.exec(
      `INSERT OR REPLACE INTO schema_additions (id, step, names) VALUES (1, ?, ?)`,
      steps.length,
      names,
    );
  });
}

/**
 * Reads the applied steps. One row holds all of them, so that a wake-up reads one row; names of a newer release stay in
 * it. Every release that knows this table writes the number of steps here and in `schema_step`.
 */
function readRecord(sql: SqlStorage): { step: number | null; names: string[] } {
  sql.exec(
    `CREATE TABLE IF NOT EXISTS schema_additions (id INTEGER PRIMARY KEY CHECK (id = 1),
      step INTEGER NOT NULL, names TEXT NOT NULL)`,
  );
  const query = `SELECT step, names FROM schema_additions`;
  const [row] = sql.exec<{ step: number; names: string }>(query).toArray();
  if (row === undefined) return { step: null, names: [] };
  return { step: row.step, names: row.names === "" ? [] : row.names.split("\n") };
}

function applySteps(sql: SqlStorage, steps: readonly string[]): void {
  sql.exec(
    `CREATE TABLE IF NOT EXISTS schema_step (id INTEGER PRIMARY KEY CHECK (id = 1), step INTEGER NOT NULL)`,
  );
  const [row] = sql.exec<{ step: number }>(`SELECT step FROM schema_step`).toArray();
  const done = row?.step ?? 0;
  if (done > steps.length)
    throw new Error(`schema step ${done} is newer than this version knows (${steps.length})`);
  if (done === steps.length) return;
  for (const step of steps.slice(done)) sql.exec(step);
  sql.exec(`INSERT OR REPLACE INTO schema_step (id, step) VALUES (1, ?)`, steps.length);
}
