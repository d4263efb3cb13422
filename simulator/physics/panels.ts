import type { SolarField } from "../plant-profile.ts";
import type { Irradiance } from "./clear-sky.ts";
import type { SunPosition } from "./sun-position.ts";

const ALBEDO = 0.2;
/** Cell temperature in °C at 800 W/m², 20 °C and 1 m/s. */
const NOMINAL_CELL_TEMPERATURE = 45;
/** Per K above 25 °C. */
const POWER_COEFFICIENT = -0.0036;
const VOLTAGE_COEFFICIENT = -0.0028;
/** Remaining share after dirt, wiring and mismatch. */
const FIELD_FACTOR = 0.96;
const RADIANS = Math.PI / 180;

/** W/m² on the tilted plane: beam, isotropic sky and the light off the ground (Liu and Jordan). */
export function irradianceOnPlane(
  irradiance: Irradiance,
  sun: SunPosition,
  { tilt, azimuth }: Pick<SolarField, "tilt" | "azimuth">,
): number {
  const elevation = sun.elevation * RADIANS;
  const incidence =
    Math.sin(elevation) * Math.cos(tilt * RADIANS) +
    Math.cos(elevation) * Math.sin(tilt * RADIANS) * Math.cos((sun.azimuth - azimuth) * RADIANS);
  const sky = (1 + Math.cos(tilt * RADIANS)) / 2;
  return (
    irradiance.beam * Math.max(0, incidence) +
    irradiance.diffuse * sky +
    irradiance.global * ALBEDO * (1 - sky)
  );
}

/** °C of the cells. @param onPlane W/m² */
export function cellTemperature(onPlane: number, air: number): number {
  return air + ((NOMINAL_CELL_TEMPERATURE - 20) / 800) * onPlane;
}

/** Maximum power of the panels, W; weak light is less efficient. */
export function panelPower(peakW: number, onPlane: number, cell: number): number {
  if (onPlane <= 0) return 0;
  const weakLight = 1 - 0.04 * Math.exp(-onPlane / 120);
  const warmth = 1 + POWER_COEFFICIENT * (cell - 25);
  return Math.max(0, peakW * (onPlane / 1000) * weakLight * warmth * FIELD_FACTOR);
}

/** Voltage of a string at maximum power. @param nominalV at 1000 W/m² and 25 °C */
export function stringVoltage(nominalV: number, onPlane: number, cell: number): number {
  if (onPlane < 5) return 0;
  return nominalV * (1 + VOLTAGE_COEFFICIENT * (cell - 25)) * (1 + 0.03 * Math.log(onPlane / 1000));
}
