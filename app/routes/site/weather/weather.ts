import type { ApiAnswer } from "#app/api/api-types.ts";

export type Weather = ApiAnswer<"POST /basic/v3/map/geonames/weather">;
export type WeatherDay = Weather["weatherDaily"][number];

/** The sky in a word, of the present half of the day. */
export function wordNow({ textDay, textNight }: WeatherDay, isNight: boolean): string | null {
  return isNight ? textNight : textDay;
}
