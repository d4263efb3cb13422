import { floorOf } from "../physics/battery.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";

/** Rate of the correction, as a share of the full charge per second. */
const PER_SECOND = 1 / 60;

/** Share of the charge below which a battery warns. */
export function lowChargeOf(profile: SimulatedPlantProfile): number {
  const reserve = profile.battery?.reserve ?? 0;
  return Math.max(0.04, (profile.grid === null ? reserve : 0.6 * reserve) - 0.01);
}

/** The displayed charge of a battery that can give nothing more. */
function emptyChargeOf(profile: SimulatedPlantProfile): number {
  const floor = profile.battery === null ? 0 : floorOf(profile.battery);
  return Math.max(0, Math.min(lowChargeOf(profile) - 0.01, floor - 0.02));
}

/**
 * The part of the true charge that the BMS does not show after some more hours: all of the usable charge while it
 * believes the battery empty, decreasing afterwards.
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
