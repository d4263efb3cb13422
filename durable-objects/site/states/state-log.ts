import { type EquipmentStatus, equipmentStatus } from "#domain/devices/equipment-status.ts";
import type { EquipmentStatusReport } from "#protocol/logger/messages.ts";

/** A status from the instant at which it began, ms UTC, to the next one; null: it lasts. */
export type StateInterval = { status: EquipmentStatus; from: number; to: number | null };

type StateChange = { address: string; at: number; status: string };
export type FoundIntervals = {
  /** Whether these are all; else the newest of them. */
  isWhole: boolean;
  intervals: Map<string, StateInterval[]>;
};
/** Most instants that one question for reports tells. */
const MOST_REPORTS = 1_000;
/** The same status may be said again and again: so many times on the average are read. */
const ROWS_AN_INTERVAL = 10;

/**
 * Every status that was ever reported, by equipment and instant, so that resending, shuffling and what comes late change
 * nothing. Of two at one instant the later in code-point order stands, as of texts in samples.
 */
export class StateLog {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** One from the future counts as of its receipt. */
  take(reports: readonly EquipmentStatusReport[], now: number): void {
    for (const { address, status, at } of reports)
      this.#sql.exec(
        `INSERT INTO state_changes (address, at, status) VALUES (?, ?, ?)
          ON CONFLICT (address, at) DO UPDATE SET status = excluded.status
          WHERE excluded.status > state_changes.status`,
        address,
        Math.min(at, now),
        status,
      );
  }

  /**
   * The newest of the intervals that have an instant from `from` to before `until`, by equipment, ascending; no more is
   * read than is told.
   */
  intervals(from: number, until: number, most: number): FoundIntervals {
    const newest = new Map<string, StateInterval[]>();
    const query = `SELECT address, at, status FROM state_changes WHERE at > ? AND at < ? ORDER BY at DESC`;
    let count = 0;
    let rows = 0;
    const take = (row: StateChange): boolean => {
      rows += 1;
      const known = equipmentStatus.safeParse(row.status);
      if (!known.success) return true;
      const own = newest.get(row.address) ?? [];
      const later = own.at(-1);
      if (later?.status === known.data) {
        later.from = row.at;
        return true;
      }
      if (count === most) return false;
      count += 1;
      const to = later?.from ?? this.#endOf(row.address, known.data, until);
      newest.set(row.address, own);
      own.push({ status: known.data, from: row.at, to });
      return true;
    };
    let isWhole = true;
    for (const row of this.#sql.exec<StateChange>(query, from, until))
      if (rows >= ROWS_AN_INTERVAL * most || !take(row)) {
        isWhole = false;
        break;
      }
    if (isWhole)
      for (const row of this.#lastBy(from)) if (row.at < until && !take(row)) isWhole = false;
    if (!isWhole) for (const [address, own] of newest) this.#dropUnfinished(address, own);
    const inOrder = [...newest].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      isWhole,
      intervals: new Map(inOrder.map(([address, own]) => [address, own.reverse()])),
    };
  }

  /** When anything was reported between two instants, neither included: ascending, the earliest of them. */
  reportsBetween(from: number, to: number): number[] {
    const query = `SELECT DISTINCT at FROM state_changes WHERE at > ? AND at < ? ORDER BY at LIMIT ${MOST_REPORTS}`;
    return this.#sql
      .exec<{ at: number }>(query, from, to)
      .toArray()
      .map(({ at }) => at);
  }

  /** What was last said by an instant of each piece of equipment, which a seek each tells. */
  #lastBy(at: number): StateChange[] {
    const query = `WITH RECURSIVE known (address) AS (
        SELECT min(address) FROM state_changes
        UNION ALL SELECT (SELECT min(address) FROM state_changes WHERE address > known.address)
          FROM known WHERE known.address IS NOT NULL)
      SELECT c.address, c.at, c.status FROM known JOIN state_changes c ON c.address = known.address
        AND c.at = (SELECT max(at) FROM state_changes WHERE address = known.address AND at <= ?)`;
    return this.#sql.exec<StateChange>(query, at).toArray();
  }

  /** The oldest that was found may have begun before what was read. */
  #dropUnfinished(address: string, own: StateInterval[]): void {
    const oldest = own.at(-1);
    if (oldest === undefined) return;
    const query = `SELECT status FROM state_changes WHERE address = ? AND at < ? ORDER BY at DESC LIMIT 1`;
    const [before] = this.#sql.exec<{ status: string }>(query, address, oldest.from).toArray();
    if (before?.status === oldest.status) own.pop();
  }

  /** When a status that lasted at an instant changed at last. */
  #endOf(address: string, status: EquipmentStatus, at: number): number | null {
    const query = `SELECT min(at) AS at FROM state_changes WHERE address = ? AND at >= ? AND status <> ?`;
    return this.#sql.exec<{ at: number | null }>(query, address, at, status).one().at;
  }
}
