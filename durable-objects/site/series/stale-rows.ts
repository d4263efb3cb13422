import type { StaleState } from "#domain/history/stale.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { readPacked, writePacked } from "./packing.ts";

/** The states of the detection by register id, after exactly the samples before the instant `at` (ms UTC) were read. */
export type StaleCheckpoint = { at: number; states: Map<number, StaleState> };
/** From the first to the last sample of a stale interval, ms UTC. */
export type StaleSpan = { from: number; to: number };

type SpanRow = { id: number; from: number; to: number };

/** Rows of stale intervals, and of checkpoints of their detection. */
export class StaleRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Returns the newest checkpoint that is not after an instant. */
  checkpoint(by: number): StaleCheckpoint | null {
    const query = `SELECT at, data FROM series_judged WHERE at <= ? ORDER BY at DESC LIMIT 1`;
    const [row] = this.#sql.exec<{ at: number; data: ArrayBuffer }>(query, by).toArray();
    return row === undefined ? null : { at: row.at, states: decode(new Uint8Array(row.data)) };
  }

  writeCheckpoint({ at, states }: StaleCheckpoint): void {
    const data = encode(states);
    this.#sql.exec(
      `INSERT OR REPLACE INTO series_judged (at, data) VALUES (?, ?)`,
      at,
      data.buffer,
    );
  }

  /** Returns the instants of all checkpoints, descending. */
  checkpoints(): number[] {
    const query = `SELECT at FROM series_judged ORDER BY at DESC`;
    return this.#sql
      .exec<{ at: number }>(query)
      .toArray()
      .map(({ at }) => at);
  }

  removeCheckpoint(at: number): void {
    this.#sql.exec(`DELETE FROM series_judged WHERE at = ?`, at);
  }

  /** Returns the stale intervals of a register that touch a time span, ascending. */
  spans(id: number, from: number, until: number): StaleSpan[] {
    const query = `SELECT from_at AS "from", to_at AS "to" FROM series_frozen
      WHERE id = ? AND from_at < ? AND to_at >= ? ORDER BY from_at`;
    return this.#sql.exec<StaleSpan>(query, id, until, from).toArray();
  }

  /** Returns the intervals of all registers that end at an instant or after it. */
  spansSince(at: number): SpanRow[] {
    const query = `SELECT id, from_at AS "from", to_at AS "to" FROM series_frozen WHERE to_at >= ?`;
    return this.#sql.exec<SpanRow>(query, at).toArray();
  }

  /** Stores a stale interval of a register, replacing the one with the same beginning. */
  writeSpan(id: number, { from, to }: StaleSpan): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO series_frozen (id, from_at, to_at) VALUES (?, ?, ?)`,
      id,
      from,
      to,
    );
  }

  /** Removes the stale interval of a register that begins at `from`. */
  removeSpan(id: number, from: number): void {
    this.#sql.exec(`DELETE FROM series_frozen WHERE id = ? AND from_at = ?`, id, from);
  }
}

function encode(states: ReadonlyMap<number, StaleState>): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writePacked(writer, new TextEncoder().encode(JSON.stringify([...states])));
  return writer.finish();
}

function decode(data: Uint8Array): Map<number, StaleState> {
  const text = new TextDecoder().decode(readPacked(new ByteReader(data)));
  return new Map(JSON.parse(text) as [number, StaleState][]);
}
