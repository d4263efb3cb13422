import { Grid } from "@chakra-ui/react";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import EnergyCard from "#app/ui/energy/energy-card.tsx";
import { WeatherCard } from "../weather/weather-card.tsx";
import type { SiteFactsProps } from "./site-facts-props.ts";

export default function Facts({ siteKey, timeZone, now, mayScale }: SiteFactsProps) {
  usePageTexts("weather", "energy");
  return (
    <Grid
      templateColumns={{ base: "minmax(0, 1fr)", xl: "repeat(2, minmax(0, 1fr))" }}
      gap={{ base: "4", lg: "5" }}
      mb={{ base: "4", lg: "5" }}
    >
      <WeatherCard siteKey={siteKey} timeZone={timeZone} now={now} />
      <EnergyCard siteKey={siteKey} mayScale={mayScale} />
    </Grid>
  );
}
