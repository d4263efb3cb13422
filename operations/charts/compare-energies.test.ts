import fc from "fast-check";
import { expect, test } from "vitest";
import type { Energy } from "#domain/history/energy.ts";
import { listPeriods, periodAt } from "#domain/history/local-days.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { ENERGY_FLOWS, type Energies, type EnergyFlow } from "#protocol/history/energies.ts";
import { type ComparedType, compareEnergies, planComparison } from "./compare-energies.ts";

const ZONES = ["UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "Asia/Kathmandu"];
const PRICES = { electricityPrice: 0.3, feedInPrice: 0.1, priceUnit: "EUR" };
const instant = fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2035, 0) });

type Query = ReturnType<typeof planComparison>["query"];

/** Reads a site whose flows are all 1 kW, from an instant on. */
function readConstant(
  { unit, from, until, cuts = [] }: Query,
  timeZone: string,
  since = Number.NEGATIVE_INFINITY,
): Energies {
  const starts = listPeriods(timeZone, unit, { from, to: until }).map((one) => one.from);
  const inner = [...starts, ...cuts].filter((at) => at > from && at < until);
  const edges = [...new Set([from, ...inner, until])].sort((one, other) => one - other);
  const energies = edges.slice(1).map((to, place): Energy => {
    const start = edges[place] ?? 0;
    const ms = Math.max(0, to - Math.max(since, start));
    const share = ms / (to - start);
    if (ms === 0) return null;
    return { value: (1_000 * ms) / HOUR_MS, quality: "measured", known: share, coverage: share };
  });
  return {
    edges,
    flows: Object.fromEntries(ENERGY_FLOWS.map((flow) => [flow, energies])) as Record<
      EnergyFlow,
      Energy[]
    >,
    generatorRunTime: energies,
    batterySoc: energies.map(() => null),
    batteryVoltage: energies.map(() => null),
  };
}

function compare(type: ComparedType, at: number, now: number, timeZone: string, since?: number) {
  const span =
    type === "period" || type === "lifetime"
      ? { from: at, to: at + 5 * DAY_MS }
      : periodAt(timeZone, type, at);
  const plan = planComparison(type, span, { timeZone, siteTimeZone: timeZone }, now);
  const energies = readConstant(plan.query, timeZone, since);
  return compareEnergies(plan, energies, { chart: "solar", timeZone, prices: PRICES });
}

test("totals are the energies of exactly the stated times, and the sums of the bars", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.constantFrom<ComparedType>("day", "week", "month", "year", "period"),
      instant,
      fc.integer({ min: 1, max: 400 * 24 * 60 }),
      (timeZone, type, at, minutes) => {
        const now = at + minutes * 60_000;
        const found = compare(type, at, now, timeZone);
        const { startDateTime, passedDateTime, previous, sums, list } = found;
        const hours = (passedDateTime - startDateTime) / HOUR_MS;
        expect(sums.solar.val).toBeCloseTo(1_000 * hours, 1);
        const sum = list.reduce((all, bar) => all + (bar.solar?.val ?? 0), 0);
        expect(sum).toBeCloseTo(1_000 * hours, 0);
        if (previous === null) throw new Error("no period before");
        const before = (previous.comparedDateTime - previous.startDateTime) / HOUR_MS;
        expect(sums.solar.previous?.val ?? 0).toBeCloseTo(1_000 * before, 1);
        if (before > 0) expect(sums.solar.change).toBeCloseTo(hours / before - 1, 3);
      },
    ),
    { numRuns: 200 },
  );
});

test("half a month of data is neither compared nor taken for a whole one", () => {
  const at = Date.UTC(2026, 9, 10);
  const half = compare("month", at, Date.UTC(2026, 11, 1), "UTC", Date.UTC(2026, 9, 16));
  expect(half.sums.solar).toMatchObject({ previous: { val: null }, change: null });
  expect(half.sums.solar.coverage).toBeCloseTo(16 / 31, 3);
  const after = compare(
    "month",
    at + 31 * DAY_MS,
    Date.UTC(2026, 11, 1),
    "UTC",
    Date.UTC(2026, 9, 16),
  );
  expect(after.sums.solar.change).toBeNull();
  expect(after.sums.solar.previous?.val).toBe(16 * 24_000);
});

test("a lifetime has no period before it, and bars of years once it is long", () => {
  const lifetime = (years: number) => {
    const from = Date.UTC(2020, 0);
    const span = { from, to: Date.UTC(2020 + years, 5) };
    const clock = { timeZone: "UTC", siteTimeZone: "UTC" };
    const plan = planComparison("lifetime", span, clock, span.to);
    expect(plan.query.isSinceOldest).toBe(true);
    const energies = readConstant(plan.query, "UTC");
    return compareEnergies(plan, energies, { chart: "summary", timeZone: "UTC", prices: null });
  };
  expect(lifetime(1)).toMatchObject({ bars: "month", previous: null, money: null });
  const years = lifetime(6);
  expect(years.bars).toBe("year");
  expect(years.list).toHaveLength(7);
  expect(years.sums.solar.val).toBeCloseTo((years.endDateTime - years.startDateTime) / 3_600, 0);
});

test("in another time zone, a year is not compared, because it would be read from quarters", () => {
  const span = periodAt("UTC", "year", Date.UTC(2026, 5));
  const clock = { timeZone: "UTC", siteTimeZone: "Europe/Berlin" };
  const plan = planComparison("year", span, clock, span.to);
  expect(plan).toMatchObject({ before: null, query: { from: span.from, until: span.to } });
});

test("money is that of the import, the export and the solar energy used on site", () => {
  const { money, shares } = compare("day", Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 5), "UTC");
  expect(money).toMatchObject({
    priceUnit: "EUR",
    importCost: { val: 7.2, previous: 7.2, change: 0 },
    exportIncome: { val: 2.4 },
    saving: { val: 2.4 },
  });
  expect(shares.selfConsumption).toEqual({ val: 0, previous: 0 });
});
