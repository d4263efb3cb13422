import type { Piece } from "./pieces.ts";

type Row = { id: number; cells: number; data: ArrayBuffer };
/** A stored piece of history. */
export type StoredPiece = { id: number; cells: number; data: Uint8Array<ArrayBuffer> };
/** The blocks of one stretch of time, from `from` to before `until`. */
export type Stretch = { until: number; blocks: StoredPiece[] };

/** The rows of the sample store, and nothing about what is in them. */
export class SampleRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  tail(): Uint8Array<ArrayBuffer> | null {
    const [row] = this.#sql.exec<{ data: ArrayBuffer }>(`SELECT data FROM series_tail`).toArray();
    return row === undefined ? null : new Uint8Array(row.data);
  }

  writeTail(data: Uint8Array<ArrayBuffer>): void {
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

  /** Their ids follow each other without a gap: the oldest go first. So two rows tell, where counting reads them all. */
  countChunks(): number {
    const query = `SELECT ifnull((SELECT max(id) FROM series_chunk) - (SELECT min(id) FROM series_chunk) + 1, 0) AS n`;
    return this.#sql.exec<{ n: number }>(query).one().n;
  }

  /** The oldest closed chunks, at least one, with `cells` or `bytes` in all or a little more. */
  oldestChunks(cells: number, bytes: number): StoredPiece[] {
    const chunks: StoredPiece[] = [];
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

  chunksBetween(from: number, until: number): StoredPiece[] {
    const query = `SELECT id, cells, data FROM series_chunk WHERE to_at >= ? AND from_at < ?`;
    return this.#sql.exec<Row>(query, from, until).toArray().map(stored);
  }

  addChunk(piece: Piece): void {
    this.#add("series_chunk", piece);
  }

  removeChunk(id: number): void {
    this.#sql.exec(`DELETE FROM series_chunk WHERE id = ?`, id);
  }

  /** Blocks never overlap but where one instant fills several, so the search starts at the last that begins by `from`. */
  blocksBetween(from: number, until: number): StoredPiece[] {
    const query = `SELECT id, cells, data FROM series_block WHERE to_at >= ?1 AND from_at < ?2
      AND from_at >= (SELECT ifnull(max(from_at), ?1) FROM series_block WHERE from_at <= ?1)`;
    return this.#sql.exec<Row>(query, from, until).toArray().map(stored);
  }

  /** Where an instant belongs: each stretch reaches to the start of the next, the first one back to the beginning. */
  stretchAt(at: number): Stretch {
    const start = this.#sql
      .exec<{ start: number | null }>(
        `SELECT ifnull((SELECT max(from_at) FROM series_block WHERE from_at <= ?1),
          (SELECT min(from_at) FROM series_block)) AS start`,
        at,
      )
      .one().start;
    if (start === null) return { until: Number.POSITIVE_INFINITY, blocks: [] };
    const next = this.#sql
      .exec<{ next: number | null }>(
        `SELECT min(from_at) AS next FROM series_block WHERE from_at > ?`,
        start,
      )
      .one().next;
    const query = `SELECT id, cells, data FROM series_block WHERE from_at = ? ORDER BY id`;
    return {
      until: next ?? Number.POSITIVE_INFINITY,
      blocks: this.#sql.exec<Row>(query, start).toArray().map(stored),
    };
  }

  addBlock(piece: Piece): void {
    this.#add("series_block", piece);
  }

  removeBlock(id: number): void {
    this.#sql.exec(`DELETE FROM series_block WHERE id = ?`, id);
  }

  #add(table: "series_chunk" | "series_block", { from, to, cells, data }: Piece): void {
    this.#sql.exec(
      `INSERT INTO ${table} (from_at, to_at, cells, data) VALUES (?, ?, ?, ?)`,
      from,
      to,
      cells,
      data.buffer,
    );
  }
}

function stored({ id, cells, data }: Row): StoredPiece {
  return { id, cells, data: new Uint8Array(data) };
}
