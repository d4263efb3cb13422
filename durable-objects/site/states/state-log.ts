import { type EquipmentStatus, equipmentStatus } from "#domain/devices/equipment-status.ts";
import type { EquipmentStatusReport } from "#protocol/logger/messages.ts";
import type { StatusRepeat } from "./status-repeats.ts";

/** A status from the instant at which it began, ms UTC, to the next one; null if it lasts. */
export type StateInterval = { status: EquipmentStatus; from: number; to: number | null };

type StateChange = { address: string; at: number; status: string };
export type FoundIntervals = {
  /** Whether these are all intervals; otherwise they are the newest. */
  isWhole: boolean;
  intervals: Map<string, StateInterval[]>;
};
/** Maximum number of instants that `reportsBetween` returns. */
const MAX_REPORTS = 1_000;
/** Maximum rows read per interval on average, because a status may be repeated. */
const MAX_ROWS_PER_INTERVAL = 10;

/** Maximum number of stored changes; the oldest are removed first. */
const MAX_CHANGES = 100_000;
/** Maximum number of changes that one step removes. */
const MAX_PRUNED_AT_ONCE = 500;
/** Maximum number of repeated reports remembered while the object is awake. */
const MAX_REPEATS = 2_000;

/**
 * The log of all changes of a status by equipment and instant. Resent, shuffled and late reports change nothing: a
 * report that repeats the status before it costs no row, and is stored once a late report comes between the two. Of two
 * reports at one instant the later in code-point order stands, like texts in samples.
 */
export class StateLog {
  readonly #sql: SqlStorage;
  /** Instants at which the status before was repeated, ascending, by equipment. */
  readonly #repeats = new Map<string, number[]>();
  #repeatCount = 0;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** When a piece of equipment got its newest status, ms UTC; undefined if it has none. */
  changedAt(address: string): number | undefined {
    const query = `SELECT MAX(at) AS at FROM state_changes WHERE address = ?`;
    return this.#sql.exec<{ at: number | null }>(query, address).one().at ?? undefined;
  }

  /** Takes the last repetitions that survived hibernation. */
  restoreRepeats(repeats: readonly StatusRepeat[]): void {
    for (const [address, at] of repeats) this.#noteRepeat(address, at);
  }

  /**
   * Stores a report; one from the future counts as of its receipt.
   * @param mayWrite called once if the report changes anything
   */
  take(
    { address, status, at: given }: EquipmentStatusReport,
    now: number,
    mayWrite: () => boolean = () => true,
  ): "repeated" | "stored" | "refused" {
    const at = Math.min(given, now);
    const before = this.#lastOf(address, at);
    if (before?.at === at ? status <= before.status : status === before?.status) {
      if (before?.at !== at) this.#noteRepeat(address, at);
      return "repeated";
    }
    const repeats = this.#repeats.get(address) ?? [];
    // The previous status was repeated at this very instant and stands.
    if (before !== null && status < before.status && repeats.includes(at)) return "repeated";
    if (!mayWrite()) return "refused";
    this.#write(address, at, status);
    if (before !== null) this.#writeRepeatAfter(address, at, before.status);
    return "stored";
  }

  /** Counts the changes, reading all of them. */
  count(): number {
    return this.#sql.exec<{ rows: number }>(`SELECT count(*) AS rows FROM state_changes`).one()
      .rows;
  }

  /**
   * Removes a bounded number of changes that are too old or too many. The status of each piece of equipment at the end
   * of the removed part stays.
   * @param keptSince ms UTC
   * @returns whether there is more to remove
   */
  prune(keptSince: number): boolean {
    const until = Math.max(keptSince, this.#oldestOfNewest());
    if (!Number.isFinite(until)) return false;
    const { rowsWritten } = this.#sql.exec(
      `DELETE FROM state_changes WHERE (address, at) IN (
        SELECT address, at FROM state_changes AS old WHERE at < ?1 AND EXISTS (
          SELECT 1 FROM state_changes WHERE address = old.address AND at > old.at AND at <= ?1)
        ORDER BY at LIMIT ${MAX_PRUNED_AT_ONCE})`,
      until,
    );
    return rowsWritten >= MAX_PRUNED_AT_ONCE;
  }

