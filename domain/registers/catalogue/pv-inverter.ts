import type { CatalogueRegisters } from "./catalogue-register.ts";
import { action, choice, inSection, range, textSetting, timer, toggle } from "./entries.ts";
import { GRID_CODES, POWER_FACTORS } from "./option-lists.ts";

/* Settings of the grid PV inverters 00FF and 005F; sources as in inverter.ts. */

/** Registers of PV inverters by number. */
export const PV_INVERTER_REGISTERS: CatalogueRegisters = {
  ...inSection("system", "basic", {
    "0002": textSetting("label"),
    "1020": action("releaseFaultLock", { danger: "power" }),
    "1025": action("restartInverter", { danger: "power" }),
    "1026": toggle("pvInverterOn", { danger: "power", stored: false }),
  }),
  ...inSection("solar", "basic", {
    "0030": range("powerLimit", "%", 0, 100, 1, { danger: "grid" }),
    "1301": range("solarStartVoltage", "V", 50, 1_000, 1),
    "1302": toggle("shadowScan"),
    "1303": timer("shadowScanInterval", { relevant: { register: "1302", values: [1] } }),
    "1304": range("insulationLimit", "kΩ", 10, 1_000, 10, { danger: "power" }),
    "1305": toggle("arcDetection", { danger: "power" }),
  }),
  ...inSection("ac input", "basic", {
    "0031": choice("fixedPowerFactor", POWER_FACTORS, { whenOff: true, danger: "grid" }),
    "1201": choice("gridCode", GRID_CODES, { whenOff: true, danger: "grid" }),
    "1202": timer("gridConnectionDelay", { danger: "grid" }),
    "1203": timer("gridReconnectionDelay", { danger: "grid" }),
    "1204": range("connectionRamp", "%/min", 1, 600, 1, { danger: "grid" }),
    "1205": range("frequencyDroopStart", "Hz", 50.2, 62, 0.01, { danger: "grid" }),
    "1206": range("frequencyDroop", "%", 2, 12, 0.5, { danger: "grid" }),
  }),
};
