import type { FullTime } from "#domain/energy/battery-full.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { AlarmLogPage } from "../alarms.ts";
import type { LiveValue } from "../viewer/messages.ts";
import type { Energies } from "./energies.ts";

/** Query for the first screen of a site. */
export type OverviewQuery = {
  /** Beginning of the previous local day, ms UTC. */
  from: number;
  /** Beginning of the present local day, ms UTC. */
  today: number;
  /** End of the present local day, ms UTC. */
  until: number;
  /** IANA name of the zone in which these days are. */
  timeZone: string;
  /** IANA name of the zone of the site. */
  siteTimeZone: string;
  /** Whether to add the open alarms. */
  alarms: boolean;
};

/** Curve of a power over both days: averages of quarters of an hour, or the samples if there are few. */
export type OverviewCurve = {
  /** ms UTC, ascending */
  at: readonly number[];
  /** W */
  value: readonly (number | string)[];
};

/** Contents of the first screen of a site. */
export type SiteOverview = {
  online: boolean;
  /** Instant since which the site is online or offline, ms UTC; 0 if no logger was ever connected. */
  since: number;
  siteStatus: SiteStatus;
  /**
   * Newest values of the site's own registers that the screen shows. A register that the logger has described without
   * sending a value is null at 0; a missing address is a register that the site does not have.
   */
  values: Record<string, LiveValue>;
  /** Energies of the present day: one bucket. */
  energies: Energies;
  solar: OverviewCurve;
  load: OverviewCurve;
  /** When the battery was last full; null if it is unknown. */
  batteryFull: FullTime | null;
  /** Open alarms, the most severe first; null if not requested. */
  alarms: AlarmLogPage | null;
};
