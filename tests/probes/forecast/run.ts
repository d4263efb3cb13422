import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { forecastDays } from "#domain/forecast/forecast-days.ts";
import { type AreaIrradiance, LEARNED_DAYS } from "#domain/forecast/irradiance.ts";
import { type HourEnergy, learnSite, MIN_LEARNED_DAYS } from "#domain/forecast/learn-site.ts";
import { divideGlobal, sunOfHour } from "#domain/forecast/sunshine.ts";
import { dayOf, listDays } from "#domain/history/local-days.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Position } from "#domain/sites/geofence.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { roundPosition } from "#domain/weather/forecast.ts";
import { loadHistory } from "#simulator/histories/load-history.ts";
import { toLocalTime } from "#simulator/local-time.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { clearSky } from "#simulator/physics/clear-sky.ts";
import { locateSun } from "#simulator/physics/sun-position.ts";
import { weatherAt } from "#simulator/plant/weather.ts";
import { hashNumbers, hashText, normalAt } from "#simulator/random.ts";
import type { DemoSite } from "../../../tools/demo/demo-site.ts";
import { DEMO_SITES } from "../../../tools/demo/sites-data.ts";

/** A site whose production and weather are known, by hours of UTC. */
export type KnownSite = {
  name: string;
  position: Position;
  timeZone: string;
  /** Hours since 1970-01-01 of the first value. */
  from: number;
  /** Wh; null if unknown. */
  energy: (number | null)[];
  /** W/m² on the horizontal, as it was and under a cloudless sky; null if unknown. */
  global: (number | null)[];
  clear: (number | null)[];
  /** Diffuse part of the global irradiance as it was, W/m²; without it both are divided by the clearness of the sky. */
  diffuse?: number[];
  /** Diffuse share under a cloudless sky, 0 to 1. */
  clearShare?: number[];
};

/** A forecast at local midnight and what came, Wh. */
type Checked = {
  expected: number;
  actual: number;
  yesterday: number;
  isClear: boolean;
  isWithin: boolean;
};
export type Report = Record<"all" | "clear" | "cloudy", Score | null>;
/** Mean absolute errors of a day's energy, as shares of the mean energy of a day. */
export type Score = { days: number; error: number; asYesterday: number; within: number };

/** A day with this share of the light of a cloudless sky is clear. */
const CLEAR_SHARE = 0.75;
/** Deviations of a forecast of irradiance from the truth by day and by hour, as logarithms. */
const OFF = { day: 0.15, hour: 0.15 };
const COLORADO = { latitude: 39.74, longitude: -105.18 };

/**
 * Forecasts each day of a site at its beginning from the 60 days before it, like the portal.
 * @param seed of the deviations of the forecast irradiance; null for irradiance as it was
 * @param step every how many days
 */
export function checkSite(site: KnownSite, seed: number | null, step = 1): Report {
  const checked: Checked[] = [];
  const until = (site.from + site.energy.length) * HOUR_MS;
  const days = listDays(site.timeZone, { from: site.from * HOUR_MS, to: until }).slice(0, -4);
  const position = roundPosition(site.position);
  for (const [place, { from, to }] of days.entries()) {
    if (place <= MIN_LEARNED_DAYS || place % step !== 0) continue;
    const before = days[place - 1];
    const actual = energyOf(site, { from, to });
    const yesterday = before === undefined ? null : energyOf(site, before);
    if (actual === null || yesterday === null) continue;
    const area = irradianceAround(site, from, seed);
    const now = from;
    const { learned } = learnSite({
      energies: energiesBefore(site, now),
      dayOfHour: (hour) => dayOf(site.timeZone, hour * HOUR_MS),
      ...{ area, position, now },
    });
    if (learned === null) continue;
    const given = { learned, area, position, timeZone: site.timeZone, now, today: [] };
    const [day] = forecastDays(given).days;
    const clear = sumOf(site.clear, site, { from, to });
    if (day === undefined || clear === null || clear <= 0) continue;
    checked.push({
      ...{ actual, yesterday, expected: day.expected },
      isClear: (sumOf(site.global, site, { from, to }) ?? 0) >= CLEAR_SHARE * clear,
      isWithin: actual >= day.low && actual <= day.high,
    });
  }
  return {
    all: scoreOf(checked),
    clear: scoreOf(checked.filter(({ isClear }) => isClear)),
    cloudy: scoreOf(checked.filter(({ isClear }) => !isClear)),
  };
}

