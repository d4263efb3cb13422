import type { DeviceFamily } from "#domain/devices/device-families.ts";
import type { CatalogueRegisters } from "./catalogue-register.ts";
import { choice, inSection, power, range, soc, timeOfDay, toggle } from "./entries.ts";

/*
 * Settings that only one family of inverters has, on the registers from 2000. The specification names the families and
 * their pages, not their registers, except for the window of the full charge (19:00 to 07:00 on some device types):
 * which family has what is decided by what such devices have.
 */

function ofFamilies(
  families: readonly DeviceFamily[],
  entries: CatalogueRegisters,
): CatalogueRegisters {
  return Object.fromEntries(
    Object.entries(entries).map(([register, entry]) => [
      register,
      { ...entry, condition: { ...entry.condition, families } },
    ]),
  );
}

/** K1: inverter chargers with a separate solar charger. */
const K1 = ofFamilies(["K1"], {
  ...inSection("ac input", "basic", {
    "2001": choice("acInputPriority", { 0: "grid", 1: "generator" }),
    "2002": toggle("generatorInput"),
  }),
  ...inSection("battery", "basic", { "2003": toggle("externalSolarCharger") }),
});

/** K2: two inputs and two outputs. */
const K2 = ofFamilies(["K2"], {
  ...inSection("ac input", "basic", {
    "2101": choice("secondInputType", { 0: "none", 1: "grid", 2: "generator", 3: "shore" }),
    "2102": choice("acInputPriority", { 0: "first input", 1: "second input" }),
  }),
  ...inSection("load", "basic", {
    "2103": choice("secondOutputType", { 0: "always", 1: "grid only", 2: "above SOC" }),
    "2104": soc("secondOutputSoc", 10, 100, { relevant: { register: "2103", values: [2] } }),
  }),
});

/** E4 and E7: all-in-one devices with a battery of their own. */
const ALL_IN_ONE = ofFamilies(["E4", "E7"], {
  ...inSection("battery", "basic", {
    "2201": timeOfDay("fullChargeStart", 1_439, { group: "full charge window" }),
    "2202": timeOfDay("fullChargeEnd", 1_440, { group: "full charge window" }),
    "2203": toggle("stormReserve"),
    "2204": soc("stormReserveSoc", 20, 100, { relevant: { register: "2203", values: [1] } }),
  }),
  ...inSection("system", "basic", {
    "2205": choice("statusLight", { 0: "off", 1: "dimmed", 2: "on" }),
  }),
});

/** E7: with a connection for an electric vehicle or a heat pump. */
const E7 = ofFamilies(["E7"], {
  ...inSection("load", "basic", {
    "2301": choice("surplusLoad", { 0: "none", 1: "electric vehicle", 2: "heat pump" }),
    "2302": power("surplusStartPower", 0, 20_000, 100, {
      relevant: { register: "2301", values: [1, 2] },
    }),
    "2303": soc("surplusMinimumSoc", 10, 100, { relevant: { register: "2301", values: [1, 2] } }),
  }),
});

/** EtherLink: large systems behind a site controller. */
const ETHER_LINK = ofFamilies(["EtherLink"], {
  ...inSection("working mode", "basic", {
    "2401": power("gridImportLimit", 0, 1_000_000, 1_000, { danger: "power" }),
    "2402": choice("siteController", { 0: "local", 1: "remote" }),
    "2403": range("controllerTimeout", "s", 10, 3_600, 1, {
      relevant: { register: "2402", values: [1] },
    }),
  }),
});

/** The brand variant (system codes 3, 5 and 10) has a lock for its keys. */
const BRAND_VARIANT: CatalogueRegisters = inSection("system", "basic", {
  "2501": toggle("keyLock", { condition: { systemCodes: [3, 5, 10] } }),
});

/** System codes 13, 19 and 261 have two output phases, whose load may be balanced. */
const TWO_PHASES: CatalogueRegisters = inSection("inverter", "parallel", {
  "2601": choice(
    "twoPhaseMode",
    { 0: "180 degrees", 1: "120 degrees" },
    {
      whenOff: true,
      danger: "power",
      condition: { systemCodes: [13, 19, 261] },
    },
  ),
});

/** Registers of inverters that depend on the site's system, by number. */
export const FAMILY_REGISTERS: CatalogueRegisters = {
  ...K1,
  ...K2,
  ...ALL_IN_ONE,
  ...E7,
  ...ETHER_LINK,
  ...BRAND_VARIANT,
  ...TWO_PHASES,
};
