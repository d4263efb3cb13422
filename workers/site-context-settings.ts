import { z } from "zod";
import { log } from "./log.ts";

const aroundSettings = z.object({
  WEATHER_URL: z
    .string()
    .default("")
    .refine((text) => text === "" || URL.canParse(text), "is not an address"),
  GLOBAL_ENERGY_FACTOR: z.coerce.number("is not a number").min(0).default(1),
  GLOBAL_ENERGY_BASE_WH: z.coerce.number("is not a number").min(0).default(0),
});

/**
 * Reads the settings of the weather provider and of the total of all installations.
 * @throws Error that names the invalid setting, without its value
 */
export function readSiteContextSettings(env: unknown) {
  const checked = aroundSettings.safeParse(env);
  if (!checked.success) {
    const faults = checked.error.issues.map(({ message, path }) => `${path.join(".")} ${message}`);
    throw new Error(faults.join("; "));
  }
  const { WEATHER_URL, GLOBAL_ENERGY_FACTOR, GLOBAL_ENERGY_BASE_WH } = checked.data;
  return {
    weatherAddress: WEATHER_URL,
    globalEnergy: { factor: GLOBAL_ENERGY_FACTOR, base: GLOBAL_ENERGY_BASE_WH },
  };
}

/** Like `readSiteContextSettings`, with defaults for invalid settings: a portal without weather is still useful. */
export function findSiteContextSettings(env: unknown) {
  try {
    return readSiteContextSettings(env);
  } catch (error) {
    log.error("weather and the total of all installations are not configured", error);
    return readSiteContextSettings({});
  }
}
