import type { EquipmentEvent } from "#domain/alarms/event.ts";
import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { PlantCondition, PlantConditionKind } from "./plant-condition.ts";

/** One instant of all sampled registers, in the order of the plant's `columns`. */
export type Sample = { at: number; values: RegisterValue[] };

/** An active event; `at` is its beginning. */
export type ActiveEvent = Omit<EquipmentEvent, "state">;

/** The equipment that a logger is connected to. All times are ms UTC by the plant's own clock and never decrease. */
export interface Plant {
  readonly equipment: Equipment[];
  /** Addresses of the registers that every sample holds. */
  readonly columns: readonly string[];
  /** Advances to `until` and returns the samples of the way, one per step. */
  sample(until: number, stepMs: number): Sample[];
  /** Advances to `until` without sampling. */
  skip(until: number): void;
  /** The newest sample; null before the first. */
  latest(): Sample | null;
  /** The other registers, mainly settings, which change only when written. */
  held(): Record<string, RegisterValue>;
  /** Reads a register from the device; null if there is none. */
  read(address: string): RegisterValue;
  /** Writes a register within its range; false if the device refuses. */
  write(address: string, value: RegisterValue): boolean;
  statuses(): { address: string; status: EquipmentStatus }[];
  events(): ActiveEvent[];
  /**
   * Imposes a condition (plant-condition.ts); false if it cannot happen, as without a grid or battery or in a
   * recording.
   */
  impose(condition: PlantCondition): boolean;
  /** Lifts a condition; false if it was not imposed. */
  lift(kind: PlantConditionKind): boolean;
  /** State that outlives the process. */
  snapshot(): unknown;
  /** Restores a snapshot; ignores an invalid one. */
  restore(snapshot: unknown): void;
}
