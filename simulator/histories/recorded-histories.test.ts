import { expect, test } from "vitest";
import { counterSteps } from "#domain/history/counter-steps.ts";
import { energyOfPower } from "#domain/history/energy.ts";
import { dayOf, formatDay, listDays, listPeriods } from "#domain/history/local-days.ts";
import { flagStale } from "#domain/history/stale.ts";
import { sumGains } from "#domain/history/sum-gains.ts";
import { equipmentTree } from "#domain/registers/equipment.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { rollUp, usualOf } from "../../tests/support/roll-up.ts";
import { HISTORIES, type HistoryName, loadHistory as load } from "./load-history.ts";
import type { RecordedHistory } from "./recorded-history.ts";

const loaded = new Map<HistoryName, RecordedHistory>();

/** Each history is read once for all tests. */
function loadHistory<Name extends HistoryName>(name: Name): ReturnType<typeof load<Name>> {
  const history = loaded.get(name) ?? load(name);
  loaded.set(name, history);
  return history as ReturnType<typeof load<Name>>;
}

function numbers({ times, columns }: RecordedHistory, register: string) {
  const column = columns.get(`FFFF00${register}`) ?? [];
  return times.flatMap((at, index) => {
    const value = column[index];
    return typeof value === "number" ? [{ at, value }] : [];
  });
}

/** Midnights of the local days of a history. */
function dayEdges({ timeZone, times }: RecordedHistory): number[] {
  const days = listDays(timeZone, { from: times[0] ?? 0, to: times.at(-1) ?? 0 });
  return [...days.map(({ from }) => from), days.at(-1)?.to ?? 0];
}

/** kWh. */
function gainedPerDay(history: RecordedHistory, register: string): number[] {
  const steps = counterSteps(numbers(history, register), { maxWatts: 8_000, lump: 100 });
  return sumGains(steps, dayEdges(history)).map(({ gained }) => gained / 1_000);
}

/** Energy of a power register on each local day. */
function integratedPerDay(history: RecordedHistory, register: string, side: "above" | "below") {
  const edges = dayEdges(history);
  const samples = numbers(history, register);
  const rollups = edges.slice(1).map((until, day) => {
    const some = samples.filter(({ at }) => at >= (edges[day] ?? 0) && at < until);
    return rollUp(
      some.map(({ at }) => at),
      some.map(({ value }) => value),
      usualOf(samples),
    );
  });
  return energyOfPower({ edges, rollups }, side, usualOf(samples)).map((energy, day) => ({
    kWh: (energy?.value ?? 0) / 1_000,
    missing: ((1 - (energy?.known ?? 0)) * ((edges[day + 1] ?? 0) - (edges[day] ?? 0))) / HOUR_MS,
  }));
}

const rounded = (values: number[], digits: number) =>
  values.map((value) => Number(value.toFixed(digits)));
const names = Object.keys(HISTORIES) as HistoryName[];

test("every recording describes itself by the protocol's rules and is in order of time", () => {
  for (const name of names) {
    const { equipment, times, columns } = loadHistory(name);
    expect(equipmentTree.safeParse(equipment).error, name).toBeUndefined();
    for (const column of columns.values()) expect(column).toHaveLength(times.length);
    const described = equipment.flatMap(({ address, registers }) =>
      registers.map(({ register }) => address + register),
    );
    expect([...columns.keys()]).toEqual(described);
    expect(times.every((at, index) => at >= (times[index - 1] ?? 0))).toBe(true);
  }
});

test("SMA: the power integrated is the counter's difference, 600.5 kWh, over 14 local days", () => {
  const history = loadHistory("sma-tripower");
  const power = numbers(history, "0100");
  const fives = power.reduce((sum, { value }) => sum + value, 0) / 12_000;
  expect(fives).toBeCloseTo(600.5, 1);
  const counter = numbers(history, "0200");
  expect((counter.at(-1)?.value ?? 0) - (counter[0]?.value ?? 0)).toBe(600_502);
  const gained = gainedPerDay(history, "0200");
  expect(gained).toHaveLength(14);
  expect(gained.reduce((sum, day) => sum + day, 0)).toBeCloseTo(600.502, 6);
  const integrated = integratedPerDay(history, "0100", "above");
  const total = integrated.reduce((sum, { kWh }) => sum + kWh, 0);
  expect(Math.abs(total - 600.5)).toBeLessThan(0.2);
  for (const [day, { kWh }] of integrated.entries())
    expect(Math.abs(kWh - (gained[day] ?? 0))).toBeLessThan(0.1);
});

