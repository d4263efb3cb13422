import { LEARNED_DAYS } from "#domain/forecast/irradiance.ts";
import {
  type HourEnergy,
  learnSite,
  type SiteForecastModel,
  siteForecastModel,
} from "#domain/forecast/learn-site.ts";
import { dayOf } from "#domain/history/local-days.ts";
import type { Position } from "#domain/sites/geofence.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { MAX_BUCKETS } from "#protocol/history/energies.ts";
import type { SolarForecastBasis, SolarForecastQuery } from "#protocol/history/solar-forecast.ts";
import type { SiteImports } from "../imports/site-imports.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { SiteState } from "../site-state.ts";
import type { Count } from "./count-samples.ts";
import { readFlow, SOLAR_ADDRESSES } from "./read-energy.ts";

/** Name of the stored value. */
const STORED = "solarForecast";
/** A site with too few days learns again after this time, because a backlog may have arrived. */
const LEARN_AGAIN_MS = 10 * MINUTE_MS;
/** Least share of an hour with data. */
const MIN_COVERAGE = 0.9;
/** Cost of learning, as a number of samples that are only read. */
const LEARNING_SAMPLES = 250_000;

type Deps = {
  kv: KeyValueStore;
  series: SeriesStore;
  imports: SiteImports;
  site: Pick<SiteState, "equipment">;
};

/** Model of the solar production of a site, learned from its last 60 days; it learns at most once a local day. */
export class SolarForecast {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @param count receives the cost of learning */
  read(asked: SolarForecastQuery, count: Count): SolarForecastBasis {
    const { from, until, timeZone } = asked;
    const hasSolar = this.#hasSolar(until);
    const site = hasSolar ? this.#learned(asked, count) : unlearned(asked);
    const today = hasSolar ? this.#energies(from, until, timeZone) : [];
    return { hasSolar, site, today };
  }

  #hasSolar(until: number): boolean {
    const { series, imports } = this.#deps;
    if (SOLAR_ADDRESSES.some((address) => series.knows(address))) return true;
    return imports.covers(until - LEARNED_DAYS * DAY_MS, until);
  }

  #learned(asked: SolarForecastQuery, count: Count): SiteForecastModel {
    const { kv } = this.#deps;
    const { until: now, timeZone, position, irradiance } = asked;
    const stored = kv.read(STORED, siteForecastModel);
    if (stored !== undefined && isCurrent(stored, asked)) return stored;
    count(LEARNING_SAMPLES);
    const until = Math.floor(now / HOUR_MS) * HOUR_MS;
    const learned = learnSite({
      energies: this.#energies(until - LEARNED_DAYS * DAY_MS, until, timeZone),
      area: irradiance,
      position,
      dayOfHour: (hour) => dayOf(timeZone, hour * HOUR_MS),
      now,
    });
    kv.write(STORED, learned);
    return learned;
  }

  /** Solar energies of the hours of UTC in a period, in as many parts as their number requires. */
  #energies(from: number, until: number, timeZone: string): HourEnergy[] {
    const { series, imports, site } = this.#deps;
    const found: HourEnergy[] = [];
    for (let start = from; start < until; ) {
      const end = Math.min(until, Math.floor(start / HOUR_MS) * HOUR_MS + MAX_BUCKETS * HOUR_MS);
      const span = { from: start, until: end };
      const asked = { ...span, unit: "hour", timeZone: "UTC", siteTimeZone: timeZone } as const;
      const { edges, energies } = readFlow(series, site.equipment, asked, "solar", imports);
      for (const [place, energy] of energies.entries()) {
        const isKnown =
          energy !== null && energy.quality !== "stale" && energy.coverage >= MIN_COVERAGE;
        const hour = Math.floor((edges[place] ?? 0) / HOUR_MS);
        found.push({ hour, energy: isKnown ? energy.value : null });
      }
      start = end;
    }
    return found;
  }
}

function unlearned({ until, position }: SolarForecastQuery): SiteForecastModel {
  return { learnedAt: until, position, days: 0, learned: null };
}

/** Whether a site does not have to learn again: on the same local day and in the same area. */
function isCurrent(
  { learnedAt, learned, position }: SiteForecastModel,
  asked: SolarForecastQuery,
): boolean {
  if (!isSamePlace(position, asked.position)) return false;
  const isToday = learnedAt >= asked.from && learnedAt <= asked.until;
  return isToday && (learned !== null || asked.until - learnedAt < LEARN_AGAIN_MS);
}

function isSamePlace(one: Position, other: Position): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude;
}
