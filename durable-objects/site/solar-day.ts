import { z } from "zod";
import { dayOf, startOfDay } from "#domain/history/local-days.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { SiteMetricsEvent } from "#protocol/site-rpc.ts";
import type { SiteState } from "./site-state.ts";

/** 100 MW over the lifetime of panels: a larger counter is invalid. */
const MAX_ENERGY_WH = 1e13;
/** How soon after midnight a sample counts as the first of the day, ms. */
const MIDNIGHT_MS = HOUR_MS;
/** How soon after midnight the first sample of a whole day is: a logger may be off at night. */
const MORNING_MS = 9 * HOUR_MS;
/** Maximum number of whole days before a day whose production is added up. */
const WEEK_DAYS = 7;
/** Interval at which a day without an early sample is read again, because a backlog may have arrived, ms. */
const READ_AGAIN_MS = 15 * MINUTE_MS;

/** A local day as its history was read. */
export const dayStart = z.object({
  /** Days since 1970-01-01 at the site. */
  day: z.int(),
  /** Lifetime production with which the day began, Wh. */
  base: z.number(),
  /** Whether the history of the day begins at midnight, so that no earlier sample is to be expected. */
  isWhole: z.boolean(),
  /** Sample for which the history was read, ms UTC. */
  readAt: z.int(),
  /** Production of the whole days before it, Wh, and their number; null without a whole day. */
  week: z.object({ energy: z.number(), days: z.int() }).nullable().default(null),
});

/**
 * Solar production since midnight at the site, and of the up to seven days before. The start of the day is held in memory and in the attachment of the
 * logger's socket, where it costs no row at each poll.
 */
export class SolarDay {
  #start: z.infer<typeof dayStart> | null = null;

  /** State to keep over a hibernation; null before the first production. */
  get start(): z.infer<typeof dayStart> | null {
    return this.#start;
  }

  restore(start: z.infer<typeof dayStart> | null): void {
    this.#start = start;
  }

  /**
   * Returns the production of the local day of a sample, and of the days before. The history is read once a day, and again while it lacks the
   * hours after midnight.
   * @param at instant of the sample, ms UTC
   * @param energy lifetime production, Wh; null if unknown
   */
  production(
    site: Pick<SiteState, "timeZone" | "firstNumber">,
    at: number,
    energy: number | null,
  ): Pick<SiteMetricsEvent, "solarDay" | "solarToday" | "solarWeek" | "solarWeekDays"> {
    if (energy === null) return describe(null, null, energy);
    const day = dayOf(site.timeZone, at);
    const held = this.#start;
    // A counter below the base was reset.
    const isOfDay = held?.day === day && held.base <= energy;
    if (isOfDay && (held.isWhole || at - held.readAt < READ_AGAIN_MS))
      return describe(day, held, energy);
    const midnight = startOfDay(site.timeZone, day);
    const first = site.firstNumber(SITE_ADDRESS.solarEnergy, midnight, at);
    const base = Math.min(asEnergy(first?.value ?? null) ?? energy, energy);
    const isWhole = first !== null && first.at < midnight + MIDNIGHT_MS;
    const week = first === null ? null : readWeek(site, day, base);
    this.#start = { day, base, isWhole, readAt: at, week };
    return describe(day, this.#start, energy);
  }
}

function describe(
  day: number | null,
  start: z.infer<typeof dayStart> | null,
  energy: number | null,
) {
  return {
    solarDay: day,
    solarToday: energy === null || start === null ? null : energy - start.base,
    solarWeek: start?.week?.energy ?? null,
    solarWeekDays: start?.week?.days ?? null,
  };
}

/**
 * Reads the production of the days before a day, by the lifetime counter on the morning of the first one. A counter that
 * was reset in between gives no result.
 * @param base lifetime production with which the day began, Wh
 */
function readWeek(
  site: Pick<SiteState, "timeZone" | "firstNumber">,
  day: number,
  base: number,
): { energy: number; days: number } | null {
  const midnightOf = (before: number) => startOfDay(site.timeZone, day - before);
  let days = WEEK_DAYS;
  while (days > 0) {
    const from = midnightOf(days);
    const first = site.firstNumber(SITE_ADDRESS.solarEnergy, from, midnightOf(0) - 1);
    if (first === null) return null;
    if (first.at < from + MORNING_MS) {
      const began = asEnergy(first.value);
      return began === null || began > base ? null : { energy: base - began, days };
    }
    // The first day with samples has begun before them, unless they begin in the morning.
    const later = day - dayOf(site.timeZone, first.at);
    days = later < days ? later : days - 1;
  }
  return null;
}

/** A counter below zero or above the maximum is invalid. */
export function asEnergy(wattHours: number | null): number | null {
  return wattHours !== null && wattHours >= 0 && wattHours <= MAX_ENERGY_WH ? wattHours : null;
}
