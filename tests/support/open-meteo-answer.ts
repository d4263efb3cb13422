/** The weather of an hour, by its number counted from the first one returned. */
type HourOf = (place: number) => { humidity?: number; code: number; kmh: number; degrees: number };

const pad = (number: number) => String(number).padStart(2, "0");

/** A forecast as Open-Meteo answers it: made by its documentation, with fields that were not requested. */
export function openMeteoAnswer(
  options: { first?: string; offsetHours?: number; days?: number; hourOf?: HourOf } = {},
) {
  const { first = "2026-11-21", offsetHours = 1, days = 5, hourOf = cloudyDays } = options;
  const dates = Array.from({ length: days }, (_, place) =>
    new Date(Date.parse(first) + place * 86_400_000).toISOString().slice(0, 10),
  );
  const hours = Array.from({ length: days * 24 }, (_, place) => hourOf(place));
  return {
    latitude: 53.5,
    longitude: 9.999999,
    generationtime_ms: 0.2,
    utc_offset_seconds: offsetHours * 3600,
    timezone: "Europe/Berlin",
    timezone_abbreviation: "GMT+1",
    elevation: 8,
    current_units: {
      time: "iso8601",
      interval: "seconds",
      temperature_2m: "°C",
      weather_code: "wmo code",
      cloud_cover: "%",
    },
    current: {
      time: `${first}T12:15`,
      interval: 900,
      temperature_2m: 6.4,
      weather_code: 2,
      cloud_cover: 48,
    },
    hourly_units: { time: "iso8601", wind_speed_10m: "km/h", wind_direction_10m: "°" },
    hourly: {
      time: dates.flatMap((date) =>
        Array.from({ length: 24 }, (_, hour) => `${date}T${pad(hour)}:00`),
      ),
      relative_humidity_2m: hours.map(({ humidity = 70 }) => humidity),
      weather_code: hours.map(({ code }) => code),
      wind_speed_10m: hours.map(({ kmh }) => kmh),
      wind_direction_10m: hours.map(({ degrees }) => degrees),
    },
    daily_units: { time: "iso8601", temperature_2m_min: "°C", temperature_2m_max: "°C" },
    daily: {
      time: dates,
      temperature_2m_min: dates.map((_, place) => place - 1.5),
      temperature_2m_max: dates.map((_, place) => place + 7.5),
    },
  };
}

/** Partly cloudy by day with a breeze from the west, clear by night; rain on the second day. */
export const cloudyDays: HourOf = (place) => {
  const hour = place % 24;
  const isDay = hour >= 6 && hour <= 18;
  const rains = place >= 32 && place <= 36;
  return { code: rains ? 63 : isDay ? 2 : 0, kmh: isDay ? 22 : 8, degrees: isDay ? 270 : 225 };
};
