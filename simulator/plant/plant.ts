import type { EquipmentEvent } from "#domain/alarms/event.ts";
import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { PlantCondition, PlantConditionKind } from "./plant-condition.ts";

/** One instant of all sampled registers, in the order of the plant's `columns`. */
export type Sample = { at: number; values: RegisterValue[] };

/** An event that is active, since `at`. */
export type ActiveEvent = Omit<EquipmentEvent, "state">;

/** What a logger is connected to. All times are ms UTC by the plant's own clock and never go back. */
export interface Plant {
  readonly equipment: Equipment[];
  /** Addresses of the registers that every sample holds. */
  readonly columns: readonly string[];
  /** Runs on to `until` and hands over what was to be sampled on the way, a step apart. */
  sample(until: number, stepMs: number): Sample[];
  /** Runs on to `until` with nobody looking. */
  skip(until: number): void;
  /** The newest sample; null before the first. */
  latest(): Sample | null;
  /** The other registers, settings first of all, which change only when somebody changes them. */
  held(): Record<string, RegisterValue>;
  /** The register as the device would give it now; null for one it does not have. */
  read(address: string): RegisterValue;
  /** Sets a register; false where the device does not do it. The value is within the register's range. */
  write(address: string, value: RegisterValue): boolean;
  statuses(): { address: string; status: EquipmentStatus }[];
  events(): ActiveEvent[];
  /** Something happens to it (plant-condition.ts); false where it cannot: no grid, no battery, a recording. */
  impose(condition: PlantCondition): boolean;
  /** It is over; false where it was not so. */
  lift(kind: PlantConditionKind): boolean;
  /** What has to outlive the process. */
  snapshot(): unknown;
  /** Takes a snapshot back; what is not one is ignored. */
  restore(snapshot: unknown): void;
}