/** Largest mean absolute errors of a day's energy, as shares of the mean energy of a day. */
const BOUNDS = { all: 0.35, clear: 0.2, cloudy: 0.35 } as const;
/** A kind of day with fewer days says nothing. */
const MIN_DAYS = 10;
/** Least share of days within the band, which is made for 80 %. */
const MIN_WITHIN = 0.6;

const KINDS = ["all", "clear", "cloudy"] as const;

/** Returns the bounds that a report misses. */
export function findMisses(report: Report): string[] {
  return KINDS.flatMap((kind) => {
    const score = report[kind];
    if (score === null || score.days < MIN_DAYS) return [];
    const { error, asYesterday, within } = score;
    return [
      ...(error > BOUNDS[kind] ? [`${kind}: error ${error.toFixed(3)}`] : []),
      ...(error > asYesterday ? [`${kind}: as yesterday ${asYesterday.toFixed(3)} is better`] : []),
      ...(kind === "all" && within < MIN_WITHIN ? [`band: ${within.toFixed(3)}`] : []),
    ];
  });
}

/** Returns the mean scores of several sites, each of which counts the same. */
export function averageReports(reports: readonly Report[]): Report {
  const averaged = KINDS.map((kind) => {
    const scores = reports.flatMap((report) => report[kind] ?? []);
    if (scores.length === 0) return [kind, null];
    const of = (name: keyof Score) => mean(scores.map((score) => score[name]));
    const days = scores.reduce((sum, score) => sum + score.days, 0);
    return [
      kind,
      { days, error: of("error"), asYesterday: of("asYesterday"), within: of("within") },
    ];
  });
  return Object.fromEntries(averaged) as Report;
}

function scoreOf(checked: readonly Checked[]): Score | null {
  if (checked.length === 0) return null;
  const actual = mean(checked.map((one) => one.actual));
  const off = (read: (one: Checked) => number) =>
    mean(checked.map((one) => Math.abs(read(one) - one.actual))) / actual;
  return {
    days: checked.length,
    error: off(({ expected }) => expected),
    asYesterday: off(({ yesterday }) => yesterday),
    within: mean(checked.map(({ isWithin }) => (isWithin ? 1 : 0))),
  };
}

function sumOf(
  values: readonly (number | null)[],
  { from }: KnownSite,
  span: { from: number; to: number },
): number | null {
  let sum = 0;
  for (let hour = Math.ceil(span.from / HOUR_MS); hour < span.to / HOUR_MS; hour += 1) {
    const value = values[hour - from] ?? null;
    if (value === null) return null;
    sum += value;
  }
  return sum;
}

