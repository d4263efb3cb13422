import { dayOfYear } from "./day-of-year.ts";

/** Irradiance in W/m². */
export type Irradiance = {
  /** On a plane that faces the sun, direct light only. */
  beam: number;
  /** From the whole sky on the horizontal plane. */
  diffuse: number;
  /** Total on the horizontal plane. */
  global: number;
};

const NO_SUN: Irradiance = { beam: 0, diffuse: 0, global: 0 };

/**
 * Irradiance of a cloudless sky: Meinel's beam with Laue's correction for altitude, Kasten and Young's air mass, the
 * eccentricity of the orbit, and a tenth of the beam as diffuse light.
 * @param elevation degrees
 * @param altitude m above the sea
 */
export function clearSky(at: number, elevation: number, altitude: number): Irradiance {
  if (elevation <= 0) return NO_SUN;
  const sine = Math.sin((elevation * Math.PI) / 180);
  const airMass = 1 / (sine + 0.50572 * (elevation + 6.07995) ** -1.6364);
  const kilometres = Math.max(0, altitude) / 1000;
  const orbit = 1 + 0.033 * Math.cos((2 * Math.PI * dayOfYear(at)) / 365);
  const beam =
    1353 *
    orbit *
    ((1 - 0.14 * kilometres) * 0.7 ** (airMass ** 0.678) +
      0.14 * kilometres * Math.min(1, sine * 8));
  const diffuse = 0.1 * beam * Math.min(1, sine * 4);
  return { beam, diffuse, global: beam * sine + diffuse };
}
