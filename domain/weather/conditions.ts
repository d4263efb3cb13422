/** Weather conditions that the portal distinguishes. */
export const CONDITIONS = [
  "clear",
  "mostlyClear",
  "partlyCloudy",
  "overcast",
  "fog",
  "drizzle",
  "freezingRain",
  "lightRain",
  "rain",
  "heavyRain",
  "lightSnow",
  "snow",
  "heavySnow",
  "showers",
  "heavyShowers",
  "snowShowers",
  "thunderstorm",
  "hail",
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Icons of weather conditions; several conditions share one. */
export const WEATHER_ICONS = [
  "clear-day",
  "clear-night",
  "partly-day",
  "partly-night",
  "overcast",
  "fog",
  "drizzle",
  "rain",
  "sleet",
  "snow",
  "thunder",
] as const;
export type WeatherIcon = (typeof WEATHER_ICONS)[number];

/** Condition of each code of the WMO code table 4677 that forecasts use. */
const BY_WMO_CODE: Readonly<Record<number, Condition>> = {
  0: "clear",
  1: "mostlyClear",
  2: "partlyCloudy",
  3: "overcast",
  45: "fog",
  48: "fog",
  51: "drizzle",
  53: "drizzle",
  55: "drizzle",
  56: "freezingRain",
  57: "freezingRain",
  61: "lightRain",
  63: "rain",
  65: "heavyRain",
  66: "freezingRain",
  67: "freezingRain",
  71: "lightSnow",
  73: "snow",
  75: "heavySnow",
  77: "snow",
  80: "showers",
  81: "showers",
  82: "heavyShowers",
  85: "snowShowers",
  86: "snowShowers",
  95: "thunderstorm",
  96: "hail",
  99: "hail",
};

/** Returns the conditions of a WMO code; null if forecasts do not use it. */
export function conditionOf(code: number | null): Condition | null {
  return (code === null ? undefined : BY_WMO_CODE[code]) ?? null;
}

const OVERCAST = 3;

/**
 * Returns one WMO code for several hours: the worst precipitation or fog, otherwise the mean of the clouds, so that one
 * overcast hour does not make a clear day overcast; null without hours.
 */
export function codeOfHours(codes: readonly number[]): number | null {
  if (codes.length === 0) return null;
  const worst = Math.max(...codes);
  if (worst > OVERCAST) return worst;
  return Math.round(codes.reduce((sum, code) => sum + code, 0) / codes.length);
}

const ICON_OF: Readonly<Record<Condition, WeatherIcon | "clear" | "partly">> = {
  clear: "clear",
  mostlyClear: "clear",
  partlyCloudy: "partly",
  overcast: "overcast",
  fog: "fog",
  drizzle: "drizzle",
  freezingRain: "sleet",
  lightRain: "drizzle",
  rain: "rain",
  heavyRain: "rain",
  lightSnow: "snow",
  snow: "snow",
  heavySnow: "snow",
  showers: "rain",
  heavyShowers: "rain",
  snowShowers: "snow",
  thunderstorm: "thunder",
  hail: "thunder",
};

/** Returns the icon of a condition by day or by night. */
export function iconOf(condition: Condition, isNight: boolean): WeatherIcon {
  const icon = ICON_OF[condition];
  if (icon !== "clear" && icon !== "partly") return icon;
  return isNight ? `${icon}-night` : `${icon}-day`;
}
