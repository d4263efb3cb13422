import type { Energy } from "#domain/history/energy.ts";

/** Maximum number of buckets in one answer. */
export const MAX_BUCKETS = 1_000;

/**
 * Query for the energies of all local hours, days, months or years that overlap a period. The first and the last one
 * are clipped to the period.
 */
export type EnergyQuery = {
  unit: "hour" | "day" | "month" | "year";
  /** ms UTC */
  from: number;
  /** ms UTC, not included */
  until: number;
  /** IANA name of the zone whose hours, days, months and years are returned. */
  timeZone: string;
  /** IANA name of the zone of the site, by whose days its history is stored; another `timeZone` is ten times slower. */
  siteTimeZone: string;
  /** Instants within the period, ms UTC, at which hours, days, months or years are divided. */
  cuts?: readonly number[];
  /** Whether the hours, days, months or years before the oldest data are left out. */
  isSinceOldest?: boolean;
};

/** Energy flows of a site; their energies are ≥ 0. */
export const ENERGY_FLOWS = [
  "solar",
  "gridImport",
  "gridExport",
  "load",
  "batteryCharge",
  "batteryDischarge",
  "generator",
  /** Direct consumption: solar energy used by the loads at the moment of its production. */
  "solarToLoad",
  "solarToBattery",
  "solarToGrid",
  "gridToBattery",
] as const;
export type EnergyFlow = (typeof ENERGY_FLOWS)[number];

/** Average over time, and the share of the period in which a sample held, 0 to 1; null without a sample. */
export type Average = { value: number; coverage: number } | null;

/** Energies and averages of consecutive buckets. */
export type Energies = {
  /** Starts of the buckets and the end of the last one, ms UTC. */
  edges: number[];
  /** Energy of each flow in each bucket, Wh. */
  flows: Record<EnergyFlow, Energy[]>;
  /** Run time of the generator in each bucket, s. */
  generatorRunTime: Energy[];
  /** Average state of charge in each bucket, %. */
  batterySoc: Average[];
  /** Average battery voltage in each bucket, V. */
  batteryVoltage: Average[];
};