  /** Instant of the oldest change within the maximum, ms UTC. */
  #oldestOfNewest(): number {
    if (this.count() <= MAX_CHANGES) return Number.NEGATIVE_INFINITY;
    const query = `SELECT at FROM state_changes ORDER BY at DESC LIMIT 1 OFFSET ${MAX_CHANGES - 1}`;
    return this.#sql.exec<{ at: number }>(query).one().at;
  }

  #lastOf(address: string, at: number): { at: number; status: string } | null {
    const query = `SELECT at, status FROM state_changes WHERE address = ? AND at <= ? ORDER BY at DESC LIMIT 1`;
    const [row] = this.#sql.exec<{ at: number; status: string }>(query, address, at).toArray();
    return row ?? null;
  }

  #write(address: string, at: number, status: string): void {
    this.#sql.exec(
      `INSERT INTO state_changes (address, at, status) VALUES (?, ?, ?)
        ON CONFLICT (address, at) DO UPDATE SET status = excluded.status`,
      address,
      at,
      status,
    );
  }

  #noteRepeat(address: string, at: number): void {
    const repeats = this.#repeats.get(address) ?? [];
    const place = repeats.findLastIndex((known) => known <= at);
    if (repeats[place] === at) return;
    repeats.splice(place + 1, 0, at);
    this.#repeats.set(address, repeats);
    this.#repeatCount += 1;
    if (this.#repeatCount <= MAX_REPEATS) return;
    this.#repeats.clear();
    this.#repeatCount = 0;
  }

  /** Stores the first repetition after an instant as a change, unless another change comes before it. */
  #writeRepeatAfter(address: string, at: number, status: string): void {
    const repeats = this.#repeats.get(address) ?? [];
    const place = repeats.findIndex((known) => known > at);
    const repeated = repeats[place];
    if (repeated === undefined) return;
    const query = `SELECT min(at) AS at FROM state_changes WHERE address = ? AND at > ?`;
    const { at: next } = this.#sql.exec<{ at: number | null }>(query, address, at).one();
    if (next !== null && next <= repeated) return;
    repeats.splice(place, 1);
    this.#repeatCount -= 1;
    this.#write(address, repeated, status);
  }

  /**
   * Returns the newest intervals that have an instant from `from` to before `until`, by equipment, ascending. It reads
   * no more than it returns.
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
      if (rows >= MAX_ROWS_PER_INTERVAL * most || !take(row)) {
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

  /**
   * Returns the instants of reports between two instants, exclusive: the earliest ones, ascending. Repetitions are
   * known while the object is awake.
   */
  reportsBetween(from: number, to: number): number[] {
    const query = `SELECT DISTINCT at FROM state_changes WHERE at > ? AND at < ? ORDER BY at LIMIT ${MAX_REPORTS}`;
    const stored = this.#sql.exec<{ at: number }>(query, from, to).toArray();
    const repeated = [...this.#repeats.values()].flat().filter((at) => at > from && at < to);
    const all = new Set([...stored.map(({ at }) => at), ...repeated]);
    return [...all].sort((one, other) => one - other).slice(0, MAX_REPORTS);
  }

  /** Returns the last change of each piece of equipment by an instant, with one index seek each. */
  #lastBy(at: number): StateChange[] {
    const query = `WITH RECURSIVE known (address) AS (
        SELECT min(address) FROM state_changes
        UNION ALL SELECT (SELECT min(address) FROM state_changes WHERE address > known.address)
          FROM known WHERE known.address IS NOT NULL)
      SELECT c.address, c.at, c.status FROM known JOIN state_changes c ON c.address = known.address
        AND c.at = (SELECT max(at) FROM state_changes WHERE address = known.address AND at <= ?)`;
    return this.#sql.exec<StateChange>(query, at).toArray();
  }

  /** Drops the oldest interval found if it may have begun before what was read. */
  #dropUnfinished(address: string, own: StateInterval[]): void {
    const oldest = own.at(-1);
    if (oldest === undefined) return;
    const query = `SELECT status FROM state_changes WHERE address = ? AND at < ? ORDER BY at DESC LIMIT 1`;
    const [before] = this.#sql.exec<{ status: string }>(query, address, oldest.from).toArray();
    if (before?.status === oldest.status) own.pop();
  }

  /** Returns when a status that lasted at an instant ended; null if it lasts. */
  #endOf(address: string, status: EquipmentStatus, at: number): number | null {
    const query = `SELECT min(at) AS at FROM state_changes WHERE address = ? AND at >= ? AND status <> ?`;
    return this.#sql.exec<{ at: number | null }>(query, address, at, status).one().at;
  }
}
