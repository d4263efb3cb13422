import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import { equipmentStatus } from "#domain/devices/equipment-status.ts";
import type { EquipmentStatusReport } from "#protocol/logger/messages.ts";
import type { StatusRepeats } from "./status-repeats.ts";

type State = { status: EquipmentStatus; at: number };

/** The newest status of each piece of equipment. */
export class EquipmentStates {
  readonly #sql: SqlStorage;
  readonly #repeats: StatusRepeats;
  /** Loaded on first use: most events that wake the object do not need the states. */
  #held: Map<string, State> | null = null;

  constructor(sql: SqlStorage, repeats: StatusRepeats) {
    this.#sql = sql;
    this.#repeats = repeats;
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
        const lastAt = Math.max(at, this.#repeats.lastOf(address) ?? at);
        return known.success ? [[address, { status: known.data, at: lastAt }] as const] : [];
      }),
    );
  }

  /** Whether a report would change the status of its equipment. */
  isNews({ address, status, at }: EquipmentStatusReport, now: number): boolean {
    const held = this.#states.get(address);
    return held === undefined || (status !== held.status && Math.min(at, now) >= held.at);
  }

  /**
   * Stores a report; one from the future counts as of its receipt. The instant of a repetition costs no row.
   * @returns whether the status of the equipment changed
   */
  take(report: EquipmentStatusReport, now: number): boolean {
    const { address, status } = report;
    const at = Math.min(report.at, now);
    const held = this.#states.get(address);
    if (!this.isNews(report, now)) {
      if (held !== undefined && status === held.status && at > held.at) {
        held.at = at;
        this.#repeats.note(address, at);
      }
      return false;
    }
    this.#sql.exec(
      `INSERT OR REPLACE INTO equipment_states (address, status, at) VALUES (?, ?, ?)`,
      address,
      status,
      at,
    );
    this.#states.set(address, { status, at });
    this.#repeats.delete(address);
    return true;
  }

  /** Deletes the states of equipment that no longer exists. */
  keepOnly(equipmentAddresses: ReadonlySet<string>): void {
    for (const address of [...this.#states.keys()]) {
      if (equipmentAddresses.has(address)) continue;
      this.#sql.exec(`DELETE FROM equipment_states WHERE address = ?`, address);
      this.#states.delete(address);
      this.#repeats.delete(address);
    }
  }
}
