import { SITE_EQUIPMENT } from "../address-parts.ts";
import type { RegisterKind } from "../register.ts";

/** The portal's description of a register, which completes the description by its logger. */
export type CatalogueRegister = {
  /** Key of its name in the `registers` namespace of the locales. */
  name: string;
  kind: RegisterKind;
  unit?: string;
  access: "r" | "rw";
  min?: number;
  max?: number;
  step?: number;
  precision?: number;
  options?: Record<string, string>;
};

const power = (name: string): CatalogueRegister => ({
  name,
  kind: "gauge",
  unit: "W",
  access: "r",
});
const voltage = (name: string): CatalogueRegister => ({
  name,
  kind: "gauge",
  unit: "V",
  access: "r",
});
const energy = (name: string): CatalogueRegister => ({
  name,
  kind: "counter",
  unit: "Wh",
  access: "r",
});
const text = (name: string): CatalogueRegister => ({ name, kind: "text", access: "r" });

/**
 * Registers of the site as a whole, FFFF00 (logger protocol). Positive grid power is import; positive battery power and
 * current are charging.
 */
export const SITE_REGISTERS: Readonly<Record<string, CatalogueRegister>> = {
  "0100": power("solarPower"),
  "0101": power("solarPowerU"),
  "0102": power("solarPowerV"),
  "0103": power("solarPowerW"),
  "0104": power("solarChargerPower"),
  "0105": power("pvInverterPower"),
  "0110": power("gridPower"),
  "0111": power("gridPowerU"),
  "0112": power("gridPowerV"),
  "0113": power("gridPowerW"),
  "0118": voltage("gridVoltageU"),
  "0119": voltage("gridVoltageV"),
  "011A": voltage("gridVoltageW"),
  "011C": { name: "gridFrequency", kind: "gauge", unit: "Hz", access: "r" },
  "0120": power("loadPower"),
  "0121": power("loadPowerU"),
  "0122": power("loadPowerV"),
  "0123": power("loadPowerW"),
  "0124": power("criticalLoadPower"),
  "0125": power("normalLoadPower"),
  "0128": voltage("outputVoltageU"),
  "0129": voltage("outputVoltageV"),
  "012A": voltage("outputVoltageW"),
  "0130": power("batteryPower"),
  "0131": voltage("batteryVoltage"),
  "0132": { name: "batteryCurrent", kind: "gauge", unit: "A", access: "r" },
  "0133": { name: "batteryTemperature", kind: "gauge", unit: "°C", access: "r" },
  "0134": { name: "batterySoc", kind: "gauge", unit: "%", access: "r" },
  "0135": { name: "batterySoh", kind: "gauge", unit: "%", access: "r" },
  "0136": text("batteryStatus"),
  "0140": power("generatorPower"),
  "0141": power("generatorPowerU"),
  "0142": power("generatorPowerV"),
  "0143": power("generatorPowerW"),
  "0144": text("generatorStatus"),
  "0150": power("inverterPower"),
  "0160": power("losses"),
  "0170": text("siteStatus"),
  "0171": text("powerSource"),
  "0200": energy("solarEnergy"),
  "0201": energy("gridImportEnergy"),
  "0202": energy("gridExportEnergy"),
  "0203": energy("loadEnergy"),
  "0204": energy("batteryChargeEnergy"),
  "0205": energy("batteryDischargeEnergy"),
  "0206": energy("generatorEnergy"),
  "0207": energy("solarToLoadEnergy"),
  "0208": energy("solarToBatteryEnergy"),
  "0209": energy("solarToGridEnergy"),
  "020A": energy("gridToBatteryEnergy"),
  "020B": { name: "runningTime", kind: "counter", unit: "s", access: "r" },
  "020C": { name: "generatorRunTime", kind: "counter", unit: "s", access: "r" },
  "0300": { name: "gpsLatitude", kind: "gauge", unit: "°", access: "r" },
  "0301": { name: "gpsLongitude", kind: "gauge", unit: "°", access: "r" },
  "0302": { name: "gpsAltitude", kind: "gauge", unit: "m", access: "r" },
  "0400": {
    name: "invertersOn",
    kind: "setting",
    access: "rw",
    min: 0,
    max: 1,
    step: 1,
    precision: 0,
    options: { 0: "off", 1: "on" },
  },
  F000: { name: "loggerClock", kind: "gauge", unit: "ms", access: "r" },
  F001: text("recording"),
};

/** Full addresses of the site's registers that the portal itself evaluates. */
export const SITE_ADDRESS = {
  solarPower: `${SITE_EQUIPMENT}0100`,
  gridPower: `${SITE_EQUIPMENT}0110`,
  loadPower: `${SITE_EQUIPMENT}0120`,
  batteryPower: `${SITE_EQUIPMENT}0130`,
  batterySoc: `${SITE_EQUIPMENT}0134`,
  batteryStatus: `${SITE_EQUIPMENT}0136`,
  generatorPower: `${SITE_EQUIPMENT}0140`,
  generatorStatus: `${SITE_EQUIPMENT}0144`,
  losses: `${SITE_EQUIPMENT}0160`,
  siteStatus: `${SITE_EQUIPMENT}0170`,
  powerSource: `${SITE_EQUIPMENT}0171`,
  solarEnergy: `${SITE_EQUIPMENT}0200`,
  gridImportEnergy: `${SITE_EQUIPMENT}0201`,
  gridExportEnergy: `${SITE_EQUIPMENT}0202`,
  loadEnergy: `${SITE_EQUIPMENT}0203`,
  runningTime: `${SITE_EQUIPMENT}020B`,
  generatorRunTime: `${SITE_EQUIPMENT}020C`,
  gpsLatitude: `${SITE_EQUIPMENT}0300`,
  gpsLongitude: `${SITE_EQUIPMENT}0301`,
  gpsAltitude: `${SITE_EQUIPMENT}0302`,
  invertersOn: `${SITE_EQUIPMENT}0400`,
  loggerClock: `${SITE_EQUIPMENT}F000`,
  recording: `${SITE_EQUIPMENT}F001`,
} as const;
