/** What the sky does, in our own words. */
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

/** Pictures of the sky; several conditions share one. */
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

/** WMO code table 4677, as far as forecasts use it. */
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
 * Returns the code of several hours together: precipitation and fog count at their worst, and clouds by the mean, so
 * that one grey hour does not make a bright day grey.
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

/** The picture of a condition by day or by night. */
export function iconOf(condition: Condition, isNight: boolean): WeatherIcon {
  const icon = ICON_OF[condition];
  if (icon !== "clear" && icon !== "partly") return icon;
  return isNight ? `${icon}-night` : `${icon}-day`;
}
