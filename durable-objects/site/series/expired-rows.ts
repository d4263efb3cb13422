/** Rollups of a block whose samples have expired. */
export type ExpiredRollups = {
  from: number;
  to: number;
  data: Uint8Array<ArrayBuffer>;
  /** Null if an older release wrote the rollups. */
  steps: Uint8Array<ArrayBuffer> | null;
};
/** The retention of samples and its progress. */
export type RetentionState = {
  /** Null keeps samples without limit. */
  years: number | null;
  /**
   * All samples before this instant, ms UTC, have expired, and such samples are not stored any more; null if none has.
   */
  expiredBefore: number | null;
  /** Expiry pauses until this instant, ms UTC, because samples older than the retention have arrived. */
  restUntil: number;
};

/** Column of `expiredBefore`. */
export const EXPIRED_BEFORE = "forgotten_before";
const OVERLAPPING = `to_at >= ?1 AND from_at < ?2
  AND from_at >= (SELECT ifnull(max(from_at), ?1) FROM series_past WHERE from_at <= ?1)`;

/** Rows of expired samples: rollups, and the samples of lifetime counters. */
export class ExpiredRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Stores what remains of an expired block.
   * @param kept samples of lifetime counters; null if there are none
   */
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

  /** Yields rollups of a time span, reading one row at a time. */
  *rollupsBetween(from: number, until: number): Iterable<ExpiredRollups> {
    const query = `SELECT from_at AS "from", to_at AS "to", rollups, steps FROM series_past
      WHERE ${OVERLAPPING} ORDER BY from_at, id`;
    type Row = { from: number; to: number; rollups: ArrayBuffer; steps: ArrayBuffer | null };
    for (const { rollups, steps, ...span } of this.#sql.exec<Row>(query, from, until))
      yield { ...span, data: new Uint8Array(rollups), steps: steps && new Uint8Array(steps) };
  }

  /** Yields the samples of lifetime counters in a time span. */
  *keptBetween(from: number, until: number): Iterable<Uint8Array<ArrayBuffer>> {
    const query = `SELECT kept FROM series_past WHERE kept IS NOT NULL AND ${OVERLAPPING}`;
    for (const { kept } of this.#sql.exec<{ kept: ArrayBuffer }>(query, from, until))
      yield new Uint8Array(kept);
  }

  /** Returns the first and last instant of all rows; null if there are none. */
  range(): { from: number; to: number } | null {
    const query = `SELECT min(from_at) AS "from", max(to_at) AS "to" FROM series_past`;
    const { from, to } = this.#sql.exec<{ from: number | null; to: number | null }>(query).one();
    return from === null || to === null ? null : { from, to };
  }

  retentionState(): RetentionState {
    const query = `SELECT years, ${EXPIRED_BEFORE} AS expiredBefore, rest_until AS restUntil FROM series_keeping`;
    const [row] = this.#sql.exec<RetentionState>(query).toArray();
    return row ?? { years: null, expiredBefore: null, restUntil: 0 };
  }

  writeRetentionState({ years, expiredBefore, restUntil }: RetentionState): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO series_keeping (id, years, ${EXPIRED_BEFORE}, rest_until) VALUES (1, ?, ?, ?)`,
      years,
      expiredBefore,
      restUntil,
    );
  }
}
