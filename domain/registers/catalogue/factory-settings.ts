import { blocksOf } from "#domain/settings/charge-settings.ts";
import type { Register, RegisterValue } from "../register.ts";
import { CATALOGUE } from "./catalogue.ts";
import type { CatalogueRegister } from "./catalogue-register.ts";
import {
  type CatalogueEquipment,
  type CatalogueSite,
  findInCatalogue,
} from "./find-in-catalogue.ts";

/** A setting as a device describes it, with the value that it has from the factory. */
export type FactorySetting = { described: Register; initial: RegisterValue };

/**
 * Values from the factory by name in the catalogue; a name without a number stands for all rows. Others are off, the first option, the
 * lower end of the recommended range, or the value of the range that is closest to zero.
 */
const FACTORY_VALUES: Readonly<Record<string, number>> = {
  absorptionVoltage: 56.4,
  acCouplingStartFrequency: 50.5,
  acCouplingStopFrequency: 52,
  acCouplingStopSoc: 95,
  acInputHighCutoff: 262,
  acInputHighFrequency: 55,
  acInputHighReconnect: 255,
  acInputLowCutoff: 170,
  acInputLowFrequency: 45,
  acInputLowReconnect: 180,
  activePowerLimit: 100,
  airConditioning: 1,
  arcDetection: 1,
  automaticClock: 1,
  automaticAddress: 1,
  balancingDifference: 20,
  balancingStartVoltage: 3.4,
  batteryCapacity: 200,
  batteryDischarge: 1,
  batteryHighCutoff: 60,
  batteryLowCutoff: 42,
  batteryLowRestart: 48,
  batteryLowWarning: 44,
  batteryReserve: 20,
  cellHighCutoff: 3.65,
  cellHighRelease: 3.45,
  cellLowCutoff: 2.5,
  cellLowRelease: 2.8,
  cellsInSeries: 16,
  chargeHighTemperature: 55,
  chargeLowTemperature: 0,
  chargeRate: 0.15,
  chargeStopSoc: 100,
  chargingAllowed: 1,
  chargerOn: 1,
  contactOffPower: 1_000,
  contactOffSoc: 60,
  contactOffVoltage: 52,
  contactOnPower: 3_000,
  contactOnSoc: 30,
  contactOnVoltage: 47,
  coolingDifference: 6,
  coolingStop: 24,
  "curveReactivePower 1": 44,
  "curveReactivePower 4": -44,
  "curveVoltage 1": 92,
  "curveVoltage 2": 96,
  "curveVoltage 3": 105,
  "curveVoltage 4": 108,
  dcHighCutoff: 850,
  dcLowCutoff: 600,
  dischargeHighTemperature: 60,
  dischargeLowTemperature: -20,
  dischargeRestartSoc: 25,
  dischargeStopSoc: 10,
  dischargingAllowed: 1,
  dispatchMinimumSoc: 10,
  dispatchTargetSoc: 80,
  displayBrightness: 80,
  equalizingVoltage: 58,
  exerciseDays: 1,
  fanStartTemperature: 30,
  floatVoltage: 54,
  frequencyDroop: 5,
  generatorChargeCurrent: 20,
  generatorRatedPower: 10_000,
  generatorStartLoad: 8_000,
  generatorStartSoc: 30,
  generatorStartVoltage: 46,
  generatorStopLoad: 2_000,
  generatorStopSoc: 80,
  generatorStopVoltage: 54,
  generatorSwitch: 2,
  gridChargeCurrent: 20,
  gridChargeStartSoc: 20,
  gridChargeStopSoc: 80,
  heatingDifference: 3,
  heatingStart: 5,
  highHumidityWarning: 85,
  highTemperatureWarning: 45,
  islandDetection: 1,
  lowFuelWarning: 15,
  lowSocWarning: 20,
  lowTemperatureWarning: -10,
  mainBreakerCurrent: 63,
  maximumAcCurrent: 25,
  maximumChargeCurrent: 60,
  maximumDischargeCurrent: 100,
  maximumExportPower: 5_000,
  maximumSolarPower: 10_000,
  minimumUnits: 1,
  mpptEnabled: 1,
  normalLoadOffSoc: 20,
  normalLoadOnSoc: 40,
  overfrequency: 51.5,
  overloadLimit: 110,
  overvoltage: 264,
  "overvoltage 2": 276,
  peakShavingReserve: 30,
  periodReservedSoc: 20,
  powerGain: 100,
  powerLimit: 100,
  ratedFrequency: 50,
  ratedVoltage: 230,
  remoteControlAllowed: 1,
  restartAfterFault: 1,
  secondOutputSoc: 50,
  smartLoadOffSoc: 70,
  smartLoadOffVoltage: 51,
  smartLoadOnSoc: 90,
  smartLoadOnVoltage: 54,
  solarMaximumVoltage: 450,
  solarStartVoltage: 120,
  stormReserveSoc: 80,
  switchToBatterySoc: 60,
  switchToBatteryVoltage: 53,
  switchToGridSoc: 20,
  switchToGridVoltage: 47,
  tenMinuteOvervoltage: 253,
  timeZoneOffset: 0,
  underfrequency: 47.5,
  undervoltage: 184,
  "undervoltage 2": 104,
  updateMinimumSoc: 30,
  voltageDroopStart: 253,
};

