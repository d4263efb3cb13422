import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import { equipmentStatus } from "#domain/devices/equipment-status.ts";
import type { EquipmentStatusReport } from "#protocol/logger/messages.ts";

type State = { status: EquipmentStatus; at: number };

/** The newest status of each piece of equipment. */
export class EquipmentStates {
  readonly #sql: SqlStorage;
  /** Read once somebody asks: most of what wakes the object has nothing to do with them. */
  #held: Map<string, State> | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  statusOf(equipmentAddress: string): EquipmentStatus | undefined {
    return this.#states.get(equipmentAddress)?.status;
  }

  get #states(): Map<string, State> {
    this.#held ??= this.#load();
    return this.#held;
  }

  #load(): Map<string, State> {
    const rows = this.#sql.exec<{ address: string; status: string; at: number }>(
      `SELECT address, status, at FROM equipment_states`,
    );
    return new Map(
      rows.toArray().flatMap(({ address, status, at }) => {
        const known = equipmentStatus.safeParse(status);
        return known.success ? [[address, { status: known.data, at }] as const] : [];
      }),
    );
  }

  /**
   * Takes reports up, the newest of each piece counting, one from the future as of its receipt. Returns the equipment
   * whose status changed.
   */
  take(reports: readonly EquipmentStatusReport[], now: number): string[] {
    const next = new Map<string, State>();
    for (const { address, status, at: given } of reports) {
      const held = next.get(address) ?? this.#states.get(address);
      const at = Math.min(given, now);
      if (held === undefined || at > held.at || (at === held.at && status !== held.status))
        next.set(address, { status, at });
    }
    for (const [address, { status, at }] of next)
      this.#sql.exec(
        `INSERT OR REPLACE INTO equipment_states (address, status, at) VALUES (?, ?, ?)`,
        address,
        status,
        at,
      );
    const changed = [...next].filter(
      ([address, { status }]) => status !== this.#states.get(address)?.status,
    );
    for (const [address, state] of next) this.#states.set(address, state);
    return changed.map(([address]) => address);
  }

  /** Forgets what is no longer among the equipment. */
  keepOnly(equipmentAddresses: ReadonlySet<string>): void {
    for (const address of [...this.#states.keys()]) {
      if (equipmentAddresses.has(address)) continue;
      this.#sql.exec(`DELETE FROM equipment_states WHERE address = ?`, address);
      this.#states.delete(address);
    }
  }
}
