import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useSiteWeather, type WeatherSite } from "./use-site-weather.ts";
import { WeatherNow } from "./weather-now.tsx";

/** The current weather in the header of a page that shows none itself. Without weather the header has only the time. */
export default function HeaderWeather(site: WeatherSite) {
  usePageTexts("weather");
  const { weather, isNight } = useSiteWeather(site);
  return weather && <WeatherNow weather={weather} isNight={isNight} />;
}
