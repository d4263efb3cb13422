import { DELETED_ISSUER } from "#domain/commands/command-record.ts";
import { type TrackedChange, trackedChange } from "#domain/settings/tracked-change.ts";

/** A stored change with its author, and the read in progress. */
export type StoredChange = {
  sequence: number;
  person: number;
  session: string;
  rightsVersion: number;
  /** Frame id of the query in progress; null without one. */
  read: string | null;
  tracked: TrackedChange;
};

type Row = {
  sequence: number;
  person: number;
  session: string;
  rights_version: number;
  read: string | null;
  body: string;
};

/** Maximum number of changes and of their items that are kept, the newest ones. */
const MAX_CHANGES = 2_000;
const MAX_ITEMS = 20_000;
/** Old changes are removed once in so many. */
const SWEEP_EACH = 64;

/** Stores the changes of the site, one row each, and which registers each of them has. */
export class ChangeStore {
  readonly #sql: SqlStorage;
  #open: StoredChange[] | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Open changes in order of arrival. */
  get open(): readonly StoredChange[] {
    this.#open ??= this.#select(`WHERE is_open = 1 ORDER BY sequence`);
    return this.#open;
  }

  insert(change: Omit<StoredChange, "sequence">): StoredChange {
    const { person, session, rightsVersion, read, tracked } = change;
    const { sequence } = this.#sql
      .exec<{ sequence: number }>(
        `INSERT INTO setting_changes (change_id, person, session, rights_version, is_open, read, body)
         VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING sequence`,
        ...[tracked.record.changeId, person, session, rightsVersion],
        ...[isOpen(tracked) ? 1 : 0, read, JSON.stringify(tracked)],
      )
      .one();
    for (const { address } of tracked.record.items)
      this.#sql.exec(
        `INSERT OR IGNORE INTO setting_change_items (address, sequence) VALUES (?, ?)`,
        address,
        sequence,
      );
    const stored = { ...change, sequence };
    if (isOpen(tracked)) this.#open = [...this.open.filter(isAnother(sequence)), stored];
    if (sequence % SWEEP_EACH === 0) this.#sweep(sequence);
    return stored;
  }

  save(change: StoredChange): void {
    const { sequence, read, tracked } = change;
    const isFault = tracked.record.seen === false;
    this.#sql.exec(
      `UPDATE setting_changes SET is_open = ?, is_fault = ?, read = ?, body = ? WHERE sequence = ?`,
      ...[isOpen(tracked) ? 1 : 0, isFault ? 1 : 0, read, JSON.stringify(tracked), sequence],
    );
    this.#open = isOpen(tracked)
      ? this.open.map((one) => (one.sequence === sequence ? change : one))
      : this.open.filter(isAnother(sequence));
  }

  find(changeId: string): StoredChange | null {
    return this.#select(`WHERE change_id = ? ORDER BY sequence`, changeId)[0] ?? null;
  }

  /** Number of changes whose `mixed` result no user has looked at. */
  get faultCount(): number {
    const query = `SELECT COUNT(*) AS n FROM setting_changes WHERE is_fault = 1`;
    return this.#sql.exec<{ n: number }>(query).one().n;
  }

  /** Changes whose `mixed` result no user has looked at. */
  faults(): StoredChange[] {
    return this.#select(`WHERE is_fault = 1 ORDER BY sequence`);
  }

  /**
   * Returns a page of changes, newest first.
   * @param address only changes of this register
   */
  page(page: { size: number; offset: number; address?: string | undefined }): {
    total: number;
    changes: StoredChange[];
  } {
    const { address, offset, size } = page;
    const of =
      address === undefined
        ? { sql: "", bindings: [] }
        : {
            sql: `WHERE sequence IN (SELECT sequence FROM setting_change_items WHERE address = ?)`,
            bindings: [address],
          };
    const { n } = this.#sql
      .exec<{ n: number }>(`SELECT COUNT(*) AS n FROM setting_changes ${of.sql}`, ...of.bindings)
      .one();
    const order = `${of.sql} ORDER BY sequence DESC LIMIT ? OFFSET ?`;
    return { total: n, changes: this.#select(order, ...of.bindings, size, offset) };
  }

  /** Removes a user's name from the changes that the user made; the changes stay. */
  anonymizeAuthor(person: number): void {
    this.#sql.exec(
      `UPDATE setting_changes SET body = json_set(body, '$.record.by', ?) WHERE person = ?`,
      DELETED_ISSUER,
      person,
    );
    this.#open = null;
  }

  #sweep(newest: number): void {
    const { n } = this.#sql
      .exec<{ n: number | null }>(
        `SELECT MAX(sequence) AS n FROM (SELECT sequence FROM setting_change_items
         ORDER BY sequence DESC LIMIT 1 OFFSET ${MAX_ITEMS})`,
      )
      .one();
    const before = Math.max(newest - MAX_CHANGES, n ?? 0);
    this.#sql.exec(`DELETE FROM setting_change_items WHERE sequence <= ?`, before);
    this.#sql.exec(
      `DELETE FROM setting_changes WHERE sequence <= ? AND is_open = 0 AND is_fault = 0`,
      before,
    );
  }

  #select(where: string, ...bindings: (string | number)[]): StoredChange[] {
    const columns = `sequence, person, session, rights_version, read, body`;
    return this.#sql
      .exec<Row>(`SELECT ${columns} FROM setting_changes ${where}`, ...bindings)
      .toArray()
      .map(({ rights_version: rightsVersion, body, ...row }) => ({
        ...row,
        rightsVersion,
        tracked: trackedChange.parse(JSON.parse(body)),
      }));
  }
}

function isOpen({ phase }: TrackedChange): boolean {
  return phase !== "done";
}

function isAnother(sequence: number) {
  return (change: StoredChange) => change.sequence !== sequence;
}
