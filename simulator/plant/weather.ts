import type { LocalTime } from "../local-time.ts";
import { airTemperature } from "../physics/air-temperature.ts";
import { clearSky } from "../physics/clear-sky.ts";
import { coverOfClouds, coverOfHeavyClouds, dimByClouds } from "../physics/clouds.ts";
import { cellTemperature, irradianceOnPlane } from "../physics/panels.ts";
import { locateSun } from "../physics/sun-position.ts";
import type { Climate, SolarField } from "../plant-profile.ts";

export type Place = { latitude: number; longitude: number; altitude: number };

/** The weather of a site at one instant. */
export type Weather = {
  /** °C of the air, W/m² on the horizontal, and the diffuse part of it. */
  air: number;
  horizontal: number;
  diffuse: number;
  /** W/m² on each field's plane and °C of its cells. */
  fields: { onPlane: number; cell: number }[];
};

/**
 * Computes the weather of a site.
 * @param at ms UTC
 * @param isHeavy whether heavy clouds cover the site
 */
export function weatherAt(
  place: Place,
  site: { climate: Climate; solar: readonly SolarField[]; seed: number },
  at: number,
  local: LocalTime,
  isHeavy = false,
): Weather {
  const air = airTemperature(site.climate, site.seed, at, place.latitude, local.hour);
  const sun = locateSun(at, place.latitude, place.longitude);
  if (sun.elevation <= 0)
    return {
      air,
      horizontal: 0,
      diffuse: 0,
      fields: site.solar.map(() => ({ onPlane: 0, cell: air })),
    };
  const cover = isHeavy
    ? coverOfHeavyClouds(site.seed, at)
    : coverOfClouds(site.seed, at, site.climate.cloudiness);
  const sky = dimByClouds(clearSky(at, sun.elevation, place.altitude), sun.elevation, cover);
  return {
    air,
    horizontal: sky.global,
    diffuse: sky.diffuse,
    fields: site.solar.map((field) => {
      const onPlane = irradianceOnPlane(sky, sun, field);
      return { onPlane, cell: cellTemperature(onPlane, air) };
    }),
  };
}
