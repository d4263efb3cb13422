import type { SimulatedPlantProfile } from "../plant-profile.ts";

/**
 * An external condition of a plant, from `plant.impose(condition)` to `plant.lift(kind)`. It takes effect from the
 * plant's next sample on. A plant has at most one condition of each kind; none outlives the process.
 *
 * An impossible condition, as a fault of a missing `unit` or a grid outage without a grid, cannot be imposed.
 *
 * - `cloudy`: heavy clouds move over the site; solar power jumps within seconds and falls to a fraction.
 * - `grid-outage`: the grid fails. Event `acInputLost` (warning); battery, sun and generator carry the load.
 * - `inverter-fault`: one unit, counted from 1 (the first by default), is in fault: event (fault), status `fault`, no
 *   power through it. Parallel units continue; with a single one only the grid supplies the load.
 * - `battery-low`: the battery reports empty within about a minute, as when a BMS corrects its estimate, and recovers
 *   as fast when lifted. Event `batteryLow` (warning), status `battery low` of the inverters; off the
 *   grid a generator starts, or the inverters shut down (event, fault) without sun.
 * - `generator-failure`: the generator stops and does not start; event (fault), status `break off`.
 * - `no-fuel`: like `generator-failure` for an empty tank, which is refilled when lifted; event (fault), status `break off`.
 */
export type PlantCondition =
  | { kind: "cloudy" }
  | { kind: "grid-outage" }
  | { kind: "inverter-fault"; unit?: number }
  | { kind: "battery-low" }
  | { kind: "generator-failure" }
  | { kind: "no-fuel" };
export type PlantConditionKind = PlantCondition["kind"];

/** Whether a condition can happen to a plant of this profile. */
export function canHappen(condition: PlantCondition, profile: SimulatedPlantProfile): boolean {
  switch (condition.kind) {
    case "cloudy":
      return true;
    case "grid-outage":
      return profile.grid !== null;
    case "inverter-fault":
      return (
        Number.isInteger(unitOf(condition)) &&
        unitOf(condition) >= 0 &&
        unitOf(condition) < profile.inverter.units
      );
    case "battery-low":
      return profile.battery !== null;
    case "generator-failure":
    case "no-fuel":
      return profile.generator !== null;
  }
}

/** Index of the faulty unit. */
export function unitOf({ unit = 1 }: PlantCondition & { kind: "inverter-fault" }): number {
  return unit - 1;
}

/** All kinds, for parsing them from text. */
export const PLANT_CONDITION_KINDS = [
  "cloudy",
  "grid-outage",
  "inverter-fault",
  "battery-low",
  "generator-failure",
  "no-fuel",
] as const satisfies readonly PlantConditionKind[];
