import { type EquipmentStatus, equipmentStatus } from "#domain/devices/equipment-status.ts";
import type { EquipmentStatusReport } from "#protocol/logger/messages.ts";

/** A status from the instant at which it began, ms UTC, to the next one; null: it lasts. */
export type StateInterval = { status: EquipmentStatus; from: number; to: number | null };

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

  /** The intervals that have an instant from `from` to before `until`, by equipment, ascending. */
  intervals(from: number, until: number): Map<string, StateInterval[]> {
    const rows = this.#sql
      .exec<{ address: string; at: number; status: string }>(
        `SELECT address, at, status FROM state_changes WHERE at < ?2 AND at >= ifnull(
            (SELECT max(at) FROM state_changes earlier
              WHERE earlier.address = state_changes.address AND earlier.at <= ?1), ?1)
          ORDER BY address, at`,
        from,
        until,
      )
      .toArray();
    const found = new Map<string, StateInterval[]>();
    for (const { address, at, status } of rows) {
      const known = equipmentStatus.safeParse(status);
      if (!known.success) continue;
      const intervals = found.get(address) ?? [];
      found.set(address, intervals);
      const last = intervals.at(-1);
      if (last?.status === known.data) continue;
      if (last !== undefined) last.to = at;
      intervals.push({ status: known.data, from: at, to: null });
    }
    for (const [address, intervals] of found) {
      const last = intervals.at(-1);
      if (last !== undefined) last.to = this.#endOf(address, last.status, until);
    }
    return found;
  }

  /** When a status that lasted at an instant changed at last. */
  #endOf(address: string, status: EquipmentStatus, at: number): number | null {
    const query = `SELECT min(at) AS at FROM state_changes WHERE address = ? AND at >= ? AND status <> ?`;
    return this.#sql.exec<{ at: number | null }>(query, address, at, status).one().at;
  }
}
