import type { CatalogueRegisters } from "./catalogue-register.ts";
import { choice, inSection, power, range, repeat, timer, toggle } from "./entries.ts";
import { AC_CURRENTS, AC_CURRENTS_OF_MODELS, GRID_CODES, POWER_FACTORS } from "./option-lists.ts";

/* AC input of the inverters 0033; sources as in inverter.ts. Stages, ramps and curves are named as in EN 50549-1. */

/** The grid protection, which an installer changes while the inverter is off. */
const PROTECTION = { danger: "grid", whenOff: true } as const;

const stage = (unit: "V" | "Hz", name: string, min: number, max: number) => [
  (n: number) => range(`${name} ${n}`, unit, min, max, unit === "V" ? 1 : 0.01, PROTECTION),
  (n: number) => range(`${name}Time ${n}`, "s", 0.05, 600, 0.05, PROTECTION),
];

/** Settings of the AC input. */
export const INVERTER_GRID: CatalogueRegisters = {
  ...inSection("ac input", "basic", {
    "0022": choice("gridCode", GRID_CODES, { whenOff: true, danger: "grid" }),
    "0034": choice("gridExport", { 0: "forbidden", 1: "allowed" }, { danger: "grid" }),
    "0048": power("maximumExportPower", 50, 5_000, 50, {
      danger: "grid",
      relevant: { register: "0034", values: [1] },
    }),
    "0050": range("acInputHighCutoff", "V", 240, 265, 1, {
      danger: "grid",
    }),
    "0051": range("acInputLowCutoff", "V", 145, 200, 1, {
      danger: "grid",
    }),
    "1201": choice("acInputType", { 0: "grid", 1: "generator", 2: "shore" }, { whenOff: true }),
    "1202": choice("maximumAcCurrent", AC_CURRENTS, {
      danger: "power",
      variants: AC_CURRENTS_OF_MODELS,
    }),
    "1203": choice("acInputWaveform", { 0: "appliance", 1: "UPS", 2: "generator" }),
    "1204": toggle("weakAcInput"),
    "1205": range("acInputHighReconnect", "V", 225, 260, 1),
    "1206": range("acInputLowReconnect", "V", 150, 215, 1),
    "1207": range("acInputHighFrequency", "Hz", 50.5, 70, 0.1, {
      danger: "grid",
    }),
    "1208": range("acInputLowFrequency", "Hz", 40, 59.5, 0.1, {
      danger: "grid",
    }),
    "1209": timer("gridConnectionDelay", { danger: "grid" }),
    "120A": timer("gridReconnectionDelay", { danger: "grid" }),
    "120B": range("connectionRamp", "%/min", 1, 600, 1, PROTECTION),
    "120C": range("mainBreakerCurrent", "A", 10, 250, 1, { danger: "power" }),
  }),
  ...inSection("ac input", "custom", {
    ...repeat(0x1220, 2, 2, stage("V", "overvoltage", 230, 300)),
    ...repeat(0x1224, 2, 2, stage("V", "undervoltage", 45, 230)),
    ...repeat(0x1228, 2, 2, stage("Hz", "overfrequency", 50.2, 66)),
    ...repeat(0x122c, 2, 2, stage("Hz", "underfrequency", 45, 59.8)),
    "1230": range("tenMinuteOvervoltage", "V", 230, 276, 1, PROTECTION),
    "1231": toggle("islandDetection", PROTECTION),
    "1232": choice(
      "reactivePowerMode",
      { 0: "fixed power factor", 1: "Q(U)", 2: "cos φ (P)", 3: "fixed reactive power" },
      PROTECTION,
    ),
    "1233": choice("fixedPowerFactor", POWER_FACTORS, {
      ...PROTECTION,
      relevant: { register: "1232", values: [0] },
    }),
    "1234": range("fixedReactivePower", "%", -60, 60, 1, {
      ...PROTECTION,
      relevant: { register: "1232", values: [3] },
    }),
    ...repeat(0x1238, 2, 4, [
      (n) =>
        range(`curveVoltage ${n}`, "%", 80, 120, 0.5, {
          ...PROTECTION,
          group: "reactive power curve",
          relevant: { register: "1232", values: [1] },
        }),
      (n) =>
        range(`curveReactivePower ${n}`, "%", -60, 60, 1, {
          ...PROTECTION,
          group: "reactive power curve",
          relevant: { register: "1232", values: [1] },
        }),
    ]),
    "1240": range("frequencyDroopStart", "Hz", 50.2, 62, 0.01, PROTECTION),
    "1241": range("frequencyDroop", "%", 2, 12, 0.5, PROTECTION),
    "1242": range("voltageDroopStart", "V", 230, 276, 1, PROTECTION),
    "1243": range("activePowerLimit", "%", 0, 100, 1, { danger: "grid" }),
  }),
};
