import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import { equipmentStatus } from "#domain/devices/equipment-status.ts";
import type { EquipmentStatusReport } from "#protocol/logger/messages.ts";

type State = { status: EquipmentStatus; at: number };

/** The newest status of each piece of equipment. */
export class EquipmentStates {
  readonly #sql: SqlStorage;
  readonly #states: Map<string, State>;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    const rows = sql.exec<{ address: string; status: string; at: number }>(
      `SELECT address, status, at FROM equipment_states`,
    );
    this.#states = new Map(
      rows.toArray().flatMap(({ address, status, at }) => {
        const known = equipmentStatus.safeParse(status);
        return known.success ? [[address, { status: known.data, at }] as const] : [];
      }),
    );
  }

  statusOf(equipmentAddress: string): EquipmentStatus | undefined {
    return this.#states.get(equipmentAddress)?.status;
  }

  /**
   * Takes reports up, the newest of each piece counting, one from the future as of its receipt. A status said again
   * is not written again. Returns the equipment whose status changed.
   */
  take(reports: readonly EquipmentStatusReport[], now: number): string[] {
    const changed = new Set<string>();
    for (const { address, status, at: given } of reports) {
      const held = this.#states.get(address);
      const at = Math.min(given, now);
      if (held !== undefined && at < held.at) continue;
      this.#states.set(address, { status, at });
      if (held?.status !== status) changed.add(address);
    }
    for (const address of changed) {
      const state = this.#states.get(address);
      if (state === undefined) continue;
      this.#sql.exec(
        `INSERT OR REPLACE INTO equipment_states (address, status, at) VALUES (?, ?, ?)`,
        address,
        state.status,
        state.at,
      );
    }
    return [...changed];
  }

  /** Forgets what is no longer among the equipment. */
  keepOnly(equipmentAddresses: ReadonlySet<string>): void {
    for (const address of this.#states.keys()) {
      if (equipmentAddresses.has(address)) continue;
      this.#states.delete(address);
      this.#sql.exec(`DELETE FROM equipment_states WHERE address = ?`, address);
    }
  }
}
