import type { Places } from "#operations/context.ts";

/** Both modules are large and rarely needed, so they are loaded when they are first used. */
export const places: Places = {
  async timeZoneAt({ latitude, longitude }) {
    const { default: lookUp } = await import("@photostructure/tz-lookup");
    return lookUp(latitude, longitude);
  },
  async countryAt({ latitude, longitude }) {
    const { iso1A2Code } = await import("@rapideditor/country-coder");
    return iso1A2Code([longitude, latitude]);
  },
};
