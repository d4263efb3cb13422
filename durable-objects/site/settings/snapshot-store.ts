import type { RegisterValue } from "#domain/registers/register.ts";
import type {
  Snapshot,
  SnapshotEquipment,
  SnapshotHead,
  SnapshotReason,
} from "#domain/settings/snapshot.ts";
import { logFailure } from "../log-failure.ts";

type Row = { id: number; at: number; reason: SnapshotReason; body: string };
type Body = { equipment: readonly SnapshotEquipment[]; values: Snapshot["values"] };

/** Number of snapshots that are kept besides the first one and those around updates of firmware. */
const MAX_SNAPSHOTS = 100;
/** Maximum size of a stored snapshot, bytes; a row has at most 2 MB. */
const MAX_BODY_BYTES = 1_900_000;
/** Number of snapshots around updates of firmware that are kept, the newest ones. */
const MAX_FIRMWARE_SNAPSHOTS = 40;

/** Snapshots of the settings, one row each. */
export class SnapshotStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Stores a snapshot, unless it equals the newest one.
   * @param at ms UTC
   * @returns whether it was stored
   */
  add(reason: SnapshotReason, at: number, { equipment, values }: Body): boolean {
    if (Object.keys(values).length === 0) return false;
    const body = JSON.stringify({ equipment, values });
    const [newest] = this.#sql
      .exec<{ body: string }>(`SELECT body FROM setting_snapshots ORDER BY id DESC LIMIT 1`)
      .toArray();
    if (newest?.body === body) return false;
    if (new TextEncoder().encode(body).byteLength > MAX_BODY_BYTES) {
      logFailure("snapshot not stored", "the settings exceed a row");
      return false;
    }
    this.#sql.exec(
      `INSERT INTO setting_snapshots (at, reason, body) VALUES (?, ?, ?)`,
      at,
      reason,
      body,
    );
    this.#sweep();
    return true;
  }

  get isEmpty(): boolean {
    const query = `SELECT id FROM setting_snapshots LIMIT 1`;
    return this.#sql.exec(query).toArray().length === 0;
  }

  /** Lists the snapshots, newest first. */
  list(): SnapshotHead[] {
    // The values stay in the database, because those of all snapshots together may exceed the memory.
    return this.#sql
      .exec<Omit<Row, "body"> & { count: number; equipment: string }>(
        `SELECT id, at, reason, (SELECT COUNT(*) FROM json_each(body, '$.values')) AS count,
         json_extract(body, '$.equipment') AS equipment FROM setting_snapshots ORDER BY id DESC`,
      )
      .toArray()
      .map(({ id, equipment, ...head }) => ({
        snapshotId: id,
        ...head,
        equipment: JSON.parse(equipment) as Body["equipment"],
      }));
  }

  find(snapshotId: number): Snapshot | null {
    const [row] = this.#sql
      .exec<Row>(`SELECT id, at, reason, body FROM setting_snapshots WHERE id = ?`, snapshotId)
      .toArray();
    if (row === undefined) return null;
    const { equipment, values } = JSON.parse(row.body) as Body;
    const { at, reason } = row;
    return { snapshotId, at, reason, count: Object.keys(values).length, equipment, values };
  }

  /** The values of all snapshots; of several values of a register, that of the earliest one. */
  earliestValues(): Snapshot["values"] {
    const values: Record<string, RegisterValue> = {};
    for (const { body } of this.#sql.exec<{ body: string }>(
      `SELECT body FROM setting_snapshots ORDER BY id DESC`,
    ))
      Object.assign(values, (JSON.parse(body) as Body).values);
    return values;
  }

  #sweep(): void {
    const firmware = `reason IN ('before firmware', 'after firmware')`;
    const keep = (where: string, count: number) =>
      this.#sql.exec(
        `DELETE FROM setting_snapshots WHERE ${where} AND id NOT IN (SELECT id FROM setting_snapshots
         WHERE ${where} ORDER BY id DESC LIMIT ${count}) AND id > (SELECT MIN(id) FROM setting_snapshots) AND reason <> 'first connection'`,
      );
    keep(`NOT ${firmware}`, MAX_SNAPSHOTS);
    keep(firmware, MAX_FIRMWARE_SNAPSHOTS);
  }
}
