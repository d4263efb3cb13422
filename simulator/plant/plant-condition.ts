import type { SimulatedPlantProfile } from "../plant-profile.ts";

/**
 * Something that happens to a plant from outside, until it is lifted again: `plant.impose(condition)`,
 * `plant.lift(kind)`. It takes effect from the plant's next sample on. A plant has at most one condition of each kind;
 * none outlives the process.
 *
 * `unit` of a site that has no such unit, a grid outage without a grid and the like cannot be imposed.
 *
 * - `cloudy`: heavy clouds move over the site; solar power jumps within seconds and falls to a fraction.
 * - `grid-outage`: the grid is away. Event "AC input lost" (warning); battery, sun and generator carry the load.
 * - `inverter-fault`: one unit, counted from 1 (the first if not said), is in fault: event (fault), status `fault`, no
 *   power through it. Others in parallel carry on; of a single one the load hangs on the grid or is dark.
 * - `battery-low`: the battery shows itself empty within about a minute, as when a BMS corrects its estimate, and comes
 *   back as fast when it is over. Event "Battery charge low" (warning), status `battery low` of the inverters; off the
 *   grid a generator starts, or the inverters give up (event, fault) once no sun is left.
 * - `generator-failure`: the generator stops and does not start; event (fault), status `break off`.
 * - `no-fuel`: the same for an empty tank, which somebody fills when it is lifted; event (fault), status `break off`.
 */
export type PlantCondition =
  | { kind: "cloudy" }
  | { kind: "grid-outage" }
  | { kind: "inverter-fault"; unit?: number }
  | { kind: "battery-low" }
  | { kind: "generator-failure" }
  | { kind: "no-fuel" };
export type PlantConditionKind = PlantCondition["kind"];

/** Whether such a thing can happen to a plant of this profile. */
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

/** Index of the unit that is in fault. */
export function unitOf({ unit = 1 }: PlantCondition & { kind: "inverter-fault" }): number {
  return unit - 1;
}

/** All there are, for whoever reads them from a text. */
export const PLANT_CONDITION_KINDS = [
  "cloudy",
  "grid-outage",
  "inverter-fault",
  "battery-low",
  "generator-failure",
  "no-fuel",
] as const satisfies readonly PlantConditionKind[];
