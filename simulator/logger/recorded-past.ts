import type { EquipmentEvent } from "#domain/alarms/event.ts";
import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Sample } from "../plant/plant.ts";

export type RecordedDay = {
  /** Ascending. */
  samples: Sample[];
  /** All status changes. */
  statuses: { address: string; status: EquipmentStatus; at: number }[];
  /** All events that were raised and cleared. */
  events: EquipmentEvent[];
};

/** The data a logger recorded before its first connection. */
export interface RecordedPast {
  readonly columns: readonly string[];
  /** First and last instant, ms UTC. */
  readonly span: { readonly from: number; readonly to: number };
  /** Number of local days, the oldest first. */
  readonly days: number;
  spanOf(day: number): { readonly from: number; readonly to: number };
  /** Returns the same result each time. */
  read(day: number): RecordedDay;
}
