import { z } from "zod";
import { type Position, position } from "../sites/geofence.ts";
import { HOUR_MS } from "../units/durations.ts";
import { type AreaIrradiance, type Lead, lightAt } from "./irradiance.ts";
import {
  type HourLight,
  type LearnedHour,
  learnModel,
  predictHour,
  quantile,
  type SolarModel,
  solarModel,
} from "./solar-model.ts";
import { sunOfHour } from "./sunshine.ts";

/** Least number of complete days from which a forecast is made. */
export const MIN_LEARNED_DAYS = 7;
/** Least number of days of a kind whose errors are used by themselves. */
const MIN_ERROR_DAYS = 8;
const MIN_ERROR_HOURS = 30;
/** Share of the past days that end within the band, the rest on both sides equally. */
export const BAND_SHARE = 0.8;
/** A day is complete with data in the hours that have this share of its light. */
const COMPLETE_SHARE = 0.75;
/** Parts into which the days are divided: each is predicted by a model of the others. */
const FOLDS = 4;
/** A day counts in the band with this share of the brightest day: a day with hardly any sun may be wrong by a multiple. */
const MIN_DAY_SHARE = 0.05;
/** An hour counts in the errors of hours with this share of the largest hour. */
const MIN_HOUR_SHARE = 0.05;
/** Share of direct light from which a day or an hour is clear. */
const CLEAR_SHARE = 0.5;
/**
 * Usual errors of forecast irradiance, as shares, by how long before it was forecast. They are added to the errors of
 * the past as long as the area's own forecasts are not known: past irradiance is an analysis, which is closer to the
 * truth.
 */
const WEATHER_ERRORS: Readonly<Record<Lead, number>> = {
  latest: 0.15,
  dayBefore: 0.2,
  twoDaysBefore: 0.27,
};
/** Recent days whose production is weighed against the weather, and the weight of each beside the one after it. */
const RECENT_DAYS = 5;
const RECENT_WEIGHT = 0.6;
/** Shares of recent production in a forecast that are tried, ascending. */
const RECENT_SHARES = [0, 0.25, 0.5, 0.75, 1];
/** A larger share has to reduce the error to this part. */
const RECENT_GAIN = 0.97;
/** Limits of the factor by which recent production changes what the weather lets expect. */
const MAX_LEVEL = 4;

/** Factors by which the lower and the upper end of the band differ from the expected energy. */
const band = z.object({ low: z.number(), high: z.number() });
export type Band = z.infer<typeof band>;
const bands = z.object({ clear: band, cloudy: band });
export type Bands = z.infer<typeof bands>;

/** Model that a site has learned from its last days. */
export const siteForecastModel = z.object({
  /** ms UTC */
  learnedAt: z.int(),
  /** Position of the area. */
  position,
  /** Complete days that it was learned from. */
  days: z.int(),
  /** Null with too few days, or without production. */
  learned: z
    .object({
      model: solarModel,
      /**
       * Mean production of the recent days, Wh, and its share in a forecast: a site whose full battery stops its panels
       * depends less on the weather.
       */
      recent: z.object({ energy: z.number(), share: z.number() }),
      /** Bands of a day's energy, by how long before it was forecast. */
      dayBands: z.object({ latest: bands, dayBefore: bands, twoDaysBefore: bands }),
      hourBands: bands,
      /** Mean absolute error of a day's energy as a share of the mean energy of a day. */
      meanError: z.number(),
    })
    .nullable(),
});
export type SiteForecastModel = z.infer<typeof siteForecastModel>;

/** Solar energy of an hour of UTC, Wh; null without enough data. `hour`: hours since 1970-01-01. */
export type HourEnergy = { hour: number; energy: number | null };

type Given = {
  energies: readonly HourEnergy[];
  area: AreaIrradiance;
  /** Position of the area. */
  position: Position;
  /** Returns the site's local day in which an hour begins. */
  dayOfHour: (hour: number) => number;
  /** ms UTC */
  now: number;
};

type Hour = HourLight & HourEnergy & { day: number };

