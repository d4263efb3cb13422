import type { WeatherIcon } from "#domain/weather/conditions.ts";

/** Weather as the API returns it. */
export type WeatherDay = {
  /** Local, YYYY-MM-DD. */
  date: string;
  tempMin: number | null;
  tempMax: number | null;
  humidity: number | null;
  textDay: string | null;
  textNight: string | null;
  iconDay: WeatherIcon | null;
  iconNight: WeatherIcon | null;
  windDirDay: string | null;
  windDirNight: string | null;
  windScaleDay: number | null;
  windScaleNight: number | null;
  windSpeedDay: number | null;
  windSpeedNight: number | null;
};

export type Weather = {
  weatherDaily: readonly WeatherDay[];
  clouds: number | null;
  icon: WeatherIcon | null;
  temperature: number | null;
};