/** Null if an hour with light is unknown. */
function energyOf(site: KnownSite, span: { from: number; to: number }): number | null {
  const energy = site.energy.map((value, place) =>
    site.global[place] === 0 ? (value ?? 0) : value,
  );
  const first = Math.ceil(span.from / HOUR_MS) - site.from;
  const own = energy.slice(first, first + (span.to - span.from) / HOUR_MS);
  return own.some((value) => value === null)
    ? null
    : own.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

function energiesBefore(site: KnownSite, now: number): HourEnergy[] {
  const end = Math.floor(now / HOUR_MS);
  const first = Math.max(site.from, end - (LEARNED_DAYS * DAY_MS) / HOUR_MS);
  return Array.from({ length: end - first }, (_, place) => ({
    hour: first + place,
    energy: site.energy[first + place - site.from] ?? null,
  }));
}

/**
 * The irradiance that the portal knows of an area at an instant: the past as it was, the future as it is forecast, and
 * what was forecast the day before.
 */
function irradianceAround(site: KnownSite, now: number, seed: number | null): AreaIrradiance {
  const present = Math.floor(now / HOUR_MS);
  const from = Math.max(site.from, present - (LEARNED_DAYS + 1) * 24);
  const hours = Array.from({ length: present + 4 * 24 - from }, (_, place) => from + place);
  const light = (isForecast: (hour: number) => boolean) => {
    const each = hours.map((hour) => {
      const was = site.global[hour - site.from] ?? null;
      if (was === null) return null;
      const clear = site.clear[hour - site.from] ?? null;
      const global = isForecast(hour) ? forecastOf(was, clear, hour, seed) : was;
      return divideLight(site, hour, { was, global });
    });
    return {
      direct: each.map((one) => one && one.direct),
      diffuse: each.map((one) => one && one.diffuse),
    };
  };
  const unknown = { direct: [], diffuse: [] };
  return {
    from,
    latest: light((hour) => hour >= present),
    dayBefore: seed === null ? unknown : light(() => true),
    twoDaysBefore: unknown,
    isSimulated: false,
  };
}

/**
 * Divides irradiance as the provider of the portal does. A simulated site knows the diffuse part as it was; in a forecast
 * that is off, clouds explain the difference.
 */
function divideLight(
  site: KnownSite,
  hour: number,
  { was, global }: { was: number; global: number },
): { direct: number; diffuse: number } {
  const place = hour - site.from;
  const diffuse = site.diffuse?.[place];
  if (diffuse === undefined) return divideGlobal(global, aboveAirAt(site, hour));
  const [clear, share] = [site.clear[place] ?? 0, site.clearShare?.[place] ?? 1];
  const shareOf = (light: number) => diffuseShareUnder(light, clear, share);
  const actual = was > 0 ? diffuse / was : 1;
  const wanted = Math.min(1, Math.max(0, actual + shareOf(global) - shareOf(was)));
  return { direct: global * (1 - wanted), diffuse: global * wanted };
}

/** Diffuse share of the simulated sky in this light (`dimByClouds`). */
function diffuseShareUnder(light: number, clear: number, clearShare: number): number {
  if (clear <= 0) return 1;
  const cover = Math.min(1, Math.max(0, (1 - light / clear) / 0.75)) ** (1 / 3.4);
  return clearShare + (1 - clearShare) * cover ** 2;
}

const known = new WeakMap<KnownSite, Map<number, number>>();

/** W/m² above the atmosphere, computed once for each hour of a site. */
function aboveAirAt(site: KnownSite, hour: number): number {
  const own = known.get(site) ?? new Map<number, number>();
  known.set(site, own);
  const value = own.get(hour) ?? sunOfHour(hour * HOUR_MS, roundPosition(site.position)).aboveAir;
  own.set(hour, value);
  return value;
}

function forecastOf(was: number, clear: number | null, hour: number, seed: number | null): number {
  if (seed === null) return was;
  const off = OFF.day * normalAt(seed, Math.floor(hour / 24)) + OFF.hour * normalAt(seed ^ 7, hour);
  return Math.min(was * Math.exp(off), Math.max(was, clear ?? was));
}

/** The recordings with irradiance. */
export function readRecordings(): KnownSite[] {
  return [readSystem50(), readSerfEast()];
}

function readRows(name: string): string[][] {
  const path = new URL(`../../fixtures/forecast/${name}.csv.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n").slice(1);
  return lines.map((line) => line.split(","));
}

function toSite(
  name: string,
  rows: readonly string[][],
  energyAt: (hour: number, row: readonly string[]) => number | null,
): KnownSite {
  const hours = rows.map(([stamp = ""]) => Date.parse(`${stamp.slice(0, -1)}:00Z`) / HOUR_MS);
  const from = hours[0] ?? 0;
  const length = (hours.at(-1) ?? from) - from + 1;
  const none = () => new Array<number | null>(length).fill(null);
  const site = {
    ...{ name, position: COLORADO, timeZone: "America/Denver", from },
    ...{ energy: none(), global: none(), clear: none() },
  };
  for (const [place, row] of rows.entries()) {
    const hour = hours[place] ?? 0;
    site.global[hour - from] = Number(row[1]);
    site.clear[hour - from] = Number(row[2]);
    site.energy[hour - from] = energyAt(hour, row);
  }
  return site;
}

/** Nearly three years; the logger's clock followed daylight saving without saying so. */
function readSystem50(): KnownSite {
  const { times, columns } = loadHistory("nrel-daylight-saving");
  const watts = columns.get("FFFF000100") ?? [];
  const quarters = new Map<number, number[]>();
  for (const [place, at] of times.entries()) {
    const power = watts[place];
    if (typeof power !== "number") continue;
    const hour = Math.floor(at / HOUR_MS);
    quarters.set(hour, [...(quarters.get(hour) ?? []), Math.max(0, power)]);
  }
  return toSite("NREL system 50", readRows("nrel-system-50"), (hour) => {
    const own = quarters.get(hour) ?? [];
    return own.length === 4 ? own.reduce((sum, power) => sum + power, 0) / 4 : null;
  });
}

function readSerfEast(): KnownSite {
  return toSite("NREL SERF East", readRows("nrel-serf-east"), (_, [, , , energy = ""]) =>
    energy === "" ? null : Number(energy),
  );
}

/**
 * Simulates the demo sites in their own weather, with all that keeps their panels from producing: full batteries, limits
 * of export, outages.
 * @param days days after the first 60
 * @param start ms UTC
 */
export function simulateSites(
  seed: number,
  days: number,
  start: number,
  sites: readonly DemoSite[] = DEMO_SITES,
): KnownSite[] {
  return sites.flatMap((site): KnownSite[] => {
    const { profile, timeZone, latitude, longitude } = site;
    if (profile?.kind !== "simulated" || profile.solar.length === 0) return [];
    const plant = makePlant({ ...site, secret: "", profile }, seed, start);
    const solar = plant.columns.indexOf(SITE_ADDRESS.solarPower);
    const sky = { ...profile, seed: hashNumbers(hashText(site.serial), seed) };
    const from = Math.floor(start / HOUR_MS);
    const known = {
      ...{ name: site.name, timeZone, from, position: { latitude, longitude } },
      ...{ energy: [] as number[], global: [] as number[], clear: [] as number[] },
      ...{ diffuse: [] as number[], clearShare: [] as number[] },
    };
    for (let hour = from; hour < from + (LEARNED_DAYS + days + 5) * 24; hour += 1) {
      const watts = plant
        .sample((hour + 1) * HOUR_MS, STEP_MS)
        .flatMap(({ values }) => (typeof values[solar] === "number" ? [values[solar]] : []));
      known.energy.push(mean(watts));
      const middles = Array.from(
        { length: HOUR_MS / STEP_MS },
        (_, step) => hour * HOUR_MS + (step + 0.5) * STEP_MS,
      );
      const skies = middles.map((at) => weatherAt(site, sky, at, toLocalTime(at, timeZone)));
      known.global.push(mean(skies.map(({ horizontal }) => horizontal)));
      known.diffuse.push(mean(skies.map(({ diffuse }) => diffuse)));
      const clears = middles.map((at) => {
        const { elevation } = locateSun(at, latitude, longitude);
        return clearSky(at, elevation, site.altitude);
      });
      const clear = mean(clears.map(({ global }) => global));
      known.clear.push(clear);
      known.clearShare.push(clear > 0 ? mean(clears.map(({ diffuse }) => diffuse)) / clear : 1);
    }
    return [known];
  });
}

const STEP_MS = 10 * MINUTE_MS;

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length;
}
