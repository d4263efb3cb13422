import {
  type ChargePart,
  FULL_PERCENT,
  type FullTime,
  findLastFull,
  USED_PERCENT,
} from "#domain/energy/battery-full.ts";
import { dayOf, startOfDay } from "#domain/history/local-days.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { QUARTER_MS } from "#domain/units/durations.ts";
import type { SeriesStore } from "../series/series-store.ts";

const { batterySoc } = SITE_ADDRESS;
const SOC = [batterySoc];
/** Days that are searched: first the newest ones, in which nearly every battery was full, then a year. */
const NEWEST_DAYS = 14;
const MAX_DAYS = 366;

type Store = Pick<
  SeriesStore,
  "knows" | "span" | "timeZone" | "dayRollups" | "rollups" | "samples"
>;
type Part = ChargePart & { from: number; until: number };

/**
 * Returns when the battery of a site was last full within a year; null if it was not, or has no state of charge. Rollups
 * of days are searched; those of quarters of an hour and samples are read of two days at most.
 * @param now ms UTC
 */
export function readBatteryFull(series: Store, now: number): FullTime | null {
  const oldest = series.knows(batterySoc) ? series.span?.from : undefined;
  if (oldest === undefined) return null;
  const today = dayOf(series.timeZone, now);
  const begin = Math.max(dayOf(series.timeZone, oldest), today + 1 - MAX_DAYS);
  let end = today + 1;
  for (const days of [NEWEST_DAYS, MAX_DAYS]) {
    const first = Math.max(begin, today + 1 - days);
    if (first >= end) return null;
    const found = series.dayRollups(SOC, { first, end }).get(batterySoc) ?? [];
    const place = found.findLastIndex((day) => day !== null && day.max >= FULL_PERCENT);
    if (place >= 0) return readTime(series, first + place, begin);
    end = first;
  }
  return null;
}

/** Reads the time that ended on a day, which may have begun on an earlier one. */
function readTime(series: Store, day: number, earliest: number): FullTime | null {
  const parts: (Part | null)[] = quartersOf(series, day);
  if (parts.every((part) => part === null || part.min >= USED_PERCENT)) {
    const before = series.dayRollups(SOC, { first: earliest, end: day }).get(batterySoc) ?? [];
    for (let place = before.length - 1; place >= 0; place -= 1) {
      const rollup = before[place];
      const own = earliest + place;
      if (rollup && rollup.min < USED_PERCENT) {
        parts.unshift(...quartersOf(series, own));
        break;
      }
      parts.unshift(rollup ? partOf(rollup, spanOf(series, own)) : null);
    }
  }
  return findLastFull(parts, (place) => {
    const part = parts[place];
    const samples = part && series.samples(SOC, part.from, part.until).get(batterySoc);
    return samples ?? { at: [], values: [] };
  });
}

function spanOf({ timeZone }: Store, day: number): { from: number; until: number } {
  return { from: startOfDay(timeZone, day), until: startOfDay(timeZone, day + 1) };
}

function quartersOf(series: Store, day: number): (Part | null)[] {
  const { from, until } = spanOf(series, day);
  const edges = [from];
  for (let at = Math.floor(from / QUARTER_MS + 1) * QUARTER_MS; at < until; at += QUARTER_MS)
    edges.push(at);
  edges.push(until);
  const rollups = series.rollups(SOC, edges).get(batterySoc) ?? [];
  return rollups.map((rollup, place) => {
    const [start = from, end = until] = edges.slice(place, place + 2);
    return rollup && partOf(rollup, { from: start, until: end });
  });
}

function partOf(
  { min, max, firstAt, lastAt }: ChargePart,
  span: { from: number; until: number },
): Part {
  return { min, max, firstAt, lastAt, ...span };
}
