import type { Quality } from "#domain/history/energy.ts";
import type { EnergyFlow, EnergyQuery } from "./energies.ts";

/** Query for the energy of one flow in all local hours of a span, which begins and ends with one. */
export type HoursQuery = Pick<EnergyQuery, "from" | "until" | "timeZone" | "siteTimeZone"> & {
  flow: EnergyFlow;
};

/** Energies of consecutive local hours; the lists have one entry for each of them. */
export type HourEnergies = {
  /** Wh; null without data. */
  values: (number | null)[];
  /** Share of each hour that is covered by data, 0 to 1. */
  coverages: number[];
  qualities: (Quality | null)[];
};
