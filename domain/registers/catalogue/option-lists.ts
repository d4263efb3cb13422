import type { CatalogueRegister } from "./catalogue-register.ts";

type Options = Readonly<Record<string, string>>;
type Variants = NonNullable<CatalogueRegister["variants"]>;

/* Lists of the specification, section 9. Where it is silent, the comment of the list names the decision. */

export const PARALLEL_MODES: Options = { 0: "single", 1: "parallel", 2: "three-phase" };
export const GRID_CODES: Options = { 0: "62109", 1: "G99", 2: "VDE4105", 3: "NRS097", 4: "none" };
export const POWER_FACTORS: Options = { 0: "-0.98", 1: "-0.99", 2: "+1/-1", 3: "0.99", 4: "0.98" };
export const RATED_FREQUENCIES: Options = { 50: "50 Hz", 60: "60 Hz" };
export const RATED_VOLTAGES: Options = { 220: "220 V", 230: "230 V", 240: "240 V" };
export const EXTERNAL_CTS: Options = {
  0: "none",
  1: "100A/100mA",
  2: "200A/100mA",
  3: "400A/100mA",
};

/** Idle time until the screen saver, s. */
export const SCREEN_SAVER_TIMES: Options = {
  0: "off",
  60: "1 min",
  180: "3 min",
  300: "5 min",
  600: "10 min",
};
/** Idle time until the screen is switched off, s. */
export const SCREEN_OFF_TIMES: Options = {
  50: "50 s",
  60: "1 min",
  180: "3 min",
  300: "5 min",
  600: "10 min",
};

const amperes = (...currents: number[]): Options =>
  Object.fromEntries(currents.map((current) => [current, `${current} A`]));

/**
 * Maximum currents of the AC input, A. The specification names 25, 32, 50 "and others" per model. They are ratings of
 * common circuit breakers up to that of the model's transfer switch; a model that is not listed has all of them, within
 * the limits of its own description.
 */
export const AC_CURRENTS: Options = amperes(6, 10, 13, 16, 20, 25, 32, 40, 50, 63, 80, 100);
export const AC_CURRENTS_OF_MODELS: Variants = [
  { condition: { models: ["Qoma100K"] }, options: amperes(63, 80, 100) },
  {
    condition: { models: ["Qoma33H", "Tyrann"] },
    options: amperes(16, 20, 25, 32, 40, 50, 63),
  },
  {
    condition: { models: ["Apollo Maxx", "RiiO"] },
    options: amperes(6, 10, 13, 16, 20, 25, 32, 40, 50),
  },
  { condition: { models: ["CK"] }, options: amperes(6, 10, 13, 16, 20, 25) },
];

/** Battery types by their code. Those above 6 are packs with a BMS. */
export const BATTERY_TYPES: Options = {
  0: "GEL/OPzV",
  1: "AGM",
  2: "Lead-Carbon",
  3: "Flooded",
  4: "Traction",
  5: "Customized",
  6: "A0055",
  7: "Pylon US2000",
  8: "Alpha SMILE5",
};

const upTo = (last: number): Options =>
  Object.fromEntries(Object.entries(BATTERY_TYPES).filter(([code]) => Number(code) <= last));

/**
 * Battery types of a site without known versions. The list varies by system type, communication version and charger
 * firmware, which the specification does not quantify: A0055 needs a communication module since 1.4 and a charger
 * since 1.2, the packs with a BMS also an all-in-one family (E4, E7, EtherLink) and a communication module since 2.0.
 */
export const STANDARD_BATTERY_TYPES: Options = upTo(5);
export const BATTERY_TYPES_BY_VERSION: Variants = [
  {
    condition: { families: ["E4", "E7", "EtherLink"], communication: "2.0", charger: "1.2" },
    options: BATTERY_TYPES,
  },
  { condition: { communication: "1.4", charger: "1.2" }, options: upTo(6) },
];
/** Battery types of a BMS, which has no charger of its own. */
export const BMS_TYPES_BY_VERSION: Variants = BATTERY_TYPES_BY_VERSION.map(
  ({ condition: { charger: _, ...condition }, ...limits }) => ({ condition, ...limits }),
);
