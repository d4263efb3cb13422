import type { WeatherSite } from "../weather/use-site-weather.ts";

export type SiteFactsProps = WeatherSite & {
  siteKey: string;
  /** Whether the user may set the CO₂ factor. */
  mayScale: boolean;
};