/** Learns from the past hours of a site, and how far off the forecasts of each of its days would have been. */
export function learnSite({ energies, area, position, dayOfHour, now }: Given): SiteForecastModel {
  const hours = energies.flatMap(({ hour, energy }): Hour[] => {
    const light = lightOfHour(area, "latest", hour, position);
    return light === null ? [] : [{ ...light, hour, energy, day: dayOfHour(hour) }];
  });
  const today = dayOfHour(Math.floor(now / HOUR_MS));
  const days = Map.groupBy(
    hours.filter(({ day }) => day < today),
    ({ day }) => day,
  );
  const complete = [...days].filter(([, own]) => isComplete(own));
  const nothing = { learnedAt: now, position, days: complete.length, learned: null };
  if (complete.length < MIN_LEARNED_DAYS) return nothing;
  const known = [...days.values()].flat().filter(isKnown);
  const model = learnModel(known, today);
  if (model === null) return nothing;
  const models = Array.from({ length: FOLDS }, (_, fold) =>
    learnModel(
      known.filter(({ day }) => day % FOLDS !== fold),
      today,
    ),
  );
  const recent = recentEnergies(complete, today);
  const plain = complete.flatMap(([day, own]): Check[] => {
    const ofOthers = models[day % FOLDS] ?? null;
    return ofOthers === null ? [] : [checkDay(ofOthers, own.filter(isKnown), day)];
  });
  const share = chooseShare(plain, recent);
  const weigh = (check: Check) =>
    scaleCheck(check, levelOf(check.expected, recent.get(check.day), share));
  const checks = plain.map(weigh);
  const ofLead = (lead: Exclude<Lead, "latest">): Bands | null => {
    const then = complete.flatMap(
      ([day, own]) => checkLead(models[day % FOLDS] ?? model, own, day, lead, area, position) ?? [],
    );
    return then.length < MIN_ERROR_DAYS
      ? null
      : bandsOf(withSun(then.map(weigh)), MIN_ERROR_DAYS, 0);
  };
  const dayBefore = ofLead("dayBefore");
  const otherwise = (lead: Lead) => bandsOf(withSun(checks), MIN_ERROR_DAYS, WEATHER_ERRORS[lead]);
  const actual = checks.reduce((sum, one) => sum + one.actual, 0);
  const off = checks.reduce((sum, one) => sum + Math.abs(one.actual - one.expected), 0);
  return {
    learnedAt: now,
    position,
    days: complete.length,
    learned: {
      model,
      recent: { energy: recent.get(today) ?? 0, share: recent.has(today) ? share : 0 },
      dayBands: {
        // The forecast of yesterday is hardly worse than that of this morning.
        latest: dayBefore ?? otherwise("latest"),
        dayBefore: dayBefore ?? otherwise("dayBefore"),
        twoDaysBefore: ofLead("twoDaysBefore") ?? otherwise("twoDaysBefore"),
      },
      hourBands: bandsOf(
        checks.flatMap(({ hours: each }) => each),
        MIN_ERROR_HOURS,
        WEATHER_ERRORS.latest,
      ),
      meanError: actual > 0 ? off / actual : 1,
    },
  };
}

/**
 * Returns the factor of a day's forecast that adds the production of the recent days to it.
 * @param expected by the weather alone, Wh
 * @param recent Wh; undefined if it is unknown
 */
export function levelOf(expected: number, recent: number | undefined, share: number): number {
  if (recent === undefined || expected <= 0) return 1;
  return Math.min(MAX_LEVEL, 1 - share + (share * recent) / expected);
}

/** Mean production before each complete day and before today, Wh; the newest days weigh most. */
function recentEnergies(
  complete: readonly (readonly [day: number, own: readonly Hour[]])[],
  today: number,
): ReadonlyMap<number, number> {
  const sums = complete
    .map(([day, own]) => ({ day, energy: own.reduce((sum, one) => sum + (one.energy ?? 0), 0) }))
    .sort((one, other) => one.day - other.day);
  const found = new Map<number, number>();
  for (const day of [...sums.map((sum) => sum.day), today]) {
    const before = sums.filter((sum) => sum.day < day && sum.day >= day - 2 * RECENT_DAYS);
    let [energy, weight] = [0, 0];
    for (const sum of before.slice(-RECENT_DAYS)) {
      energy = energy * RECENT_WEIGHT + sum.energy;
      weight = weight * RECENT_WEIGHT + 1;
    }
    if (weight > 0) found.set(day, energy / weight);
  }
  return found;
}

/** Returns the share of recent production with which past days would have been forecast best. */
function chooseShare(checks: readonly Check[], recent: ReadonlyMap<number, number>): number {
  const errorOf = (share: number) =>
    checks.reduce((sum, { day, actual, expected }) => {
      const level = levelOf(expected, recent.get(day), share);
      return sum + Math.abs(level * expected - actual);
    }, 0);
  let [chosen, least] = [0, errorOf(0)];
  for (const share of RECENT_SHARES) {
    const error = errorOf(share);
    if (error < RECENT_GAIN * least) [chosen, least] = [share, error];
  }
  return chosen;
}

