/**
 * The object's schema, step by step. Append only: a step that has ever been released is never edited or removed,
 * because every site's object stands at some step and goes on from there.
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
];

/** Brings the object's database from the step it stands at to the newest. Call it before anything else touches storage. */
export function applySchema(
  storage: DurableObjectStorage,
  steps: readonly string[] = SCHEMA_STEPS,
): void {
  storage.transactionSync(() => {
    storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS schema_step (id INTEGER PRIMARY KEY CHECK (id = 1), step INTEGER NOT NULL)`,
    );
    const [row] = storage.sql.exec<{ step: number }>(`SELECT step FROM schema_step`).toArray();
    const done = row?.step ?? 0;
    if (done > steps.length)
      throw new Error(`schema step ${done} is newer than this version knows (${steps.length})`);
    if (done === steps.length) return;
    for (const step of steps.slice(done)) storage.sql.exec(step);
    storage.sql.exec(`INSERT OR REPLACE INTO schema_step (id, step) VALUES (1, ?)`, steps.length);
  });
}