test("Enphase: totals exact over 679 days, no hour lost or invented where clocks are changed", () => {
  const history = loadHistory("enphase-hourly");
  const { timeZone, times } = history;
  expect(times).toHaveLength(16_297);
  const isHourly = (at: number, index: number) =>
    index === 0 || at - (times[index - 1] ?? 0) === HOUR_MS;
  expect(times.every(isHourly)).toBe(true);
  const totals = ["0200", "0203", "0202", "0201"].map((register) =>
    counterSteps(numbers(history, register)).reduce((sum, { gained }) => sum + gained, 0),
  );
  expect(
    rounded(
      totals.map((total) => total / 1_000),
      1,
    ),
  ).toEqual([10254.9, 10014.2, 6011.5, 5770.7]);
  const span = { from: times[0] ?? 0, to: times.at(-1) ?? 0 };
  const days = listDays(timeZone, span);
  expect(days).toHaveLength(679);
  expect(listPeriods(timeZone, "hour", span)).toHaveLength(16_296);
  const hours = Map.groupBy(times.slice(0, -1), (at) => formatDay(dayOf(timeZone, at)));
  const odd = [...hours]
    .filter(([, ats]) => ats.length !== 24)
    .map(([day, ats]) => [day, ats.length]);
  expect(odd).toEqual([
    ["2022-10-30", 25],
    ["2023-03-26", 23],
    ["2023-10-29", 25],
    ["2024-03-31", 23],
  ]);
});

test("Enphase: in each hour production and import equal use and export", () => {
  const { columns, times } = loadHistory("enphase-hourly");
  const step = (register: string, index: number) => {
    const column = columns.get(`FFFF00${register}`) ?? [];
    return Number(column[index]) - Number(column[index - 1]);
  };
  const wrong = times.filter(
    (_, index) =>
      index > 0 &&
      step("0200", index) + step("0201", index) !== step("0203", index) + step("0202", index),
  );
  expect(wrong).toEqual([]);
});

test("household: each day's counters, and the power integrated", () => {
  const history = loadHistory("givenergy-household");
  expect(gainedPerDay(history, "0200").map((kwh) => Number(kwh.toFixed(1)))).toEqual([
    24.0, 35.6, 27.3, 34.7, 23.5, 26.8, 11.5, 19.4, 18.3, 31.9,
  ]);
  expect(rounded(gainedPerDay(history, "0202"), 1)).toEqual([
    14.2, 23.5, 16.3, 24.6, 12.2, 17.7, 0.2, 6.7, 6.5, 20.4,
  ]);
  // Linear interpolation over the outage of 6 June would give 27.64, which was not measured.
  const solar = [24.93, 37.55, 28.4, 35.98, 25.28, null, 12.04, 20.42, 19.03, 34.11];
  for (const [day, { kWh }] of integratedPerDay(history, "0100", "above").entries())
    if (solar[day] !== null) expect(Math.abs(kWh - (solar[day] ?? 0))).toBeLessThan(0.02);
  const exported = [13.79, 23.42, 15.95, 24.09, 12.74, null, 0.14, 7.01, 6.42, 21.23];
  for (const [day, { kWh }] of integratedPerDay(history, "0110", "below").entries())
    if (exported[day] !== null) expect(Math.abs(kWh - (exported[day] ?? 0))).toBeLessThan(0.05);
});

test("household: the outage is missing time on its day, and on no other", () => {
  const history = loadHistory("givenergy-household");
  const missing = integratedPerDay(history, "0100", "above").map((day) => day.missing);
  expect(missing.findIndex((hours) => hours > 7)).toBe(5);
  expect(missing[5]).toBeCloseTo(26_724 / 3_600, 1);
  expect(missing.filter((hours) => hours > 0.1)).toHaveLength(1);
});

