import { floorOf } from "../physics/battery.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";

/** Of the whole charge, in a second. */
const PER_SECOND = 1 / 60;

/** Share of the charge below which a battery warns that it is low. */
export function lowChargeOf(profile: SimulatedPlantProfile): number {
  const reserve = profile.battery?.reserve ?? 0;
  return Math.max(0.04, (profile.grid === null ? reserve : 0.6 * reserve) - 0.01);
}

/** What a battery shows that gives nothing any more. */
function emptyChargeOf(profile: SimulatedPlantProfile): number {
  const floor = profile.battery === null ? 0 : floorOf(profile.battery);
  return Math.max(0, Math.min(lowChargeOf(profile) - 0.01, floor - 0.02));
}

/**
 * What a BMS hides of the true charge after so many more hours: all that could be used while it believes the battery
 * empty, ever less afterwards.
 */
export function hideCharge(
  hidden: number,
  soc: number,
  profile: SimulatedPlantProfile,
  isEmpty: boolean,
  hours: number,
): number {
  const goal = isEmpty ? Math.max(0, soc - emptyChargeOf(profile)) : 0;
  const most = PER_SECOND * hours * 3_600;
  return hidden + Math.min(most, Math.max(-most, goal - hidden));
}
