import { compareVersions } from "../registers/catalogue/compare-versions.ts";

/** Battery types by their code (specification, section 9). */
export const BATTERY_TYPES = {
  0: "GEL/OPzV",
  1: "AGM",
  2: "Lead-Carbon",
  3: "Flooded",
  4: "Traction",
  5: "Customized",
  6: "A0055",
  7: "Pylon US2000",
  8: "Alpha SMILE5",
} as const;
export type BatteryTypeCode = keyof typeof BATTERY_TYPES;

/** Battery type that stands for "no battery" (specification, section 3). */
export const NO_BATTERY = 65_535;
