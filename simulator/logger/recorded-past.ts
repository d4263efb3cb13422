import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Sample } from "../plant/plant.ts";

export type RecordedDay = {
  /** Ascending. */
  samples: Sample[];
  /** Each as it changed. */
  statuses: { address: string; status: EquipmentStatus; at: number }[];
};

/** What a logger recorded before it was connected for the first time. */
export interface RecordedPast {
  readonly columns: readonly string[];
  /** From its first instant to its last, ms UTC. */
  readonly span: { readonly from: number; readonly to: number };
  /** How many local days it has, the oldest first. */
  readonly days: number;
  spanOf(day: number): { readonly from: number; readonly to: number };
  /** The same each time. */
  read(day: number): RecordedDay;
}
