import { DAY_MS } from "#domain/units/durations.ts";
import type { Stored } from "#tools/cost/counts.ts";

/** A large row fills pages of its own; each carries so much of it. */
const PAGE_BYTES = 4096;
const PAGE_LOAD = 4092;

type Blocks = { bytes: number; pages: number; from_at: number; to_at: number };

/** What one day of history takes once it is folded, and what is stored besides history. */
export function measureHistory(sql: SqlStorage): Omit<Stored, "files"> {
  const { pages, from_at, to_at } = sql
    .exec<Blocks>(
      `SELECT sum((length(data) + ${PAGE_LOAD - 1}) / ${PAGE_LOAD}) AS pages,
        min(from_at) AS from_at, max(to_at) AS to_at FROM series_block`,
    )
    .one();
  const bytes = pages * PAGE_BYTES;
  return {
    standing: sql.databaseSize - bytes,
    perDay: Math.round((bytes / (to_at - from_at)) * DAY_MS),
  };
}

/** Bytes in the bucket. */
export async function measureFiles(bucket: R2Bucket): Promise<number> {
  const { objects, truncated } = await bucket.list();
  if (truncated) throw new Error("there are more files than one list has");
  return objects.reduce((sum, { size }) => sum + size, 0);
}

/** Bytes of the whole of D1, indexes included. */
export async function measureDatabase(database: D1Database): Promise<number> {
  return (await database.prepare("select 1").run()).meta.size_after;
}
