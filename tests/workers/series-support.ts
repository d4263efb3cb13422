import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { GRID_ONLY, type SiteLines } from "#durable-objects/site/equipment/lines.ts";
import { applySchema } from "#durable-objects/site/schema.ts";
import { SERIES_LIMITS, type SeriesLimits } from "#durable-objects/site/series/limits.ts";
import { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { readPairs, type StoredValue } from "../support/read-pairs.ts";

/** Small enough that a few hundred values reach every seam of the store. */
export const TINY_LIMITS: SeriesLimits = {
  registers: 1000,
  segmentBytes: 400,
  unpackedBytes: 1000,
  segmentCells: 120,
  blockCells: 120,
  thinBlockCells: 60,
  bufferBytes: 150,
  bufferBatches: 2,
  maxBufferBytes: 600,
  maxBufferCells: 200,
  chunksBeforeCompaction: 3,
  compactionCells: 150,
  compactionBytes: 2000,
  rollupInstants: 2,
  rollupMs: 20,
  rollupsAtOnce: 50,
  dayRegisters: 2,
  dayRow: 3,
  restMs: 0,
};

/** What a store begins without, `series_…` all of them. */
export const SERIES_TABLES = [
  "registers",
  "tail",
  "latest",
  "chunk",
  "block",
  "rollup",
  "day",
  "zone",
  "local_day",
  "frozen",
  "judged",
  "past",
  "keeping",
] as const;

export type Opened = {
  storage: DurableObjectStorage;
  clock: { at: number; now(): number };
  /** A store over what the object has stored, as after an eviction. */
  open(limits?: SeriesLimits, lines?: SiteLines): SeriesStore;
};

export const START = Date.UTC(2025, 5, 1);

/** Runs inside a site's object of this name, over its real SQLite. */
export function inSite<Result>(
  name: string,
  work: (opened: Opened) => Result | Promise<Result>,
): Promise<Result> {
  return runInDurableObject(env.SITES.getByName(name), (_, { storage }) => {
    applySchema(storage);
    const clock = {
      at: START,
      now() {
        return this.at;
      },
    };
    return work({
      storage,
      clock,
      open: (limits = SERIES_LIMITS, lines = GRID_ONLY) =>
        new SeriesStore(storage, clock, limits, undefined, undefined, lines),
    });
  });
}

/** Everything stored, value for value. */
export function contents(store: SeriesStore): Map<string, StoredValue[]> {
  const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
  return readPairs(store, store.addresses, NEGATIVE_INFINITY, POSITIVE_INFINITY);
}

/** Folds until nothing is due. */
export function compactWholly(store: SeriesStore): number {
  let calls = 1;
  while (store.compact()) {
    calls++;
    if (calls > 10_000) throw new Error("compaction does not come to an end");
  }
  return calls;
}

/** Bytes of all rows of the store. */
export function storedBytes({ storage }: Opened): number {
  return ["tail", "latest", "chunk", "block", "rollup", "day"]
    .map(
      (table) =>
        storage.sql
          .exec<{ bytes: number }>(
            `SELECT ifnull(sum(length(data)), 0) AS bytes FROM series_${table}`,
          )
          .one().bytes,
    )
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Counts the rows that are written from here on, as the platform bills them. */
export function countRowsWritten({ sql }: DurableObjectStorage): () => number {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const exec = sql.exec.bind(sql);
  sql.exec = ((query: string, ...bindings: SqlStorageValue[]) => {
    const cursor = exec(query, ...bindings);
    cursors.push(cursor);
    return cursor;
  }) as typeof exec;
  return () => cursors.reduce((sum, cursor) => sum + cursor.rowsWritten, 0);
}

/** Pairs of blocks that overlap in time, but for those of one instant that fills several. */
export function overlappingBlocks({ sql }: DurableObjectStorage): unknown[] {
  return sql
    .exec(
      `SELECT a.from_at, a.to_at, b.from_at, b.to_at FROM series_block a JOIN series_block b ON a.id < b.id
       WHERE a.from_at <= b.to_at AND b.from_at <= a.to_at
       AND NOT (a.from_at = a.to_at AND b.from_at = b.to_at)`,
    )
    .toArray();
}
