import { expect, test } from "vitest";
import { listDays } from "#domain/history/local-days.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { readEnergy } from "#durable-objects/site/history/read-energy.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import type { Energies, EnergyFlow, EnergyQuery } from "#protocol/history/energies.ts";
import type { RecordedHistory } from "#simulator/histories/recorded-history.ts";
import { batchesOf } from "../support/feed-history.ts";
import {
  enphaseHistory,
  enphaseSumsByDate,
  householdHistory,
  smaHistory,
} from "../support/recordings.ts";
import { compactWholly, inSite, START } from "./series-support.ts";

function feed(
  store: SeriesStore,
  history: RecordedHistory,
  isWanted = (address: string) => address.startsWith("FFFF000"),
): void {
  for (const batch of batchesOf(history, isWanted)) store.appendSamples(batch);
  compactWholly(store);
}

function ask(
  store: SeriesStore,
  { timeZone, times, equipment }: RecordedHistory,
  unit: EnergyQuery["unit"],
  more: Partial<EnergyQuery> = {},
): Energies {
  const from = times[0] ?? 0;
  const until = times.at(-1) ?? 0;
  return readEnergy(store, equipment, {
    unit,
    from,
    until,
    timeZone,
    siteTimeZone: timeZone,
    ...more,
  });
}

const kWh = (energies: Energies, flow: EnergyFlow) =>
  energies.flows[flow].map((energy) => (energy?.value ?? 0) / 1_000);
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const qualities = (energies: Energies, flow: EnergyFlow) => [
  ...new Set(energies.flows[flow].map((energy) => energy?.quality ?? "missing")),
];

test("SMA: 600.5 kWh in 14 days and in 336 hours, by its counter and by its power", () =>
  inSite("energy-sma", ({ open }) => {
    const history = smaHistory();
    const store = open();
    feed(store, history);
    const days = ask(store, history, "day");
    expect(days.edges).toHaveLength(15);
    expect(sum(kWh(days, "solar"))).toBeCloseTo(600.502, 2);
    expect(qualities(days, "solar")).toEqual(["measured"]);
    expect(days.flows.gridImport.every((one) => one === null)).toBe(true);
    expect(sum(kWh(ask(store, history, "hour"), "solar"))).toBeCloseTo(600.502, 2);
    expect(sum(kWh(ask(store, history, "year"), "solar"))).toBeCloseTo(600.502, 2);
  }));

test("SMA: the same of the power alone, and said to be derived", () =>
  inSite("energy-sma-power", ({ open }) => {
    const history = smaHistory();
    const store = open();
    feed(store, history, (address) => address === "FFFF000100");
    const solar = ask(store, history, "month");
    expect(Math.abs(sum(kWh(solar, "solar")) - 600.5)).toBeLessThan(0.2);
    expect(qualities(solar, "solar")).not.toContain("measured");
  }));

test("household: each day equals the lifetime counters, including an outage", () =>
  inSite("energy-household", ({ open }) => {
    const history = householdHistory();
    const store = open();
    feed(store, history);
    const days = ask(store, history, "day");
    expect(kWh(days, "solar").map((value) => Number(value.toFixed(1)))).toEqual([
      24.0, 35.6, 27.3, 34.7, 23.5, 26.8, 11.5, 19.4, 18.3, 31.9,
    ]);
    const counters = {
      solar: "0200",
      gridImport: "0201",
      gridExport: "0202",
      load: "0203",
      batteryCharge: "0204",
      batteryDischarge: "0205",
    } as const;
    for (const [flow, register] of Object.entries(counters)) {
      const own = kWh(days, flow as EnergyFlow);
      for (const [day, kept] of gains(history, register).entries()) {
        const wrong = Math.abs((own[day] ?? 0) - kept);
        expect(wrong, `${flow} of day ${day}`).toBeLessThanOrEqual(Math.max(0.1, kept * 0.005));
      }
      expect(qualities(days, flow as EnergyFlow), flow).toEqual(["measured"]);
      expect(sum(kWh(ask(store, history, "hour"), flow as EnergyFlow))).toBeCloseTo(sum(own), 2);
    }
    for (const [place, used] of kWh(days, "solarToLoad").entries()) {
      expect(used).toBeLessThanOrEqual(kWh(days, "solar")[place] ?? 0);
      expect(days.flows.solarToLoad[place]?.quality).toBe("derived");
    }
    const charges = days.batterySoc.map((average) => average?.value ?? 0);
    expect(charges.every((soc) => soc > 4 && soc <= 100)).toBe(true);
  }));

