import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";

/** Maximum number of intervals in one answer, all equipment together. */
export const MAX_STATES = 10_000;

/** ms UTC, the latter not included. */
export type StatesQuestion = { from: number; until: number };

/** A status from one instant to another, ms UTC; null: it lasts. */
export type StateRow = { status: EquipmentStatus; from: number; to: number | null };

export type StateRows = {
  /** Whether these are all that touch the span; else the newest of them. */
  isWhole: boolean;
  equipment: {
    address: string;
    typeCode: string;
    model: string | null;
    alias: string | null;
    rows: StateRow[];
  }[];
};

/** A value of the site's status register from one instant to another, ms UTC. */
export type SiteState = { state: string; from: number; to: number };

/** Ascending; `isWhole` as above. */
export type SiteStates = { isWhole: boolean; states: SiteState[] };
