import type { BatteryProfile } from "../plant-profile.ts";

type Point = readonly [soc: number, volts: number];

/** Cell voltage at rest over the state of charge; iron phosphate is nearly flat, lead nearly linear. */
const OPEN_CIRCUIT = {
  lithium: [
    [0, 2.6],
    [0.05, 3.05],
    [0.1, 3.17],
    [0.2, 3.22],
    [0.4, 3.27],
    [0.6, 3.29],
    [0.8, 3.325],
    [0.9, 3.335],
    [0.97, 3.36],
    [1, 3.45],
  ],
  lead: [
    [0, 1.93],
    [0.2, 1.975],
    [0.5, 2.045],
    [0.8, 2.1],
    [1, 2.13],
  ],
} as const satisfies Record<string, readonly Point[]>;

const CELL = {
  /** `taper`: from this state of charge on, charging slows down; `floor`: the minimum state of charge. */
  lithium: { volts: 3.2, taper: 0.94, floor: 0.05, chargeEfficiency: 0.995 },
  lead: { volts: 2, taper: 0.82, floor: 0.35, chargeEfficiency: 0.92 },
} as const;

/** Share of the voltage lost inside at full discharge. */
const SAG = 0.035;
/** Charging power just before the battery is full, as a share of its limit. */
const TRICKLE = 0.03;

/** Share of the charge that cannot be used. */
export function floorOf({ chemistry }: BatteryProfile): number {
  return CELL[chemistry].floor;
}

/** V at rest. @param soc 0 to 1 */
export function openCircuitVoltage(profile: BatteryProfile, soc: number): number {
  const cells = profile.nominalV / CELL[profile.chemistry].volts;
  return cells * interpolate(OPEN_CIRCUIT[profile.chemistry], soc);
}

/** V and A at the terminals; power and current + charging. */
export function terminalsOf(
  profile: BatteryProfile,
  soc: number,
  power: number,
): { voltage: number; current: number } {
  const rest = openCircuitVoltage(profile, soc);
  const resistance = (SAG * profile.nominalV ** 2) / profile.maxDischargeW;
  const current =
    (Math.sqrt(Math.max(0, rest ** 2 + 4 * resistance * power)) - rest) / (2 * resistance);
  return { voltage: rest + resistance * current, current };
}

/** Returns the state of charge after some hours at this power. Heat losses of the resistance are not stored. */
export function chargeBattery(
  profile: BatteryProfile,
  soc: number,
  power: number,
  hours: number,
): number {
  const { current } = terminalsOf(profile, soc, power);
  const efficiency = power > 0 ? CELL[profile.chemistry].chargeEfficiency : 1;
  const stored = openCircuitVoltage(profile, soc) * current * efficiency * hours;
  return Math.min(1, Math.max(0, soc + stored / profile.capacityWh));
}

/**
 * Maximum charging and discharging power at the terminals over some hours, W.
 * @param keep share of the capacity to preserve
 */
export function limitsOf(
  profile: BatteryProfile,
  soc: number,
  keep: number,
  hours: number,
): { charge: number; discharge: number } {
  const { taper, floor } = CELL[profile.chemistry];
  const nearFull = Math.max(TRICKLE, Math.min(1, (1 - soc) / (1 - taper)));
  const room = (1 - soc) * profile.capacityWh;
  const left = Math.max(0, soc - Math.max(floor, keep)) * profile.capacityWh;
  return {
    charge: Math.min(profile.maxChargeW * nearFull, room / hours),
    // Sag empties it a little faster than the terminals show.
    discharge: Math.min(profile.maxDischargeW, (left * (1 - SAG)) / hours),
  };
}

function interpolate(points: readonly Point[], place: number): number {
  let [low] = points;
  for (const high of points) {
    if (low === undefined || place <= high[0]) {
      if (low === undefined || high[0] === low[0]) return high[1];
      return low[1] + ((place - low[0]) / (high[0] - low[0])) * (high[1] - low[1]);
    }
    low = high;
  }
  return low?.[1] ?? 0;
}
