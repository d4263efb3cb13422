/**
 * Flags in one column, so that waking up reads one row. The days of an older release are in another table, which is
 * empty while this release runs: their flag is always set.
 */
const OLDER_DAYS_DUE = 1;
const STALE_CHECK_DUE = 2;
const DAYS_DUE = 4;
/** An older release does not know this flag and drops it when it changes the time zone. */
const DAYS_RIGHT = 8;
export type PendingMaintenance = {
  zone: string;
  areDaysDue: boolean;
  isStaleCheckDue: boolean;
  /** Whether an older release wrote rollups without the data for time-weighted averages. */
  areRollupsDue: boolean;
};
/** The zone until the site's zone is known. */
const FIRST_ZONE = "UTC";

/** The rows of local days, and the pending maintenance. */
export class DayRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  day(id: number): Uint8Array<ArrayBuffer> | null {
    const query = `SELECT data FROM series_local_day WHERE id = ?`;
    const [row] = this.#sql.exec<{ data: ArrayBuffer }>(query, id).toArray();
    return row === undefined ? null : new Uint8Array(row.data);
  }

  hasDay(id: number): boolean {
    const query = `SELECT EXISTS (SELECT 1 FROM series_local_day WHERE id = ?) AS n`;
    return this.#sql.exec<{ n: number }>(query, id).one().n === 1;
  }

  /** Stores a row of local days, replacing an older one. */
  writeDay(id: number, data: Uint8Array<ArrayBuffer>): void {
    this.#sql.exec(
      `INSERT INTO series_local_day (id, data) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
      id,
      data.buffer,
    );
  }

  /**
   * Returns the zone of the stored days and the pending maintenance. Days of an older release mean that it compacted
   * samples or changed the zone: the stored days are then outdated.
   */
  pendingMaintenance(): PendingMaintenance & { areDaysRight: boolean } {
    const query = `SELECT zone, days_due AS due, EXISTS (SELECT 1 FROM series_day) AS hasOlderDays,
      EXISTS (SELECT 1 FROM series_rollup WHERE steps IS NULL) AS hasOlderRollups FROM series_zone`;
    type DueDay = { zone: string; due: number; hasOlderDays: number; hasOlderRollups: number };
    const [row] = this.#sql.exec<DueDay>(query).toArray();
    if (row === undefined)
      return {
        zone: FIRST_ZONE,
        areDaysDue: false,
        isStaleCheckDue: false,
        areRollupsDue: false,
        areDaysRight: true,
      };
    return {
      zone: row.zone,
      areDaysDue: (row.due & DAYS_DUE) !== 0,
      isStaleCheckDue: (row.due & STALE_CHECK_DUE) !== 0,
      areRollupsDue: row.hasOlderRollups !== 0,
      areDaysRight: (row.due & DAYS_RIGHT) !== 0 && row.hasOlderDays === 0,
    };
  }

  writePendingMaintenance({ zone, areDaysDue, isStaleCheckDue }: PendingMaintenance): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO series_zone (id, zone, days_due) VALUES (1, ?, ?)`,
      zone,
      OLDER_DAYS_DUE |
        DAYS_RIGHT |
        (areDaysDue ? DAYS_DUE : 0) |
        (isStaleCheckDue ? STALE_CHECK_DUE : 0),
    );
  }

  removeDays(): void {
    this.#sql.exec(`DELETE FROM series_day`);
    this.#sql.exec(`DELETE FROM series_local_day`);
  }
}
