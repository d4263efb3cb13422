import type { CatalogueRegisters } from "./catalogue-register.ts";
import { action, choice, inSection, range, soc, textSetting, timer, toggle } from "./entries.ts";
import { BMS_TYPES_BY_VERSION, STANDARD_BATTERY_TYPES } from "./option-lists.ts";

/* Settings of the batteries 006D, 008B and 008C and their BMS; sources as in inverter.ts. */

/** Cell voltages of any chemistry, V. */
const cellVoltage = (name: string, min: number, max: number) =>
  range(name, "V", min, max, 0.01, { danger: "battery" });
const temperature = (name: string, min: number, max: number) =>
  range(name, "°C", min, max, 1, { danger: "battery" });

/** Registers of batteries by number. */
export const BATTERY_REGISTERS: CatalogueRegisters = {
  ...inSection("battery", "basic", {
    "0002": textSetting("label"),
    "0020": choice("batteryType", STANDARD_BATTERY_TYPES, {
      whenOff: true,
      danger: "battery",
      variants: BMS_TYPES_BY_VERSION,
    }),
    "0021": soc("lowSocWarning", 5, 60),
    "1501": range("batteryCapacity", "Ah", 10, 10_000, 10, { danger: "battery" }),
    "1502": toggle("chargingAllowed", { danger: "power", stored: false }),
    "1503": toggle("dischargingAllowed", { danger: "power", stored: false }),
    "1504": range("maximumChargeCurrent", "A", 0, 1_000, 1, { danger: "battery" }),
    "1505": range("maximumDischargeCurrent", "A", 0, 1_000, 1, { danger: "battery" }),
    "1506": soc("dischargeStopSoc", 0, 90, { danger: "battery", recommended: [10, 30] }),
    "1507": soc("chargeStopSoc", 10, 100),
    "1508": action("wakeBattery"),
    "1509": action("calibrateSoc"),
    "150A": action("releaseFaultLock", { danger: "battery" }),
    "150B": action("resetBatterySettings", { danger: "reset" }),
  }),
  ...inSection("battery", "parallel", {
    "1520": range("parallelAddress", "", 1, 63, 1),
    "1521": range("stringsInParallel", "", 1, 16, 1),
    "1522": range("cellsInSeries", "", 1, 240, 1, { danger: "battery" }),
    "1523": choice("bmsConnection", { 0: "none", 1: "CAN", 2: "RS485" }),
  }),
  ...inSection("battery", "custom", {
    "1530": cellVoltage("cellHighCutoff", 2, 4.5),
    "1531": cellVoltage("cellHighRelease", 2, 4.5),
    "1532": cellVoltage("cellLowCutoff", 1.5, 3.5),
    "1533": cellVoltage("cellLowRelease", 1.5, 3.5),
    "1534": cellVoltage("balancingStartVoltage", 2, 4.5),
    "1535": range("balancingDifference", "mV", 5, 200, 1),
    "1536": temperature("chargeLowTemperature", -20, 15),
    "1537": temperature("chargeHighTemperature", 35, 65),
    "1538": temperature("dischargeLowTemperature", -30, 10),
    "1539": temperature("dischargeHighTemperature", 40, 70),
    "153A": toggle("batteryHeating"),
    "153B": temperature("heatingStart", -20, 15),
    "153C": range("heatingDifference", "°C", 1, 15, 1),
    "153D": timer("sleepDelay"),
  }),
};
