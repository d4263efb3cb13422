import type { RegisterValue } from "#domain/registers/register.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import { addressOf } from "./device-address.ts";
import { GENERATOR_SETTING } from "./devices/generator.ts";
import { INVERTER_SETTING, WORKING_MODE } from "./devices/inverter.ts";
import { PV_POWER_LIMIT } from "./devices/pv-inverter.ts";
import type { GeneratorOrders } from "./generator-control.ts";

/** The orders that result from a plant's settings. */
export type Orders = {
  on: boolean;
  /** Whether each parallel unit is switched on. */
  unitsOn: boolean[];
  mode: number;
  /** Share of the battery to keep while the grid is available. */
  reserve: number;
  maxChargeW: number;
  exportLimitW: number;
  /** Share of its power that the nth PV inverter may feed. */
  pvShare: (nth: number) => number;
  generator: GeneratorOrders;
};

export const INVERTERS_ON = "FFFF000400";

/** Derives the orders from the written settings, with defaults for those that were never written. */
export function readOrders(
  profile: SimulatedPlantProfile,
  settings: ReadonlyMap<string, RegisterValue>,
): Orders {
  const inverter = addressOf(profile.inverter.typeCode);
  const generator = addressOf("800D");
  const number = (address: string, otherwise: number) => {
    const value = settings.get(address);
    return typeof value === "number" ? value : otherwise;
  };
  const maxA = number(inverter + INVERTER_SETTING.chargeCurrent, 0);
  return {
    on: number(INVERTERS_ON, 1) === 1,
    unitsOn: Array.from(
      { length: profile.inverter.units },
      (_, unit) =>
        number(addressOf(profile.inverter.typeCode, unit) + INVERTER_SETTING.unitSwitch, 1) === 1,
    ),
    mode: number(inverter + INVERTER_SETTING.workingMode, WORKING_MODE.selfUse),
    reserve: number(inverter + INVERTER_SETTING.reserve, 10) / 100,
    maxChargeW: maxA * (profile.battery?.nominalV ?? 0) * 1.12,
    exportLimitW:
      number(inverter + INVERTER_SETTING.feedIn, 0) === 1
        ? number(inverter + INVERTER_SETTING.feedInPower, 0)
        : 0,
    pvShare: (nth) => number(addressOf("00FF", nth) + PV_POWER_LIMIT, 100) / 100,
    generator: {
      position: number(generator + GENERATOR_SETTING.position, 0),
      startSoc: number(generator + GENERATOR_SETTING.startSoc, 0) / 100,
      stopSoc: number(generator + GENERATOR_SETTING.stopSoc, 100) / 100,
      minRunMs: number(generator + GENERATOR_SETTING.minRun, 600) * 1_000,
      minRestMs: number(generator + GENERATOR_SETTING.minRest, 60) * 1_000,
    },
  };
}