/** Of each local day, kWh: from the last value before it to its own last one. */
function gains({ timeZone, times, columns }: RecordedHistory, register: string): number[] {
  const column = columns.get(`FFFF00${register}`) ?? [];
  const numbers = column.map((value) => (typeof value === "number" ? value : 0));
  let before = numbers[0] ?? 0;
  return listDays(timeZone, { from: times[0] ?? 0, to: times.at(-1) ?? 0 }).map(({ from, to }) => {
    const own = numbers.filter(
      (_, index) => (times[index] ?? 0) >= from && (times[index] ?? 0) < to,
    );
    const last = own.at(-1) ?? before;
    const gained = last - before;
    before = last;
    return gained / 1_000;
  });
}

test("Enphase: exact on each of 679 days, those with daylight saving's changes included", () =>
  inSite("energy-enphase", ({ open }) => {
    const history = enphaseHistory();
    const store = open();
    feed(store, history);
    const names = {
      solar: "Energy Produced (Wh)",
      load: "Energy Consumed (Wh)",
      gridExport: "Exported to Grid (Wh)",
      gridImport: "Imported from Grid (Wh)",
    } as const;
    const days = ask(store, history, "day");
    const months = ask(store, history, "month");
    for (const [flow, name] of Object.entries(names)) {
      const own = days.flows[flow as EnergyFlow];
      expect(own.map((energy) => energy?.value)).toEqual(enphaseSumsByDate(name));
      expect(qualities(days, flow as EnergyFlow)).toEqual(["measured"]);
      expect(sum(kWh(months, flow as EnergyFlow))).toBeCloseTo(
        sum(kWh(days, flow as EnergyFlow)),
        6,
      );
    }
    expect(sum(kWh(days, "solar"))).toBeCloseTo(10_254.9, 1);
    for (const [date, hours] of [
      ["2023-03-26", 23],
      ["2023-10-29", 25],
    ] as const) {
      const noon = Date.parse(`${date}T11:00:00Z`);
      const [day] = listDays(history.timeZone, { from: noon, to: noon + 1 });
      const span = { from: day?.from ?? 0, until: day?.to ?? 0 };
      const found = ask(store, history, "hour", span);
      expect(found.edges).toHaveLength(hours + 1);
      expect(qualities(found, "load")).toEqual(["measured"]);
      expect(sum(kWh(found, "load"))).toBeCloseTo(
        sum(kWh(ask(store, history, "day", span), "load")),
        6,
      );
    }
    // By other clocks than the site's.
    const abroad = ask(store, history, "day", {
      timeZone: "UTC",
      until: (history.times[0] ?? 0) + 300 * 24 * HOUR_MS,
    });
    expect(sum(kWh(abroad, "solar"))).toBeGreaterThan(1_000);
    const midnights = abroad.edges.slice(1, -1);
    expect(midnights.every((edge) => edge % (24 * HOUR_MS) === 0)).toBe(true);
    expect(abroad.edges[0]).toBe(history.times[0]);
  }));

test("a counter's gain over a silence is divided, filled, and the same for every query", () =>
  inSite("energy-silence", ({ open }) => {
    const store = open();
    const at = (hours: number) => START + hours * HOUR_MS;
    const times = [at(20), at(20.1), at(44), at(44.1)];
    store.appendSamples({
      times,
      columns: new Map([
        ["FFFF000200", [1_000, 1_000, 3_390, 3_390]],
        ["FFFF00020C", [0, 0, 7_170, 7_170]],
        ["FFFF000131", [48, 52, 50, 50]],
      ]),
    });
    const history = { timeZone: "UTC", times, equipment: [], columns: new Map() };
    const both = ask(store, history, "day");
    expect(both.flows.solar).toMatchObject([
      { value: 390, quality: "filled" },
      { value: 2_000, quality: "filled" },
    ]);
    expect(both.generatorRunTime.map((one) => one?.value)).toEqual([1_170, 6_000]);
    // 48 V for six minutes, then 52 V for as long as the limit lets it hold.
    const first = Number(((6 * 48 + 20 * 52) / 26).toFixed(2));
    expect(both.batteryVoltage.map((average) => average?.value)).toEqual([first, 50]);
    const second = ask(store, history, "day", { from: at(24) });
    expect(second.flows.solar).toEqual(both.flows.solar.slice(1));
    const hour = ask(store, history, "hour", { from: at(30), until: at(31) });
    expect(hour.flows.solar).toMatchObject([{ value: 100, quality: "filled", known: 1 }]);
    expect(() => ask(store, history, "hour", { until: at(1_100) })).toThrow(RangeError);
  }));
