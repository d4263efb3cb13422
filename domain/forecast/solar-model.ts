import { z } from "zod";
import type { SunOfHour } from "./sunshine.ts";

/** Hours of a day; all hours here are those of UTC, because the sun does not know daylight saving. */
const HOURS = 24;

/** Light of an hour in an area: mean W/m² on the horizontal, and where the sun was. */
export type HourLight = Pick<SunOfHour, "east" | "north"> & { direct: number; diffuse: number };

/** Production of a site in an hour, and the light in it. */
export type LearnedHour = HourLight & {
  /** Hours since 1970-01-01 UTC. */
  hour: number;
  /** Local day of the site, days since 1970-01-01. */
  day: number;
  /** Wh */
  energy: number;
};

const factor = z.object({ direct: z.number(), diffuse: z.number() });
type Factor = z.infer<typeof factor>;

export const solarModel = z.object({
  /**
   * Wh of an hour for each W/m²: of direct light on a horizontal plane, on planes that face east and north, and of
   * diffuse light. They describe all panels together as one plane, whatever their tilt.
   */
  plane: z.object({
    up: z.number(),
    east: z.number(),
    north: z.number(),
    diffuse: z.number(),
  }),
  /** For each hour of the day, the share of the plane's direct and diffuse light that becomes energy. */
  hours: z.array(factor).length(HOURS),
  /** The most that the site produces in an hour, Wh. */
  max: z.number(),
});
export type SolarModel = z.infer<typeof solarModel>;
type Plane = SolarModel["plane"];

/** An hour with less light than this teaches nothing, W/m². */
const MIN_LIGHT = 5;
/** Age at which a day counts a half, days. */
const HALF_LIFE_DAYS = 20;
/** Repetitions of the fit, in each of which deviating hours count less. */
const ROUNDS = 6;
/** Deviation from which an hour does not count at all, in normal deviations (Tukey's biweight). */
const CUTOFF = 4.685;
const NORMAL_DEVIATION = 1.4826;
/** Least deviation that is regarded as normal, as a share of the largest hour. */
const MIN_DEVIATION = 0.02;
/** Weight of the plane in the factors of an hour, in hours of its usual light. */
const PLANE_WEIGHT = 3;
/** Weight with which the plane is drawn towards a horizontal one, as a share of all hours. */
const FLAT_WEIGHT = 0.003;
/** Share of hours above which a site is not expected to produce: what its inverter allows. */
const MAX_QUANTILE = 0.99;
const MAX_MARGIN = 1.05;
/** A day with less than this share of its expected energy was an outage, curtailed or under snow. */
const MIN_DAY_SHARE = 0.2;
/** Least share of direct light that a plane gets while the sun is behind it, because panels may face several ways. */
const BEHIND_SHARE = 0.05;

/**
 * Learns what a site makes of the light of its area: first as one plane, then for each hour of the day, which includes
 * shade and panels that face several ways. Hours that deviate from the others (outages, curtailment, snow) count less
 * or nothing, and recent days count more.
 * @param today day that is forecast, from which ages are counted
 * @returns null if nothing was produced
 */
export function learnModel(given: readonly LearnedHour[], today: number): SolarModel | null {
  const bright = given.filter(({ direct, diffuse }) => direct + diffuse >= MIN_LIGHT);
  const produced = bright.map(({ energy }) => energy).filter((energy) => energy > 0);
  const max = quantile(produced, MAX_QUANTILE);
  if (max === null) return null;
  const hours = withoutOutages(bright, max);
  const model = fitRobustly(hours, today, max);
  const failed = failedDays(hours, model);
  if (failed.size === 0) return model;
  const others = hours.filter(({ day }) => !failed.has(day));
  return fitRobustly(others, today, max);
}

/** Returns the energy of an hour, Wh. @param hour hours since 1970-01-01 UTC */
export function predictHour(model: SolarModel, hour: number, light: HourLight): number {
  const { direct, diffuse } = model.hours[hourOfDay(hour)] ?? { direct: 1, diffuse: 1 };
  const parts = lightOnPlane(model.plane, light);
  const energy = direct * parts.direct + diffuse * parts.diffuse;
  return Math.min(MAX_MARGIN * model.max, Math.max(0, energy));
}

function lightOnPlane(plane: Plane, { direct, diffuse, east, north }: HourLight): Factor {
  const towards = plane.up + plane.east * east + plane.north * north;
  return {
    direct: direct * Math.max(towards, BEHIND_SHARE * plane.up, 0),
    diffuse: diffuse * plane.diffuse,
  };
}

/** Hours of nothing in bright light are an outage, and no shade: at least half of that hour's days have energy. */
function withoutOutages(hours: readonly LearnedHour[], max: number): LearnedHour[] {
  const byHour = Map.groupBy(hours, ({ hour }) => hourOfDay(hour));
  return [...byHour.values()].flatMap((same) => {
    const productive = same.filter(({ energy }) => energy > max / 1_000);
    return productive.length * 2 >= same.length ? productive : same;
  });
}

function failedDays(hours: readonly LearnedHour[], model: SolarModel): Set<number> {
  const failed = new Set<number>();
  for (const [day, own] of Map.groupBy(hours, (hour) => hour.day)) {
    const expected = sumOf(own, (one) => predictHour(model, one.hour, one));
    if (sumOf(own, ({ energy }) => energy) < MIN_DAY_SHARE * expected) failed.add(day);
  }
  return failed;
}

