import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayOf, daySpan } from "../history/local-days.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import { forecastDays } from "./forecast-days.ts";
import { type AnsweredIrradiance, type AreaIrradiance, mergeIrradiance } from "./irradiance.ts";
import { learnSite, MIN_LEARNED_DAYS } from "./learn-site.ts";
import { predictHour } from "./solar-model.ts";
import { directionOfSun, divideGlobal, sunOfHour } from "./sunshine.ts";

const HAMBURG = { latitude: 53.5, longitude: 10 };
const NOW = Date.UTC(2026, 5, 15, 10, 30);
const NOW_HOUR = Math.floor(NOW / HOUR_MS);
const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const watts = fc.double({ min: 0, max: 1_400, noNaN: true });
const instant = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2060, 0) });

/** A pseudo-random number from 0 to 1 for each day or hour. */
function chance(seed: number, place: number): number {
  const mixed = Math.sin(seed * 12.9898 + place * 78.233) * 43_758.5453;
  return mixed - Math.floor(mixed);
}

type Sky = { seed?: number; cover?: (hour: number) => number };

/** Irradiance of 61 past days and four coming ones under changing clouds. */
function skyOf(place: typeof HAMBURG, { seed = 1, cover }: Sky = {}): AnsweredIrradiance {
  const from = NOW_HOUR - 61 * 24;
  const light = Array.from({ length: 65 * 24 }, (_, index) => {
    const hour = from + index;
    const cloud =
      cover?.(hour) ?? 0.75 * chance(seed, Math.floor(hour / 24)) + 0.2 * chance(seed, hour);
    const { aboveAir } = sunOfHour(hour * HOUR_MS, place);
    return divideGlobal(aboveAir * (0.75 - 0.65 * cloud), aboveAir);
  });
  return {
    from,
    direct: light.map(({ direct }) => direct),
    diffuse: light.map(({ diffuse }) => diffuse),
    isSimulated: false,
  };
}

/** Panels of 5 kW: Wh of an hour. Null without light. */
function panels(area: AreaIrradiance, place: typeof HAMBURG, { tilt = 40, azimuth = 180 } = {}) {
  const [slope, turn] = [(tilt * Math.PI) / 180, (azimuth * Math.PI) / 180];
  return (hour: number) => {
    const { east, north } = sunOfHour(hour * HOUR_MS, place);
    const direct = area.latest.direct[hour - area.from] ?? 0;
    const diffuse = area.latest.diffuse[hour - area.from] ?? 0;
    const towards =
      Math.cos(slope) + Math.sin(slope) * (Math.sin(turn) * east + Math.cos(turn) * north);
    return 4 * (direct * Math.max(0, towards) + diffuse * ((1 + Math.cos(slope)) / 2));
  };
}

const utcDay = (hour: number) => Math.floor(hour / 24);

function learn(
  area: AreaIrradiance,
  energyOf: (hour: number) => number | null,
  place = HAMBURG,
  days = 60,
) {
  const first = (utcDay(NOW_HOUR) - days) * 24;
  const energies = Array.from({ length: NOW_HOUR - first }, (_, index) => ({
    hour: first + index,
    energy: energyOf(first + index),
  }));
  return learnSite({ energies, area, position: place, dayOfHour: utcDay, now: NOW });
}

function areaOf(place: typeof HAMBURG, sky?: Sky): AreaIrradiance {
  return mergeIrradiance(null, skyOf(place, sky), NOW);
}

/** Deviation of tomorrow's forecast from what the panels will give, as a share. */
function deviation(
  area: AreaIrradiance,
  energyOf: (hour: number) => number | null,
  truth: (hour: number) => number,
  place = HAMBURG,
): number {
  const { learned } = learn(area, energyOf, place);
  if (learned === null) throw new Error("nothing was learned");
  const given = { learned, area, position: place, timeZone: "UTC", now: NOW, today: [] };
  const tomorrow = forecastDays(given).days[1];
  if (tomorrow === undefined) throw new Error("tomorrow is not forecast");
  let real = 0;
  for (let hour = tomorrow.from / HOUR_MS; hour < tomorrow.to / HOUR_MS; hour += 1)
    real += truth(hour);
  return Math.abs(tomorrow.expected - real) / real;
}

