import type { Energy } from "#domain/history/energy.ts";

/** Most buckets that one answer holds. */
export const MAX_BUCKETS = 1_000;

/**
 * What a site's object is asked for: the energies of every local hour, day, month or year that a span touches. The first
 * and the last one are clipped to the span.
 */
export type EnergyQuestion = {
  unit: "hour" | "day" | "month" | "year";
  /** ms UTC, the latter not included. */
  from: number;
  until: number;
  /** IANA name: whose hours, days, months and years they are. */
  timeZone: string;
  /** That of the site, by which its days are kept. Of another, a year takes as long to read as ten of these. */
  siteTimeZone: string;
};

/** All ≥ 0. */
export const FLOWS = [
  "solar",
  "gridImport",
  "gridExport",
  "load",
  "batteryCharge",
  "batteryDischarge",
  "generator",
  /** What of the solar energy the loads took as it was made. */
  "solarToLoad",
  "solarToBattery",
  "solarToGrid",
  "gridToBattery",
] as const;
export type Flow = (typeof FLOWS)[number];

/** An average over time, and the share of the period in which a sample held, 0 to 1; null where none did. */
export type Average = { value: number; coverage: number } | null;

export type Energies = {
  /** Where each bucket begins, and where the last one ends, ms UTC. */
  edges: number[];
  /** Wh of each bucket. */
  flows: Record<Flow, Energy[]>;
  /** s. */
  generatorRunTime: Energy[];
  /** Averages over time: %, V. */
  batterySoc: Average[];
  batteryVoltage: Average[];
};