function fitRobustly(hours: readonly LearnedHour[], today: number, max: number): SolarModel {
  const recency = hours.map(({ day }) => 0.5 ** ((today - day) / HALF_LIFE_DAYS));
  let weights = recency;
  let model = fitModel(hours, weights, max);
  for (let round = 0; round < ROUNDS; round += 1) {
    const deviations = hours.map((one) => one.energy - predictHour(model, one.hour, one));
    const usual = quantile(deviations.map(Math.abs), 0.5) ?? 0;
    const limit = CUTOFF * Math.max(NORMAL_DEVIATION * usual, MIN_DEVIATION * max);
    weights = recency.map((weight, place) => {
      const far = Math.abs(deviations[place] ?? 0) / limit;
      return far >= 1 ? 0 : weight * (1 - far ** 2) ** 2;
    });
    model = fitModel(hours, weights, max);
  }
  return model;
}

function fitModel(
  hours: readonly LearnedHour[],
  weights: readonly number[],
  max: number,
): SolarModel {
  const plane = fitPlane(hours, weights);
  const sums = Array.from({ length: HOURS }, newSums);
  for (const [place, one] of hours.entries()) {
    const sum = sums[hourOfDay(one.hour)];
    if (sum) addTo(sum, lightOnPlane(plane, one), one.energy, weights[place] ?? 0);
  }
  return { plane, max, hours: sums.map(solveHour) };
}

/** Least squares of all hours; east and north are drawn towards 0, which is a horizontal plane. */
function fitPlane(hours: readonly LearnedHour[], weights: readonly number[]): Plane {
  const size = 4;
  const matrix = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0));
  for (const [place, { direct, diffuse, east, north, energy }] of hours.entries()) {
    const weight = weights[place] ?? 0;
    const row = [direct, direct * east, direct * north, diffuse, energy];
    for (let i = 0; i < size; i += 1)
      for (let k = 0; k <= size; k += 1)
        (matrix[i] as number[])[k] = (matrix[i]?.[k] ?? 0) + weight * (row[i] ?? 0) * (row[k] ?? 0);
  }
  const ridge = FLAT_WEIGHT * ((matrix[0]?.[0] ?? 0) + (matrix[3]?.[3] ?? 0)) + Number.EPSILON;
  for (let i = 0; i < size; i += 1)
    (matrix[i] as number[])[i] = (matrix[i]?.[i] ?? 0) + ridge * (i === 1 || i === 2 ? 1 : 0.1);
  const [up = 0, east = 0, north = 0, diffuse = 0] = solveLinear(matrix);
  if (diffuse >= 0 && up >= 0) return { up, east, north, diffuse };
  // Both kinds of light cannot be distinguished.
  const light = sumAt(hours, weights, (one) => (one.direct + one.diffuse) ** 2);
  const energy = sumAt(hours, weights, (one) => (one.direct + one.diffuse) * one.energy);
  const both = light > 0 ? energy / light : 0;
  return { up: both, east: 0, north: 0, diffuse: both };
}

/** Gaussian elimination with pivoting; unknowns without an equation are 0. @param matrix is changed */
function solveLinear(matrix: number[][]): number[] {
  const size = matrix.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(matrix[row]?.[column] ?? 0) > Math.abs(matrix[pivot]?.[column] ?? 0))
        pivot = row;
    const chosen = matrix[pivot] as number[];
    matrix[pivot] = matrix[column] as number[];
    matrix[column] = chosen;
    const divisor = chosen[column] ?? 0;
    if (divisor === 0) continue;
    for (let row = 0; row < size; row += 1) {
      const own = matrix[row] as number[];
      const times = row === column ? 0 : (own[column] ?? 0) / divisor;
      for (let k = column; k <= size; k += 1) own[k] = (own[k] ?? 0) - times * (chosen[k] ?? 0);
    }
  }
  return matrix.map((row, place) => {
    const divisor = row[place] ?? 0;
    return divisor === 0 ? 0 : (row[size] ?? 0) / divisor;
  });
}

type Sums = { weight: number; dd: number; df: number; ff: number; de: number; fe: number };

function newSums(): Sums {
  return { weight: 0, dd: 0, df: 0, ff: 0, de: 0, fe: 0 };
}

function addTo(sums: Sums, { direct, diffuse }: Factor, energy: number, weight: number): void {
  sums.weight += weight;
  sums.dd += weight * direct * direct;
  sums.df += weight * direct * diffuse;
  sums.ff += weight * diffuse * diffuse;
  sums.de += weight * direct * energy;
  sums.fe += weight * diffuse * energy;
}

/** Solves the two normal equations of an hour; a share is never negative, and 1 without data. */
function solveHour(sums: Sums): Factor {
  const ridge = sums.weight > 0 ? (PLANE_WEIGHT * (sums.dd + sums.ff)) / sums.weight / 2 : 1;
  const dd = sums.dd + ridge;
  const ff = sums.ff + ridge;
  const de = sums.de + ridge;
  const fe = sums.fe + ridge;
  const determinant = dd * ff - sums.df * sums.df;
  // Without light on the plane the ridge is 0.
  if (determinant <= 0) return { direct: 1, diffuse: 1 };
  const direct = (de * ff - fe * sums.df) / determinant;
  const diffuse = (fe * dd - de * sums.df) / determinant;
  if (direct < 0) return { direct: 0, diffuse: Math.max(0, fe / ff) };
  if (diffuse < 0) return { direct: Math.max(0, de / dd), diffuse: 0 };
  return { direct, diffuse };
}

function hourOfDay(hour: number): number {
  return ((hour % HOURS) + HOURS) % HOURS;
}

function sumOf<One>(all: readonly One[], read: (one: One) => number): number {
  return all.reduce((sum, one) => sum + read(one), 0);
}

function sumAt<One>(
  all: readonly One[],
  weights: readonly number[],
  read: (one: One) => number,
): number {
  return all.reduce((sum, one, place) => sum + (weights[place] ?? 0) * read(one), 0);
}

/** Returns the value below which this share lies; null without values. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? 0;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}
