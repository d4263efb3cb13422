import type { CatalogueRegisters } from "./catalogue-register.ts";
import {
  action,
  choice,
  inSection,
  power,
  range,
  soc,
  textSetting,
  timer,
  toggle,
} from "./entries.ts";
import { BATTERY_TYPES_BY_VERSION, STANDARD_BATTERY_TYPES } from "./option-lists.ts";

/* Settings of the solar chargers 0032; sources as in inverter.ts. */

/** Voltages of a battery of 12 to 60 V; domain/settings/charge-settings.ts limits them by battery type. */
const batteryVoltage = (name: string) => range(name, "V", 9, 65, 0.1, { danger: "battery" });

/** Registers of solar chargers by number. */
export const SOLAR_CHARGER_REGISTERS: CatalogueRegisters = {
  ...inSection("system", "basic", {
    "0002": textSetting("label"),
    "1001": toggle("buzzer"),
    "1020": action("releaseFaultLock", { danger: "power" }),
    "1022": action("resetEnergyCounters", { danger: "reset" }),
    "1024": action("resetAllSettings", { danger: "reset" }),
  }),
  ...inSection("solar", "basic", {
    "1301": toggle("chargerOn", { danger: "power" }),
    "1302": power("maximumSolarPower", 0, 20_000, 50),
    "1303": range("solarStartVoltage", "V", 15, 300, 1),
    "1304": range("solarMaximumVoltage", "V", 50, 600, 1, { danger: "power" }),
    "1305": choice("trackingMode", { 0: "automatic", 1: "fixed voltage" }),
    "1306": range("fixedSolarVoltage", "V", 15, 450, 1, {
      relevant: { register: "1305", values: [1] },
    }),
    "1307": timer("shadowScanInterval"),
    "1308": range("parallelAddress", "", 1, 63, 1),
  }),
  ...inSection("battery", "basic", {
    "0020": batteryVoltage("absorptionVoltage"),
    "0021": batteryVoltage("floatVoltage"),
    "0022": toggle("equalizing", { danger: "battery" }),
    "1500": choice("batteryType", STANDARD_BATTERY_TYPES, {
      danger: "battery",
      variants: BATTERY_TYPES_BY_VERSION,
    }),
    "1501": choice(
      "systemVoltage",
      { 0: "automatic", 12: "12 V", 24: "24 V", 36: "36 V", 48: "48 V" },
      { danger: "battery" },
    ),
    "1502": range("batteryCapacity", "Ah", 10, 10_000, 10, { danger: "battery" }),
    "1503": range("chargeRate", "C", 0.05, 1, 0.01, { danger: "battery" }),
    "1504": range("maximumChargeCurrent", "A", 0, 300, 1, { danger: "battery" }),
    "1505": soc("chargeStopSoc", 10, 100),
  }),
  ...inSection("battery", "custom", {
    "1520": range("absorptionTime", "min", 0, 480, 5, { danger: "battery" }),
    "1521": batteryVoltage("equalizingVoltage"),
    "1522": range("equalizingInterval", "d", 1, 90, 1),
    "1523": range("equalizingDuration", "h", 0.5, 10, 0.5),
    "1524": range("temperatureCompensation", "mV/K", 0, 8, 0.1, {
      danger: "battery",
      recommended: [3, 5],
    }),
    "1525": range("rechargeVoltageDrop", "V", 0.1, 2, 0.1, { danger: "battery" }),
    "1526": range("tailCurrent", "A", 0.5, 30, 0.5),
    "1527": range("chargeLowTemperature", "°C", -20, 15, 1, { danger: "battery" }),
    "1528": range("chargeHighTemperature", "°C", 35, 65, 1, { danger: "battery" }),
    "1529": toggle("bmsControl"),
  }),
  ...inSection("load", "basic", {
    "1401": choice("loadOutput", { 0: "off", 1: "on", 2: "automatic", 3: "night" }),
    "1402": batteryVoltage("batteryLowCutoff"),
    "1403": batteryVoltage("batteryLowRestart"),
    "1404": timer("loadSheddingDelay"),
  }),
};