describe("the sun", () => {
  test("is overhead at noon of an equinox at the equator, and due south at noon in Hamburg", () => {
    const noon = directionOfSun(Date.UTC(2026, 2, 20, 12, 7), { latitude: 0, longitude: 0 });
    expect(noon.up).toBeGreaterThan(0.9999);
    const south = directionOfSun(Date.UTC(2026, 5, 21, 11, 22), HAMBURG);
    expect(Math.abs(south.east)).toBeLessThan(0.005);
    expect(south.north).toBeLessThan(0);
    expect((Math.asin(south.up) * 180) / Math.PI).toBeCloseTo(90 - 53.5 + 23.43, 0);
  });

  test("rises in the east, and is a unit vector anywhere at any time", () => {
    expect(directionOfSun(Date.UTC(2026, 2, 20, 6), HAMBURG).east).toBeGreaterThan(0.9);
    fc.assert(
      fc.property(position, instant, (place, at) => {
        const { east, north, up } = directionOfSun(at, place);
        expect(Math.hypot(east, north, up)).toBeCloseTo(1, 9);
      }),
    );
  });

  test("stays down in the polar night and up at midnight in the polar summer", () => {
    const pole = { latitude: 78, longitude: 15 };
    for (let hour = 0; hour < 24; hour += 1) {
      expect(sunOfHour(Date.UTC(2026, 11, 21, hour), pole).aboveAir).toBe(0);
      expect(sunOfHour(Date.UTC(2026, 5, 21, hour), pole).aboveAir).toBeGreaterThan(0);
    }
  });

  test("shines on a wall in the far north even when it is less than two degrees high", () => {
    const noon = Date.UTC(2026, 0, 25, 10);
    const place = { latitude: 69.65, longitude: 18.96 };
    const { aboveAir, north } = sunOfHour(noon, place);
    const { up, north: towards } = directionOfSun(noon + HOUR_MS / 2, place);
    expect(up).toBeLessThan(0.035);
    // A wall that faces south gets nearly all of the sun's light.
    expect(-north * aboveAir).toBeGreaterThan(0.95 * 1_361 * -towards);
  });

  test("global light is divided without a remainder", () => {
    fc.assert(
      fc.property(watts, watts, (g, a) => {
        const { direct, diffuse } = divideGlobal(g, a);
        expect(direct + diffuse).toBeCloseTo(g, 6);
        expect(Math.min(direct, diffuse)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("what a site learns", () => {
  test("panels of any tilt and direction, of any place with light, that the model is not given", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 70 }),
        fc.integer({ min: 90, max: 270 }),
        fc.integer({ min: -35, max: 60 }),
        fc.integer({ min: -180, max: 180 }),
        fc.integer({ min: 1, max: 1_000 }),
        (tilt, azimuth, latitude, longitude, seed) => {
          const place = { latitude, longitude };
          const area = areaOf(place, { seed });
          // Panels look towards the equator.
          const facing = latitude < 0 ? azimuth + 180 : azimuth;
          const truth = panels(area, place, { tilt, azimuth: facing });
          // Steep panels that face the morning or the evening have half a day's sun; an hour of clouds matters twice.
          const bound = tilt <= 40 ? 0.1 : 0.6;
          expect(deviation(area, truth, truth, place)).toBeLessThan(bound);
        },
      ),
      { numRuns: 12 },
    );
  });

  test("an outage, snow, curtailment and missing data do not change it much", () => {
    const area = areaOf(HAMBURG);
    const truth = panels(area, HAMBURG);
    const first = utcDay(area.from);
    const outage = (hour: number) => (utcDay(hour) - first < 15 ? 0 : truth(hour));
    expect(deviation(area, outage, truth)).toBeLessThan(0.06);
    const snow = (hour: number) => (utcDay(hour) % 7 === 0 ? 0.05 * truth(hour) : truth(hour));
    expect(deviation(area, snow, truth)).toBeLessThan(0.06);
    const full = (hour: number) =>
      utcDay(hour) % 4 === 0 && hour % 24 >= 12 ? 0.3 * truth(hour) : truth(hour);
    expect(deviation(area, full, truth)).toBeLessThan(0.08);
    const patchy = (hour: number) => (chance(5, hour) < 0.2 ? null : truth(hour));
    expect(deviation(area, patchy, truth)).toBeLessThan(0.06);
  });

  test("an inverter's limit bounds every hour", () => {
    const area = areaOf(HAMBURG);
    const limited = (hour: number) => Math.min(1_500, panels(area, HAMBURG)(hour));
    const { learned } = learn(area, limited);
    const light = { direct: 1_000, diffuse: 200, east: 0, north: -0.5 };
    expect(predictHour(learned?.model as never, NOW_HOUR, light)).toBeLessThanOrEqual(1_600);
  });

  test("too few complete days give no forecast, and no production neither", () => {
    const area = areaOf(HAMBURG);
    const truth = panels(area, HAMBURG);
    const few = learn(area, truth, HAMBURG, MIN_LEARNED_DAYS - 1);
    expect(few).toMatchObject({ days: MIN_LEARNED_DAYS - 1, learned: null });
    expect(learn(area, truth, HAMBURG, MIN_LEARNED_DAYS).learned).not.toBeNull();
    expect(learn(area, () => 0)).toMatchObject({ days: 60, learned: null });
    const unknown = { ...area, latest: { direct: [], diffuse: [] } };
    expect(learn(unknown, truth)).toMatchObject({ days: 0, learned: null });
  });

  test("energies of twice the size give a forecast of twice the size", () => {
    const area = areaOf(HAMBURG);
    const noisy = (hour: number) => panels(area, HAMBURG)(hour) * (0.7 + 0.5 * chance(3, hour));
    const [one, two] = [learn(area, noisy), learn(area, (hour) => 2 * noisy(hour))];
    const light = { direct: 400, diffuse: 150, east: -0.3, north: -0.8 };
    const of = ({ learned }: typeof one) => predictHour(learned?.model as never, NOW_HOUR, light);
    expect(of(two) / of(one)).toBeCloseTo(2, 1);
    expect(two.learned?.meanError).toBeCloseTo(one.learned?.meanError ?? 0, 2);
  });

  test("a band is as wide as the errors of the site, and eight of ten days are in it", () => {
    const area = areaOf(HAMBURG);
    const truth = panels(area, HAMBURG);
    const noisy = (share: number) => (hour: number) =>
      truth(hour) * (1 + share * (chance(9, utcDay(hour)) - 0.5));
    const bandOf = (share: number) => {
      const { learned } = learn(area, noisy(share));
      if (learned === null) throw new Error("nothing was learned");
      const { clear, cloudy } = learned.dayBands.latest;
      return Math.max(clear.high - clear.low, cloudy.high - cloudy.low);
    };
    // The usual errors of a weather forecast are added.
    expect(bandOf(0.05)).toBeLessThan(0.35);
    expect(bandOf(0.8)).toBeGreaterThan(0.45);
  });
});

test("days with hardly any sun do not widen the band, however far off they were", () => {
  const isDark = (hour: number) => utcDay(hour) % 3 === 0;
  const area = areaOf(HAMBURG, { cover: (hour) => (isDark(hour) ? 1.15 : 0.3) });
  const truth = panels(area, HAMBURG);
  const { learned } = learn(area, (hour) => (isDark(hour) ? 20 : 1) * truth(hour));
  if (learned === null) throw new Error("nothing was learned");
  for (const { clear, cloudy } of Object.values(learned.dayBands))
    expect(Math.max(clear.high, cloudy.high)).toBeLessThan(1.5);
});

describe("the days of a forecast", () => {
  const area = areaOf(HAMBURG);
  const { learned } = learn(area, panels(area, HAMBURG));
  if (learned === null) throw new Error("nothing was learned");

  test("are three local days with their own lengths, also when clocks change", () => {
    const zones = ["Europe/Berlin", "Asia/Kolkata", "Pacific/Chatham", "America/St_Johns", "UTC"];
    for (const timeZone of zones) {
      const given = { learned, area, position: HAMBURG, timeZone, now: NOW, today: [] };
      const { days, hours } = forecastDays(given);
      expect(days).toHaveLength(3);
      const today = dayOf(timeZone, NOW);
      for (const [place, day] of days.entries())
        expect({ from: day.from, to: day.to }).toEqual(daySpan(timeZone, today + place));
      const length = hours.reduce((sum, { from, to }) => sum + to - from, 0);
      expect(length).toBe((days[2]?.to ?? 0) - (days[0]?.from ?? 0));
    }
    const spring = Date.UTC(2026, 2, 28, 12);
    const moved = { ...area, from: area.from + (spring - NOW) / HOUR_MS - 0.5 };
    const given = { learned, area: moved, position: HAMBURG, now: spring, today: [] };
    const { days } = forecastDays({ ...given, timeZone: "Europe/Berlin" });
    expect(days.map(({ from, to }) => (to - from) / HOUR_MS)).toEqual([24, 23, 24]);
  });

  test("today is what was produced and what is still expected, within its band", () => {
    const from = Math.floor(NOW / DAY_MS) * 24;
    const today = Array.from({ length: NOW_HOUR - from + 1 }, (_, place) => ({
      hour: from + place,
      energy: 1_000,
    }));
    const given = { learned, area, position: HAMBURG, timeZone: "UTC", now: NOW };
    const whole = forecastDays({ ...given, today }).days[0];
    expect(whole?.soFar).toBe(11_000);
    expect(whole?.expected).toBeGreaterThan(11_000);
    const late = (Math.floor(NOW / DAY_MS) + 1) * DAY_MS - MINUTE_MS;
    const night = forecastDays({ ...given, now: late, today }).days[0];
    expect(night?.high).toBeGreaterThanOrEqual(night?.expected ?? 0);
    expect(night?.soFar).toBe(11_000);
  });

  test("a band contains what is expected, and nothing is below zero", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 24 * 60 }),
        fc.integer({ min: 1, max: 99 }),
        (m, seed) => {
          const sky = areaOf(HAMBURG, { seed });
          const now = NOW + m * MINUTE_MS;
          const given = { learned, area: sky, position: HAMBURG, timeZone: "Europe/Berlin", now };
          const { days, hours } = forecastDays({ ...given, today: [] });
          for (const { low, expected, high } of [...days, ...hours]) {
            expect(low).toBeGreaterThanOrEqual(0);
            expect(low).toBeLessThanOrEqual(expected);
            expect(expected).toBeLessThanOrEqual(high);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test("end before the first day without irradiance", () => {
    const short = {
      ...area,
      latest: {
        direct: area.latest.direct.slice(0, -2 * 24),
        diffuse: area.latest.diffuse.slice(0, -2 * 24),
      },
    };
    const given = { learned, area: short, position: HAMBURG, timeZone: "UTC", now: NOW, today: [] };
    expect(forecastDays(given).days.length).toBeLessThan(3);
  });
});

describe("the irradiance of an area", () => {
  const answer = (from: number, value: number, length = 6 * 24): AnsweredIrradiance => ({
    ...{ from, direct: new Array<number>(length).fill(value) },
    ...{ diffuse: new Array<number>(length).fill(value), isSimulated: false },
  });

  test("keeps what was forecast one and two days before each hour", () => {
    let area = mergeIrradiance(null, answer(NOW_HOUR - 24, 1), NOW);
    area = mergeIrradiance(area, answer(NOW_HOUR, 2), NOW + 24 * HOUR_MS);
    area = mergeIrradiance(area, answer(NOW_HOUR + 24, 3), NOW + 48 * HOUR_MS);
    const at = (hour: number, lead: "latest" | "dayBefore" | "twoDaysBefore") =>
      area[lead].direct[NOW_HOUR + hour - area.from];
    expect([at(50, "latest"), at(50, "dayBefore"), at(50, "twoDaysBefore")]).toEqual([3, 2, 1]);
    expect([at(0, "dayBefore"), at(30, "dayBefore"), at(30, "twoDaysBefore")]).toEqual([
      null,
      1,
      null,
    ]);
  });

  test("an answer with gaps deletes nothing, and old hours are dropped", () => {
    const gaps = { ...answer(NOW_HOUR, 5), direct: [null, null, 7] };
    const area = mergeIrradiance(mergeIrradiance(null, answer(NOW_HOUR, 1), NOW), gaps, NOW);
    expect(area.latest.direct.slice(0, 4)).toEqual([1, 1, 7, 1]);
    const later = mergeIrradiance(area, answer(NOW_HOUR + 200 * 24, 2), NOW + 200 * DAY_MS);
    expect(later.latest.direct.length).toBeLessThan(70 * 24);
    expect(later.latest.direct.at(-1)).toBe(2);
  });
});