test("SENEC and Sungrow: balanced by our signs, in W, and local times", () => {
  const senec = loadHistory("senec-september");
  const read = (history: RecordedHistory, register: string, index: number) =>
    Number(history.columns.get(`FFFF00${register}`)?.[index]);
  expect(new Date(senec.times[0] ?? 0).toISOString()).toBe("2022-09-26T11:13:09.000Z");
  expect(senec.times).toHaveLength(21);
  expect([0, 1].map((index) => read(senec, "0130", index))).toEqual([908.203, 225.586]);
  expect(read(senec, "0110", 0)).toBe(-5.86);
  expect(read(senec, "0130", 20)).toBeLessThan(0);
  expect(loadHistory("senec-march").times).toHaveLength(30);
  const broken = loadHistory("senec-broken-lines");
  expect(broken.times).toHaveLength(19);
  expect(read(broken, "0110", 0)).toBe(298.691);

  const sungrow = loadHistory("sungrow-day");
  expect(sungrow.times).toHaveLength(288);
  let balanced = 0;
  for (const [index] of sungrow.times.entries()) {
    if (sungrow.columns.get("FFFF000100")?.[index] === null) continue;
    const [solar, grid, battery, load] = ["0100", "0110", "0130", "0120"].map((register) =>
      read(sungrow, register, index),
    );
    if (Math.abs((solar ?? 0) + (grid ?? 0) - (battery ?? 0) - (load ?? 0)) <= 2) balanced += 1;
  }
  expect(balanced).toBe(157);
});

test("NREL: rows, instants and night", () => {
  const east = loadHistory("nrel-serf-east");
  expect(new Date(east.times[0] ?? 0).toISOString()).toBe("2022-03-18T11:33:00.000Z");
  expect(Math.min(...numbers(east, "0100").map(({ value }) => value))).toBe(0);
  expect(east.columns.get("005F110112")?.[0]).toBe(-2.7098);
  const west = loadHistory("nrel-serf-west");
  expect(new Date(west.times[0] ?? 0).toISOString()).toBe("2022-01-02T07:01:00.000Z");
  expect(west.times).toHaveLength(480);
  const clock = loadHistory("nrel-daylight-saving");
  expect(clock.times).toHaveLength(95_232);
  expect(numbers(clock, "0100")).toHaveLength(92_328);
});

test("frozen values: at least 95 % of those that are masked, at most 1 % of the others", () => {
  const history = loadHistory("nrel-frozen");
  const column = history.columns.get("FFFF000100") ?? [];
  const flags = flagStale(numbers(history, "0100"));
  let next = 0;
  const found = column.map((value) => (value === null ? false : (flags[next++] ?? false)));
  const share = (isFrozen: boolean) => {
    const rows = history.isFrozen.flatMap((frozen, row) => (frozen === isFrozen ? [row] : []));
    return rows.filter((row) => found[row]).length / rows.length;
  };
  expect(history.isFrozen.filter(Boolean)).toHaveLength(245);
  expect(share(true)).toBeGreaterThanOrEqual(0.95);
  expect(share(false)).toBeLessThanOrEqual(0.01);
});

test("no power, voltage or current of a recording is called frozen as it is", () => {
  for (const name of names) {
    if (name === "nrel-frozen") continue;
    const { equipment, columns, times } = loadHistory(name);
    for (const { address, registers } of equipment)
      for (const { register, unit, kind } of registers) {
        const isSitePower = address === "FFFF00" && /^01[0-5]/.test(register) && kind === "gauge";
        if (!isSitePower && !["W", "V", "A"].includes(unit ?? "")) continue;
        // A state of charge, a frequency, a leakage current at its sensor's lowest step.
        if (["0133", "0134", "011C"].includes(register) && address === "FFFF00") continue;
        if (name === "sma-tripower" && register === "0132") continue;
        const column = columns.get(address + register) ?? [];
        const samples = times.flatMap((at, index) => {
          const value = column[index];
          return typeof value === "number" ? [{ at, value }] : [];
        });
        const share = flagStale(samples).filter(Boolean).length / Math.max(1, samples.length);
        expect(share, `${name} ${address}${register}`).toBeLessThanOrEqual(0.01);
      }
  }
});
