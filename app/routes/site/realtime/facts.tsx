import { Grid } from "@chakra-ui/react";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import EnergyCard from "#app/ui/energy/energy-card.tsx";
import { useSiteWeather } from "../weather/use-site-weather.ts";
import { WeatherCard } from "../weather/weather-card.tsx";
import { WeatherNow } from "../weather/weather-now.tsx";
import type { SiteFactsProps } from "./site-facts-props.ts";

export default function Facts({ siteKey, mayScale, ...place }: SiteFactsProps) {
  usePageTexts("weather", "energy");
  const site = useSiteWeather(place);
  return (
    <Grid
      templateColumns={{ base: "minmax(0, 1fr)", xl: "repeat(2, minmax(0, 1fr))" }}
      gap={{ base: "3", lg: "4" }}
    >
      {site.weather && <WeatherNow weather={site.weather} isNight={site.isNight} />}
      <WeatherCard {...site} />
      <EnergyCard siteKey={siteKey} mayScale={mayScale} />
    </Grid>
  );
}
