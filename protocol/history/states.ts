import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";

/** Maximum number of intervals in one answer, over all equipment. */
export const MAX_STATES = 10_000;

/** Query for the states in a period from `from` to before `until`, ms UTC. */
export type StatesQuery = { from: number; until: number };

/** A status from one instant to another, ms UTC; `to` is null while it lasts. */
export type StateRow = { status: EquipmentStatus; from: number; to: number | null };

/** States of each piece of equipment in a period. */
export type StateRows = {
  /** Whether the answer has all states that overlap the period; otherwise it has only the newest ones. */
  isWhole: boolean;
  equipment: {
    address: string;
    typeCode: string;
    model: string | null;
    alias: string | null;
    rows: StateRow[];
  }[];
};

/** Value of the site's status register from one instant to another, ms UTC. */
export type SiteState = { state: string; from: number; to: number };

/** States of a site in a period, ascending; `isWhole` as in `StateRows`. */
export type SiteStates = { isWhole: boolean; states: SiteState[] };
