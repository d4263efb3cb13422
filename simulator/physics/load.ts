import { MINUTE_MS } from "#domain/units/durations.ts";
import type { LocalTime } from "../local-time.ts";
import type { LoadShapeName } from "../plant-profile.ts";
import { hashNumbers, seededRandom } from "../random.ts";
import { type Appliance, LOAD_SHAPES, type LoadShape } from "./load-shapes-data.ts";
import { smoothNoise } from "./smooth-noise.ts";

/** In hours of its local day; an appliance that starts late runs into the next. */
type Run = { start: number; end: number; watts: number };

/** Minimum share of the load: clocks, routers, the logger itself. */
const MIN_SHARE = 0.15;

/** Share of the load that changes every second: thermostats, motors and power supplies. */
const FLICKER_SHARE = 0.015;
const FLICKER_MIN_W = 4;

/** Consumption of a site: a daily shape, and appliances that start at seeded moments. */
export class Load {
  readonly #shape: LoadShape;
  readonly #seed: number;
  readonly #dailyWh: number;
  readonly #runs = new Map<number, Run[]>();

  constructor(profile: { shape: LoadShapeName; dailyWh: number }, seed: number) {
    this.#shape = LOAD_SHAPES[profile.shape];
    this.#dailyWh = profile.dailyWh;
    this.#seed = seed;
  }

  /** W. @param air °C */
  powerAt(at: number, local: LocalTime, air: number): number {
    const mean = this.#dailyWh / 24;
    const shape = this.#shape;
    const scale = this.#dailyWh / shape.forDailyWh;
    const climate =
      1 + shape.heating * Math.max(0, 16 - air) + shape.cooling * Math.max(0, air - 24);
    const unrest =
      1 +
      shape.unrest * smoothNoise(this.#seed ^ 0x77, at, 15 * MINUTE_MS) +
      0.25 * shape.unrest * smoothNoise(this.#seed ^ 0x88, at, 20_000);
    const steady = mean * STEADY_SHARE * shapeAt(shape, local) * climate * Math.max(0.3, unrest);
    const power = Math.max(MIN_SHARE * mean, steady) + scale * this.#appliancesAt(local);
    const flicker = Math.max(FLICKER_SHARE * power, Math.min(FLICKER_MIN_W, power / 4));
    return Math.max(0, power + flicker * smoothNoise(this.#seed ^ 0xaa, at, 1_000));
  }

  #appliancesAt({ day, hour, weekday }: LocalTime): number {
    let watts = 0;
    for (const run of this.#runsOf(day, weekday))
      if (hour >= run.start && hour < run.end) watts += run.watts;
    for (const run of this.#runsOf(day - 1, (weekday + 6) % 7))
      if (hour + 24 < run.end) watts += run.watts;
    return watts;
  }

  #runsOf(day: number, weekday: number): Run[] {
    const known = this.#runs.get(day);
    if (known !== undefined) return known;
    const random = seededRandom(hashNumbers(this.#seed ^ 0x99, day));
    const runs = this.#shape.appliances.flatMap((appliance) => plan(appliance, weekday, random));
    if (this.#runs.size > 3) this.#runs.clear();
    this.#runs.set(day, runs);
    return runs;
  }
}

/** Share of the shape; the remaining energy belongs to the appliances. */
const STEADY_SHARE = 0.75;

/** Load relative to the daily mean, interpolated between hours. */
function shapeAt(shape: LoadShape, { hour, weekday }: LocalTime): number {
  const hours = weekday === 0 || weekday === 6 ? shape.weekend : shape.working;
  const whole = Math.floor(hour);
  const share = hour - whole;
  const now = hours[whole % 24] ?? 1;
  const next = hours[(whole + 1) % 24] ?? 1;
  return (now + (next - now) * share) / meanOf(shape.working);
}

const means = new Map<readonly number[], number>();

function meanOf(hours: readonly number[]): number {
  let mean = means.get(hours);
  if (mean === undefined) {
    mean = hours.reduce((sum, hour) => sum + hour, 0) / hours.length;
    means.set(hours, mean);
  }
  return mean;
}

function plan(appliance: Appliance, weekday: number, random: () => number): Run[] {
  const isWeekend = weekday === 0 || weekday === 6;
  const times = Math.floor(appliance.perDay + random());
  const runs = Array.from({ length: times }, () => {
    const start = appliance.from + (appliance.to - appliance.from) * random();
    const hours = (appliance.minutes / 60) * (0.7 + 0.6 * random());
    return { start, end: start + hours, watts: appliance.watts * (0.9 + 0.2 * random()) };
  });
  if (appliance.days === "any") return runs;
  return (appliance.days === "weekend") === isWeekend ? runs : [];
}
