/** What is left of a block whose samples were forgotten. */
export type ExpiredRollups = {
  from: number;
  to: number;
  data: Uint8Array<ArrayBuffer>;
  /** Null where an older release wrote them. */
  steps: Uint8Array<ArrayBuffer> | null;
};
/** How long samples are kept, and what that led to so far. */
export type RetentionState = {
  /** null: for good. */
  years: number | null;
  /** All samples before it are forgotten, and none of then are taken any more; null: nothing is. */
  forgottenBefore: number | null;
  /** Until then nothing is forgotten, because samples come that are older than is kept. */
  restUntil: number;
};

const OVERLAPPING = `to_at >= ?1 AND from_at < ?2
  AND from_at >= (SELECT ifnull(max(from_at), ?1) FROM series_past WHERE from_at <= ?1)`;

/** Rows of what was forgotten: rollups, and the samples of lifetime counters. */
export class ExpiredRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  add(past: ExpiredRollups, kept: Uint8Array<ArrayBuffer> | null): void {
    this.#sql.exec(
      `INSERT INTO series_past (from_at, to_at, rollups, steps, kept) VALUES (?, ?, ?, ?, ?)`,
      past.from,
      past.to,
      past.data.buffer,
      past.steps?.buffer ?? null,
      kept?.buffer ?? null,
    );
  }

  /** Each is read when it is its turn. */
  *rollupsBetween(from: number, until: number): Iterable<ExpiredRollups> {
    const query = `SELECT from_at AS "from", to_at AS "to", rollups, steps FROM series_past
      WHERE ${OVERLAPPING} ORDER BY from_at, id`;
    type Row = { from: number; to: number; rollups: ArrayBuffer; steps: ArrayBuffer | null };
    for (const { rollups, steps, ...span } of this.#sql.exec<Row>(query, from, until))
      yield { ...span, data: new Uint8Array(rollups), steps: steps && new Uint8Array(steps) };
  }

  /** The same of the samples of counters. */
  *keptBetween(from: number, until: number): Iterable<Uint8Array<ArrayBuffer>> {
    const query = `SELECT kept FROM series_past WHERE kept IS NOT NULL AND ${OVERLAPPING}`;
    for (const { kept } of this.#sql.exec<{ kept: ArrayBuffer }>(query, from, until))
      yield new Uint8Array(kept);
  }

  /** First and last instant of all; null where nothing was forgotten. */
  range(): { from: number; to: number } | null {
    const query = `SELECT min(from_at) AS "from", max(to_at) AS "to" FROM series_past`;
    const { from, to } = this.#sql.exec<{ from: number | null; to: number | null }>(query).one();
    return from === null || to === null ? null : { from, to };
  }

  retentionState(): RetentionState {
    const query = `SELECT years, forgotten_before AS forgottenBefore, rest_until AS restUntil FROM series_keeping`;
    const [row] = this.#sql.exec<RetentionState>(query).toArray();
    return row ?? { years: null, forgottenBefore: null, restUntil: 0 };
  }

  writeRetentionState({ years, forgottenBefore, restUntil }: RetentionState): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO series_keeping (id, years, forgotten_before, rest_until) VALUES (1, ?, ?, ?)`,
      years,
      forgottenBefore,
      restUntil,
    );
  }
}
