import { useApiQuery } from "#app/api/use-api-query.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { isNightIn } from "#domain/weather/night.ts";
import { useSiteClock } from "../frame/use-site-clock.ts";
import type { Weather } from "./weather.ts";

const POLL_MS = HOUR_MS / 2;

export type WeatherSite = {
  /** Degrees; null for a site without a position. */
  position: { latitude: number; longitude: number } | null;
  timeZone: string;
  /** The server's clock when it rendered the page, ms UTC. */
  now: number;
};

export type SiteWeather = {
  /** Null until it is loaded, or if it is not available. */
  weather: Weather | null;
  isNight: boolean;
  /** Whether the site has no position. */
  isNowhere: boolean;
  /** Why there is no weather: empty if the server did not respond, null if there is no problem. */
  refusal: string | null;
  refetch: () => void;
};

/** Queries the weather at a site's position. */
export function useSiteWeather({ position, timeZone, now }: WeatherSite): SiteWeather {
  const { data, refusal, refetch } = useApiQuery("POST /basic/v3/map/geonames/weather", position, {
    pollMs: POLL_MS,
  });
  return {
    weather: data,
    isNight: isNightIn(timeZone, useSiteClock(now)),
    isNowhere: position === null,
    refusal,
    refetch,
  };
}
