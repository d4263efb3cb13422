/**
 * Schema steps that an older release cannot work with. Append only: a released step is never edited or removed, because
 * every object continues from the step that it stands at. A release that adds a step here cannot be rolled back, since
 * the older release refuses to open the object. Use `ADDITIVE_STEPS` wherever the older release can ignore the change.
 */
export const SCHEMA_STEPS: readonly string[] = [
  // 1: what the object knows of itself and its logger
  `CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
  // the sample store: register ids, newest batches, latest values when the tail began, closed tails, merged history
  `CREATE TABLE series_registers (part INTEGER PRIMARY KEY, addresses TEXT NOT NULL);
   CREATE TABLE series_tail (id INTEGER PRIMARY KEY CHECK (id = 1), data BLOB NOT NULL);
   CREATE TABLE series_latest (part INTEGER PRIMARY KEY, data BLOB NOT NULL);
   CREATE TABLE series_chunk (id INTEGER PRIMARY KEY, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
     cells INTEGER NOT NULL, data BLOB NOT NULL);
   CREATE TABLE series_block (id INTEGER PRIMARY KEY, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
     cells INTEGER NOT NULL, data BLOB NOT NULL);
   CREATE INDEX series_block_from ON series_block (from_at)`,
  // logger side: timers, status of each piece of equipment, its events, events for the rest of the system
  `CREATE TABLE timers (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE equipment_states (address TEXT PRIMARY KEY, status TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE equipment_events (address TEXT NOT NULL, event_no INTEGER NOT NULL, level TEXT NOT NULL, code TEXT,
     message TEXT, raised INTEGER NOT NULL, at INTEGER NOT NULL, raised_told INTEGER, cleared_told INTEGER,
     PRIMARY KEY (address, event_no)) WITHOUT ROWID;
   CREATE TABLE outbox (kind TEXT PRIMARY KEY, sequence INTEGER NOT NULL, body TEXT NOT NULL, put_at INTEGER NOT NULL,
     attempts INTEGER NOT NULL, due INTEGER) WITHOUT ROWID`,
  // viewers: used tickets, revocations of sessions and users
  `CREATE TABLE used_tickets (hash TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE ended_sessions (session TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE ended_rights (person INTEGER PRIMARY KEY, rights_version INTEGER NOT NULL)`,
  // commands in the order of their arrival; due is when a timer next advances or deletes the command
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
  // queries of viewers on their way to the logger and back
  `CREATE TABLE viewer_queries (
     id TEXT PRIMARY KEY, viewer TEXT NOT NULL, tag TEXT NOT NULL, request TEXT NOT NULL, due INTEGER NOT NULL
   ) WITHOUT ROWID`,
  // queries of viewers, several for one frame; none of the replaced rows lives longer than 20 s
  `DROP TABLE viewer_queries;
   CREATE TABLE viewer_queries (
     id INTEGER PRIMARY KEY, frame TEXT NOT NULL, asked_at INTEGER NOT NULL, viewer TEXT NOT NULL, tag TEXT NOT NULL,
     request TEXT NOT NULL, due INTEGER NOT NULL
   )`,
  // rollups of blocks, and rollups of local days
  `CREATE TABLE series_rollup (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
   CREATE TABLE series_day (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
   CREATE TABLE series_zone (id INTEGER PRIMARY KEY CHECK (id = 1), zone TEXT NOT NULL, days_due INTEGER NOT NULL)`,
  // what each piece of equipment was doing, and since when
  `CREATE TABLE state_changes (address TEXT NOT NULL, at INTEGER NOT NULL, status TEXT NOT NULL,
     PRIMARY KEY (address, at)) WITHOUT ROWID`,
  // intervals of stale values by register id, and checkpoints of the finders that detect them
  `CREATE TABLE series_frozen (id INTEGER NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
     PRIMARY KEY (id, from_at)) WITHOUT ROWID;
   CREATE TABLE series_judged (at INTEGER PRIMARY KEY, data BLOB NOT NULL)`,
  // how long samples are kept, and what remains of expired samples
  `CREATE TABLE series_past (id INTEGER PRIMARY KEY, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
     rollups BLOB NOT NULL, kept BLOB);
   CREATE INDEX series_past_from ON series_past (from_at);
   CREATE TABLE series_keeping (id INTEGER PRIMARY KEY CHECK (id = 1), years INTEGER, forgotten_before INTEGER,
     rest_until INTEGER NOT NULL)`,
  // the newest states of a span, whatever equipment they are of
  `CREATE INDEX state_changes_at ON state_changes (at)`,
];

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
 * the column's old value beside the new data. What reads an added column has to cope with both.
 */
export const ADDITIVE_STEPS: readonly AdditiveStep[] = [
  {
    // What averages over time and bridged gaps need beside each quarter's rollup; null where an older release wrote it.
    // Local days that are made of it have a table of their own, which an older release does not write.
    name: "time-weighted-rollups",
    sql: `ALTER TABLE series_rollup ADD COLUMN steps BLOB;
      ALTER TABLE series_past ADD COLUMN steps BLOB;
      CREATE INDEX IF NOT EXISTS series_rollup_due ON series_rollup (id) WHERE steps IS NULL;
      CREATE TABLE IF NOT EXISTS series_local_day (id INTEGER PRIMARY KEY, data BLOB NOT NULL)`,
  },
  {
    // Addresses of all registers and pieces of equipment that the site's trees had, in one row, without separators. An
    // older release does not add to it.
    name: "admitted-addresses",
    sql: `CREATE TABLE IF NOT EXISTS admitted_addresses (id INTEGER PRIMARY KEY CHECK (id = 1),
      registers TEXT NOT NULL, equipment TEXT NOT NULL)`,
  },
];

/**
 * Brings the object's database from the steps it has to the newest. Call it before anything else uses the storage.
 * @throws where the object has a step of `SCHEMA_STEPS` that this release does not know
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
 * What was applied: one row holds all of it, so that a wake-up reads one row. Names of a newer release stay in it. It
 * repeats the number of steps, which every release that knows this table writes together with `schema_step`.
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
