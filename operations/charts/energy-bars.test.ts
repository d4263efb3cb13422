import { expect, test } from "vitest";
import { listDays } from "#domain/history/local-days.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { ENERGY_FLOWS, type Energies } from "#protocol/history/energies.ts";
import { addUpPeriods, barUnitOf } from "./energy-bars.ts";

const BERLIN = "Europe/Berlin";

test.each([
  [1, "hour"],
  [3, "hour"],
  [3.1, "day"],
  [100, "day"],
  [101, "month"],
  [3_650, "month"],
] as const)("the bars of %d days are of a %s", (days, unit) => {
  expect(barUnitOf({ from: 0, to: days * DAY_MS })).toBe(unit);
});

test("months of days: the first and last hold their part, gaps are reported, averages cover known values", () => {
  const from = Date.parse("2026-01-29T23:00Z");
  const to = Date.parse("2026-04-01T22:00Z");
  const days = listDays(BERLIN, { from, to });
  const edges = [...days.map((day) => day.from), to];
  const one = (place: number) =>
    place === 5 ? null : ({ value: 10, quality: "measured", known: 1, coverage: 1 } as const);
  const energies = days.map((_, place) => one(place));
  const flows = Object.fromEntries(
    ENERGY_FLOWS.map((flow) => [flow, energies]),
  ) as Energies["flows"];
  const averages = days.map((_, place) =>
    place === 5 ? null : { value: place === 6 ? 28 : 1, coverage: 1 },
  );
  const months = addUpPeriods(
    { edges, flows, generatorRunTime: energies, batterySoc: averages, batteryVoltage: averages },
    "month",
    BERLIN,
  );
  expect(months.edges).toEqual(
    [from, "2026-01-31T23:00Z", "2026-02-28T23:00Z", "2026-03-31T22:00Z", to].map((at) =>
      typeof at === "number" ? at : Date.parse(at),
    ),
  );
  expect(months.flows.solar.map((energy) => [energy?.value, energy?.quality])).toEqual([
    [20, "measured"],
    [270, "filled"],
    [310, "measured"],
    [10, "measured"],
  ]);
  expect(months.batterySoc.map((average) => average?.value)).toEqual([1, 2, 1, 1]);
  expect(months.batterySoc[1]?.coverage).toBeCloseTo(27 / 28, 4);
});
