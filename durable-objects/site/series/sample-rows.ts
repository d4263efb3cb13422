import { DayRows } from "./day-rows.ts";
import { ExpiredRows } from "./expired-rows.ts";
import type { StoredQuarters } from "./rollup-codec.ts";
import type { EncodedSegment } from "./split-segments.ts";

/** Blocks overlap only where one instant fills several, so the search starts at the last block that begins by `?1`. */
const SINCE = `to_at >= ?1
  AND from_at >= (SELECT ifnull(max(from_at), ?1) FROM series_block WHERE from_at <= ?1)`;

type Row = { id: number; cells: number; data: ArrayBuffer };
/** A stored chunk or block. */
export type StoredSegment = { id: number; cells: number; data: Uint8Array<ArrayBuffer> };
type RollupRow = {
  id: number;
  from: number;
  to: number;
  data: ArrayBuffer | null;
  steps: ArrayBuffer | null;
};
/** Rollups of a block; null if none are stored, or only those of an older release. */
export type StoredRollups = {
  id: number;
  from: number;
  to: number;
  quarters: StoredQuarters | null;
};
/** The blocks of one time range, from `from` to before `until`. */
export type TimeRange = { until: number; blocks: StoredSegment[] };

/** The rows of the sample store; their contents are opaque here. */
export class SampleRows {
  readonly #sql: SqlStorage;
  /** Rows of expired samples. */
  readonly expired: ExpiredRows;
  readonly days: DayRows;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.expired = new ExpiredRows(sql);
    this.days = new DayRows(sql);
  }

  buffer(): Uint8Array<ArrayBuffer> | null {
    const [row] = this.#sql.exec<{ data: ArrayBuffer }>(`SELECT data FROM series_tail`).toArray();
    return row === undefined ? null : new Uint8Array(row.data);
  }

  saveBuffer(data: Uint8Array<ArrayBuffer>): void {
    this.#sql.exec(
      `INSERT INTO series_tail (id, data) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
      data.buffer,
    );
  }

  latest(): Uint8Array<ArrayBuffer>[] {
    const query = `SELECT data FROM series_latest ORDER BY part`;
    return this.#sql
      .exec<{ data: ArrayBuffer }>(query)
      .toArray()
      .map(({ data }) => new Uint8Array(data));
  }

  writeLatest(parts: readonly Uint8Array<ArrayBuffer>[]): void {
    for (const [part, data] of parts.entries())
      this.#sql.exec(
        `INSERT INTO series_latest (part, data) VALUES (?, ?) ON CONFLICT (part) DO UPDATE SET data = excluded.data`,
        part,
        data.buffer,
      );
    this.#sql.exec(`DELETE FROM series_latest WHERE part >= ?`, parts.length);
  }

  /** Counts the chunks to compact and their instants × registers. */
  countChunks(): { chunks: number; cells: number } {
    const query = `SELECT count(*) AS chunks, ifnull(sum(cells), 0) AS cells FROM series_chunk`;
    return this.#sql.exec<{ chunks: number; cells: number }>(query).one();
  }

  /** Returns the oldest chunks, at least one, with about `cells` or `bytes` in all. */
  oldestChunks(cells: number, bytes: number): StoredSegment[] {
    const chunks: StoredSegment[] = [];
    let sum = 0;
    let size = 0;
    for (const row of this.#sql.exec<Row>(`SELECT id, cells, data FROM series_chunk ORDER BY id`)) {
      chunks.push(stored(row));
      sum += row.cells;
      size += row.data.byteLength;
      if (sum >= cells || size >= bytes) break;
    }
    return chunks;
  }

  /** Returns the chunks with instants from `from` to before `until`. */
  chunksBetween(from: number, until: number): StoredSegment[] {
    const query = `SELECT id, cells, data FROM series_chunk WHERE to_at >= ? AND from_at < ?`;
    return this.#sql.exec<Row>(query, from, until).toArray().map(stored);
  }

  /** Returns the number of values in the chunks and blocks that have instants from `from` to before `until`. */
  cellsBetween(from: number, until: number): number {
    const query = `SELECT (SELECT ifnull(sum(cells), 0) FROM series_chunk WHERE to_at >= ?1 AND from_at < ?2)
      + (SELECT ifnull(sum(cells), 0) FROM series_block WHERE to_at >= ?1 AND from_at < ?2
        AND from_at >= (SELECT ifnull(max(from_at), ?1) FROM series_block WHERE from_at <= ?1)) AS cells`;
    return this.#sql.exec<{ cells: number }>(query, from, until).one().cells;
  }

  addChunk(part: EncodedSegment): void {
    this.#add("series_chunk", part);
  }

  removeChunk(id: number): void {
    this.#sql.exec(`DELETE FROM series_chunk WHERE id = ?`, id);
  }

  /**
   * Yields blocks, reading one at a time: ten years are several times an object's memory. Blocks overlap only where one
   * instant fills several, so the search starts at the last block that begins by `from`.
   */
  *blocksBetween(from: number, until: number): Iterable<StoredSegment> {
    const query = `SELECT id, cells, data FROM series_block WHERE to_at >= ?1 AND from_at < ?2
      AND from_at >= (SELECT ifnull(max(from_at), ?1) FROM series_block WHERE from_at <= ?1)`;
    for (const row of this.#sql.exec<Row>(query, from, until)) yield stored(row);
  }

  /**
   * Returns the range of an instant: each range reaches to the bucket in which the next begins, the first one back to
   * the beginning. If a bucket is too large for one block, several begin in it, each reaching to the next.
   */
  rangeAt(at: number, bucketMs: number): TimeRange {
    const start = this.#startOf(at, bucketMs);
    if (start === null) return { until: Number.POSITIVE_INFINITY, blocks: [] };
    const query = `SELECT id, cells, data FROM series_block WHERE from_at = ? ORDER BY id`;
    const blocks = this.#sql.exec<Row>(query, start).toArray().map(stored);
    const next = this.#nextStart(start);
    if (next === null) return { until: Number.POSITIVE_INFINITY, blocks };
    const bucket = Math.floor(next / bucketMs) * bucketMs;
    return { until: this.#endOf(start) < bucket && at < bucket ? bucket : next, blocks };
  }

  /**
   * Stores a block.
   * @param quarters rollups of the block; null if none are stored
   */
  addBlock(part: EncodedSegment, quarters: StoredQuarters | null): void {
    const id = this.#add("series_block", part);
    if (quarters !== null) this.writeRollups(id, quarters);
  }

  /**
   * Stores the rollups of a block.
   * @param id id of the block
   */
  writeRollups(id: number, { data, steps }: StoredQuarters): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO series_rollup (id, data, steps) VALUES (?, ?, ?)`,
      id,
      data.buffer,
      steps.buffer,
    );
  }

  /** Returns the newest blocks with rollups of an older release, so that newer days are complete first. */
  blocksWithOlderRollups(most: number): number[] {
    const query = `SELECT id FROM series_rollup WHERE steps IS NULL ORDER BY id DESC LIMIT ?`;
    return this.#sql
      .exec<{ id: number }>(query, most)
      .toArray()
      .map(({ id }) => id);
  }

  removeBlock(id: number): void {
    this.#sql.exec(`DELETE FROM series_block WHERE id = ?`, id);
    this.#sql.exec(`DELETE FROM series_rollup WHERE id = ?`, id);
  }

  /** Yields the rollups of the blocks of a time span in order, reading one at a time. */
  *rollupsBetween(from: number, until: number): Iterable<StoredRollups> {
    const query = `SELECT b.id, b.from_at AS "from", b.to_at AS "to", r.data, r.steps FROM series_block b
      LEFT JOIN series_rollup r ON r.id = b.id WHERE b.to_at >= ?1 AND b.from_at < ?2
      AND b.from_at >= (SELECT ifnull(max(from_at), ?1) FROM series_block WHERE from_at <= ?1)
      ORDER BY b.from_at, b.id`;
    for (const row of this.#sql.exec<RollupRow>(query, from, until))
      yield { id: row.id, from: row.from, to: row.to, quarters: quartersOf(row) };
  }

  block(id: number): Uint8Array<ArrayBuffer> {
    const query = `SELECT data FROM series_block WHERE id = ?`;
    return new Uint8Array(this.#sql.exec<{ data: ArrayBuffer }>(query, id).one().data);
  }

  /** Yields the first and last instant of each block in order of time. */
  blockSpans(): Iterable<{ from: number; to: number }> {
    const query = `SELECT from_at AS "from", to_at AS "to" FROM series_block ORDER BY from_at`;
    return this.#sql.exec<{ from: number; to: number }>(query);
  }

  /** Returns the first and last instant of all blocks; null if there are none. */
  blockRange(): { from: number; to: number } | null {
    const [first] = this.#sql
      .exec<{ at: number }>(`SELECT from_at AS at FROM series_block ORDER BY from_at LIMIT 1`)
      .toArray();
    const [last] = this.#sql
      .exec<{ at: number }>(`SELECT to_at AS at FROM series_block ORDER BY from_at DESC LIMIT 1`)
      .toArray();
    return first === undefined || last === undefined ? null : { from: first.at, to: last.at };
  }

  /**
   * Returns the instant up to which the first blocks from an instant on together have this many instants × registers;
   * null if there are none.
   */
  endOfBlocks(from: number, cells: number): number | null {
    const query = `SELECT from_at AS "from", to_at AS "to", cells FROM series_block WHERE ${SINCE} ORDER BY from_at`;
    let sum = 0;
    let last: { from: number; to: number } | null = null;
    for (const block of this.#sql.exec<{ from: number; to: number; cells: number }>(query, from)) {
      // Blocks that share an instant stay together.
      if (last !== null && sum >= cells && block.from > last.to) return block.from;
      sum += block.cells;
      last = block;
    }
    return last === null ? null : last.to + 1;
  }

  /** Counts the instants × registers of the blocks that reach to an instant or beyond it. */
  cellsSince(at: number): number {
    return (
      this.#number(`SELECT ifnull(sum(cells), 0) AS n FROM series_block WHERE ${SINCE}`, at) ?? 0
    );
  }

  /** Returns the oldest instant of all chunks; null if there are none. */
  oldestOfChunks(): number | null {
    return this.#number(`SELECT min(from_at) AS n FROM series_chunk`);
  }

  #startOf(at: number, bucketMs: number): number | null {
    const before = this.#number(
      `SELECT max(from_at) AS n FROM series_block WHERE from_at <= ?`,
      at,
    );
    if (before === null) return this.#number(`SELECT min(from_at) AS n FROM series_block`);
    const next = this.#nextStart(before);
    const bucket = Math.floor(at / bucketMs);
    const isOfNext =
      next !== null &&
      Math.floor(next / bucketMs) === bucket &&
      this.#endOf(before) < bucket * bucketMs;
    return isOfNext ? next : before;
  }

  #nextStart(start: number): number | null {
    return this.#number(`SELECT min(from_at) AS n FROM series_block WHERE from_at > ?`, start);
  }

  #endOf(start: number): number {
    const query = `SELECT max(to_at) AS n FROM series_block WHERE from_at = ?`;
    return this.#number(query, start) ?? start;
  }

  #number(query: string, ...bindings: number[]): number | null {
    return this.#sql.exec<{ n: number | null }>(query, ...bindings).one().n;
  }

  #add(table: "series_chunk" | "series_block", { from, to, cells, data }: EncodedSegment): number {
    return this.#sql
      .exec<{ id: number }>(
        `INSERT INTO ${table} (from_at, to_at, cells, data) VALUES (?, ?, ?, ?) RETURNING id`,
        from,
        to,
        cells,
        data.buffer,
      )
      .one().id;
  }
}

function quartersOf({ data, steps }: RollupRow): StoredQuarters | null {
  return data === null || steps === null
    ? null
    : { data: new Uint8Array(data), steps: new Uint8Array(steps) };
}

function stored({ id, cells, data }: Row): StoredSegment {
  return { id, cells, data: new Uint8Array(data) };
}
