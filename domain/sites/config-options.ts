import { z } from "zod";

/** Properties of a site's equipment, each a whole number in the unit that its name states. */
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

/** Value of a property: 1 to 6 digits (specification, sections 5 and 9). */
export const configValue = z
  .string()
  .trim()
  .min(1, "required")
  .regex(/^\d{0,6}$/, "oneToSixDigits");
