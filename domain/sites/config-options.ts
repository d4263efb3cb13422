import { z } from "zod";

/** Properties of a site's equipment, one whole number each; W, Wh, °, years and counts as the name states. */
export const configOption = z.enum([
  "panelCount",
  "panelPowerW",
  "panelTiltDegrees",
  "panelAzimuthDegrees",
  "batteryCount",
  "batteryCapacityAh",
  "inverterCount",
  "inverterPowerW",
  "generatorPowerW",
  "gridConnectionA",
  "yearBuilt",
]);
export type ConfigOption = z.infer<typeof configOption>;

/** 1 to 6 digits (specification, sections 5 and 9). */
export const configValue = z
  .string()
  .trim()
  .min(1, "required")
  .regex(/^\d{0,6}$/, "oneToSixDigits");