function scaleCheck(check: Check, level: number): Check {
  const scale = <One extends Sum>(one: One) => ({ ...one, expected: one.expected * level });
  return { ...scale(check), hours: check.hours.map(scale) };
}

/** Returns the light of an hour and the sun in it; null if the irradiance is unknown. */
export function lightOfHour(
  area: AreaIrradiance,
  lead: Lead,
  hour: number,
  position: Position,
): HourLight | null {
  const light = lightAt(area, lead, hour);
  if (light === null) return null;
  const { east, north } = sunOfHour(hour * HOUR_MS, position);
  return { ...light, east, north };
}

/** Whether hours have mostly direct light. */
export function isClear(hours: readonly Pick<HourLight, "direct" | "diffuse">[]): boolean {
  const direct = hours.reduce((sum, hour) => sum + hour.direct, 0);
  const diffuse = hours.reduce((sum, hour) => sum + hour.diffuse, 0);
  return direct >= CLEAR_SHARE * (direct + diffuse);
}

/** Energy of a day or an hour as it was, and as it would have been expected, Wh. */
type Sum = { actual: number; expected: number; isClear: boolean };
type Check = Sum & { day: number; hours: Sum[] };

function isKnown(hour: Hour): hour is Hour & LearnedHour {
  return hour.energy !== null;
}

/** Whether the hours with data had nearly all light of the day. */
function isComplete(hours: readonly Hour[]): boolean {
  const light = ({ direct, diffuse }: Hour) => direct + diffuse;
  const all = hours.reduce((sum, hour) => sum + light(hour), 0);
  const known = hours.filter(isKnown).reduce((sum, hour) => sum + light(hour), 0);
  return all > 0 && known >= COMPLETE_SHARE * all;
}

function checkDay(model: SolarModel, hours: readonly LearnedHour[], day: number): Check {
  const each = hours.map((hour) => ({
    actual: hour.energy,
    expected: predictHour(model, hour.hour, hour),
    isClear: isClear([hour]),
  }));
  return {
    day,
    actual: each.reduce((sum, one) => sum + one.actual, 0),
    expected: each.reduce((sum, one) => sum + one.expected, 0),
    isClear: isClear(hours),
    hours: each.filter(({ expected }) => expected >= MIN_HOUR_SHARE * model.max),
  };
}

/** Null if the day was not forecast so long before. */
function checkLead(
  model: SolarModel,
  own: readonly Hour[],
  day: number,
  lead: Lead,
  area: AreaIrradiance,
  position: Position,
): Check | null {
  const then = own.flatMap((hour) => {
    const light = lightOfHour(area, lead, hour.hour, position);
    return light === null ? [] : [{ ...hour, ...light }];
  });
  if (then.length < own.length) return null;
  return checkDay(model, then.filter(isKnown), day);
}

/**
 * Bands of clear and of cloudy days or hours; of all together if there are too few of a kind.
 * @param weather error of the irradiance that is not in the checks, as a share
 */
function bandsOf(checks: readonly Sum[], least: number, weather: number): Bands {
  const all = bandOf(checks, weather);
  const of = (wanted: boolean) => {
    const own = checks.filter((check) => check.isClear === wanted);
    return own.length < least ? all : bandOf(own, weather);
  };
  return { clear: of(true), cloudy: of(false) };
}

/** Independent errors add up by their squares. */
function bandOf(checks: readonly Sum[], weather: number): Band {
  const ratios = checks.flatMap(({ actual, expected }) =>
    expected > 0 ? [actual / expected] : [],
  );
  const outside = (1 - BAND_SHARE) / 2;
  const below = 1 - Math.min(1, quantile(ratios, outside) ?? 0);
  const above = Math.max(1, quantile(ratios, 1 - outside) ?? 1) - 1;
  return {
    low: rounded(Math.max(0, 1 - Math.hypot(below, weather))),
    high: rounded(1 + Math.hypot(above, weather)),
  };
}

/** The days with enough sun for a meaningful ratio of what was and what was expected. */
function withSun(checks: readonly Check[]): Check[] {
  const brightest = Math.max(0, ...checks.map(({ expected }) => expected));
  return checks.filter(({ expected }) => expected >= MIN_DAY_SHARE * brightest);
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