/** Nominal battery voltage of the values above, V, and its 12 V blocks. */
const NOMINAL_V = 48;
const NOMINAL_BLOCKS = 4;
/** Settings in V that scale with the battery's voltage. */
const BATTERY_VOLTAGES: ReadonlySet<string> = new Set([
  "absorptionVoltage",
  "batteryHighCutoff",
  "batteryLowCutoff",
  "batteryLowRestart",
  "batteryLowWarning",
  "contactOffVoltage",
  "contactOnVoltage",
  "equalizingVoltage",
  "floatVoltage",
  "generatorStartVoltage",
  "generatorStopVoltage",
  "smartLoadOffVoltage",
  "smartLoadOnVoltage",
  "switchToBatteryVoltage",
  "switchToGridVoltage",
]);

/** Times of day from the factory, minutes after midnight. */
const FACTORY_TIMES: Readonly<Record<string, number>> = {
  fullChargeStart: 1_140,
  fullChargeEnd: 420,
  quietTimeStart: 1_320,
  quietTimeEnd: 360,
  updateWindowStart: 600,
  updateWindowEnd: 900,
  exerciseStart: 600,
};

/**
 * Lists the settings that a piece of equipment of this type and site has, as they come from the factory.
 * @param nominalVoltage nominal voltage of the battery, V
 */
export function listFactorySettings(
  equipment: CatalogueEquipment,
  site: CatalogueSite = {},
  nominalVoltage = NOMINAL_V,
): FactorySetting[] {
  const typeCode = equipment.typeCode ?? equipment.address.slice(0, 4);
  return [...(CATALOGUE.get(typeCode)?.keys() ?? [])].flatMap((register) => {
    const entry = findInCatalogue(equipment, register, site);
    if (entry === undefined || entry.access === "r") return [];
    return [
      { described: describe(register, entry), initial: factoryValueOf(entry, nominalVoltage) },
    ];
  });
}

function describe(register: string, entry: CatalogueRegister): Register {
  const { name, kind, access, unit, min, max, step, precision, options } = entry;
  return { register, name, kind, access, unit, min, max, step, precision, options };
}

function factoryValueOf(entry: CatalogueRegister, nominalVoltage: number): RegisterValue {
  const { name, kind, access, options, min = 0, max = 0, step = 1, recommended } = entry;
  if (access === "w") return null;
  if (kind === "text") return "";
  const base = name.replace(/ \d+$/, "");
  const blocks = blocksOf(nominalVoltage) ?? NOMINAL_BLOCKS;
  const scale = BATTERY_VOLTAGES.has(base) ? blocks / NOMINAL_BLOCKS : 1;
  const wanted =
    scale *
    (FACTORY_TIMES[base] ??
      FACTORY_VALUES[name] ??
      FACTORY_VALUES[base] ??
      recommended?.[0] ??
      Math.max(min, Math.min(0, max)));
  if (options !== undefined)
    return Object.hasOwn(options, String(wanted)) ? wanted : Number(Object.keys(options)[0]);
  const steps = Math.round((Math.min(max, Math.max(min, wanted)) - min) / step);
  return Number((min + steps * step).toFixed(6));
}
