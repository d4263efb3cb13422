import type { AreaIrradiance } from "#domain/forecast/irradiance.ts";
import type { HourEnergy, SiteForecastModel } from "#domain/forecast/learn-site.ts";
import type { Position } from "#domain/sites/geofence.ts";

/** Query for what a site has learned about its solar production. The irradiance is used where it has to learn again. */
export type SolarForecastQuery = {
  /** Beginning of the local day, ms UTC. */
  from: number;
  /** Present time, ms UTC. */
  until: number;
  /** IANA name of the zone of the site. */
  timeZone: string;
  irradiance: AreaIrradiance;
  /** Position of the area. */
  position: Position;
};

/** Data from which a forecast of a site is made. */
export type SolarForecastBasis = {
  /** Whether the site has solar production at all. */
  hasSolar: boolean;
  site: SiteForecastModel;
  /** Solar energy of the hours of UTC since the local midnight, the first and last one clipped. */
  today: HourEnergy[];
};
