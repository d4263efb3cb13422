import { expect, test } from "vitest";
import type { ImportFlow } from "#domain/imports/import-targets.ts";
import {
  readSuggested,
  roundEnergy,
  unzipText,
} from "../../../../../tests/support/read-import-file.ts";

const RECORDINGS = "simulator/recordings";
const FIXTURES = "tests/fixtures/imports";

const readReal = (path: string, timeZone = "Europe/Amsterdam") =>
  readSuggested(unzipText(path), timeZone);

/** Sums columns of a file without any of the importer. */
function sumOf(text: string, column: number, delimiter = ","): number {
  return text
    .split(/\r+\n|\n/)
    .map((line) => Number((line.split(delimiter)[column] ?? "").replace(",", ".")))
    .filter((value) => Number.isFinite(value))
    .reduce((sum, value) => sum + value, 0);
}

test("the hourly export of Enphase has the sums of its columns, over four clock changes", () => {
  const text = unzipText(`${RECORDINGS}/enphase-hourly.csv.gz`);
  const read = readSuggested(text, "Europe/Amsterdam");
  expect(read).toMatchObject({ portal: "enphase", rows: 16_296, duplicates: 0, problems: [] });
  expect(read.repeated).toEqual({ rows: 4, line: 436, hasBothPasses: true });
  const flows: ImportFlow[] = ["solar", "load", "gridExport", "gridImport"];
  expect(flows.map((flow) => roundEnergy(read.sums[flow]))).toEqual(
    [1, 2, 3, 4].map((column) => sumOf(text, column)),
  );
  expect(flows.map((flow) => roundEnergy(read.sums[flow]))).toEqual([
    10254891, 10014152, 6011457, 5770718,
  ]);
  // Each row is one hour, also where the clocks change: no time is covered twice or left out.
  expect((read.until ?? 0) - (read.from ?? 0)).toBe(16_296 * 3_600_000);
});

test("the report of Enphase with one column has the sum of that column", () => {
  const text = unzipText(`${FIXTURES}/enphase-report.csv.gz`);
  const read = readSuggested(text, "Europe/Amsterdam");
  expect(read).toMatchObject({ portal: "enphase", rows: 5_591, problems: [] });
  expect(roundEnergy(read.sums.solar)).toBe(sumOf(text, 1));
});

test("the powers of SMA have the energy of the inverter's own counter", () => {
  const read = readReal(`${RECORDINGS}/sma-tripower.csv.gz`);
  expect(read).toMatchObject({ portal: "sma", rows: 4_032, problems: [] });
  // The counter has gained 600,502 Wh; the powers have three decimals less.
  expect(Math.abs((read.sums.solar ?? 0) - 600_502)).toBeLessThan(2);
});

test("the daily counters of SMA gain what the last one has more than the first one", () => {
  const read = readReal(`${FIXTURES}/sma-daily.csv.gz`);
  expect(read).toMatchObject({ portal: "sma", rows: 1_935, problems: [], step: { unit: "day" } });
  expect(roundEnergy(read.sums.solar)).toBe(35_556_951);
});

test("the export of SENEC has the energies of its powers, with decimal commas and broken line ends", () => {
  for (const [name, rows] of [
    ["senec-september", 21],
    ["senec-march", 30],
    ["senec-broken-lines", 19],
  ] as const) {
    const text = unzipText(`${RECORDINGS}/${name}.csv.gz`);
    const read = readSuggested(text, "Europe/Berlin");
    expect(read).toMatchObject({ portal: "senec", rows, problems: [] });
    // Each power holds until the next row; a longer pause than three usual intervals is a gap.
    const cells = text.split(/\r*\n/).map((line) => line.split(";"));
    const body = cells.slice(1).filter((row) => row.length > 5);
    const at = body.map(([time = ""]) => {
      const [day = "", month = "", year = "", clock = ""] = time.split(/[. ]/);
      return Date.parse(`${year}-${month}-${day}T${clock}Z`);
    });
    const steps = at.slice(1).map((instant, place) => instant - (at[place] ?? 0));
    const usual = steps.toSorted((one, other) => one - other)[steps.length >> 1] ?? 0;
    const limit = Math.max(1_200_000, 3 * usual);
    const held = at.map((_, place) => {
      const step = steps[place] ?? usual;
      return step <= limit ? step : usual;
    });
    for (const [column, flow] of [
      [1, "gridImport"],
      [2, "gridExport"],
      [3, "load"],
      [4, "batteryCharge"],
      [5, "batteryDischarge"],
      [6, "solar"],
    ] as const) {
      const powers = body.map((row) => Number((row[column] ?? "").replace(",", ".")));
      const energy = powers.reduce((sum, kW, place) => sum + (kW * (held[place] ?? 0)) / 3_600, 0);
      expect(roundEnergy(read.sums[flow])).toBe(roundEnergy(energy));
    }
  }
});

test("the day of Sungrow has the energies of its powers", () => {
  const text = unzipText(`${RECORDINGS}/sungrow-day.csv.gz`);
  const read = readSuggested(text, "Europe/Berlin");
  expect(read).toMatchObject({ portal: "other", rows: 288, problems: [] });
  expect(roundEnergy(read.sums.solar)).toBe(roundEnergy(sumOf(text, 1) / 12));
  expect(roundEnergy(read.sums.load)).toBe(roundEnergy(sumOf(text, 4) / 12));
});

test("the month of iSolarCloud has the sums of its columns", () => {
  const text = unzipText(`${FIXTURES}/isolarcloud-month.csv.gz`);
  const read = readSuggested(text, "Europe/Amsterdam");
  expect(read).toMatchObject({ rows: 30, problems: [], step: { unit: "day" } });
  const flows: ImportFlow[] = ["solar", "gridImport", "gridExport", "load"];
  expect(flows.map((flow) => roundEnergy(read.sums[flow]))).toEqual(
    [1, 2, 3, 4].map((column) => roundEnergy(sumOf(text, column) * 1_000)),
  );
});

test("the household of GivEnergy has the gains of its counters", () => {
  const read = readReal(`${RECORDINGS}/givenergy-household.csv.gz`, "Europe/London");
  expect(read).toMatchObject({ portal: "givEnergy", rows: 11_023, duplicates: 32, problems: [] });
  expect(roundEnergy(read.sums.solar)).toBe(253_000);
  expect(roundEnergy(read.sums.gridExport)).toBe(142_300);
});

const SUMS: Readonly<
  Record<string, { zone: string; portal: string; sums: Partial<Record<ImportFlow, number>> }>
> = {
  "solaredge-march.csv": {
    zone: "Europe/Berlin",
    portal: "solarEdge",
    sums: {
      solar: 75_432.066,
      load: 55_170.18,
      gridImport: 24_259.77,
      gridExport: 44_521.655,
    },
  },
  "solaredge-october.csv": {
    zone: "Europe/Berlin",
    portal: "solarEdge",
    sums: {
      solar: 13_445.482,
      load: 40_805.032,
      gridImport: 29_980.444,
      gridExport: 2_620.894,
    },
  },
  "solaredge-day.csv": {
    zone: "Europe/Berlin",
    portal: "solarEdge",
    sums: { solar: 10_846.871, load: 8_657.819, gridImport: 4_741.317, gridExport: 6_930.369 },
  },
  "solaredge-daily.csv": {
    zone: "Europe/Berlin",
    portal: "solarEdge",
    sums: { solar: 445_221, gridImport: 365_738, gridExport: 57_287 },
  },
  "tesla-2020-05.csv": {
    zone: "America/Los_Angeles",
    portal: "tesla",
    sums: {
      solar: 625_700,
      load: 610_200,
      gridImport: 385_800,
      gridExport: 307_400,
      batteryDischarge: 117_000,
    },
  },
  "tesla-2024-11.csv": {
    zone: "America/Los_Angeles",
    portal: "tesla",
    sums: {
      solar: 341_100,
      load: 770_500,
      gridImport: 481_800,
      gridExport: 3_200,
      batteryDischarge: 152_400,
    },
  },
  "tesla-2025-03.csv": {
    zone: "America/Los_Angeles",
    portal: "tesla",
    sums: {
      solar: 752_900,
      load: 1_091_600,
      gridImport: 457_000,
      gridExport: 44_800,
      batteryDischarge: 373_500,
    },
  },
  "octopus-import.csv": {
    zone: "Europe/London",
    portal: "octopus",
    sums: { gridImport: 163_182 },
  },
  "danfoss-weblogger.txt": {
    zone: "Europe/Rome",
    portal: "danfoss",
    sums: { solar: 1_660_736 },
  },
  "sma-sunnybeam.csv": { zone: "Europe/Berlin", portal: "sma", sums: { solar: 3_845 } },
};

for (const [name, { zone, portal, sums }] of Object.entries(SUMS))
  test(`the sums of ${name} are those that its source note states`, () => {
    const read = readSuggested(unzipText(`${FIXTURES}/${name}.gz`), zone);
    expect(read).toMatchObject({ portal, problems: [], otherRows: 0, duplicates: 0 });
    const rounded = Object.entries(read.sums).map(([flow, sum]) => [flow, roundEnergy(sum)]);
    expect(Object.fromEntries(rounded)).toEqual(sums);
    // What is stored has the same sums: nothing is lost between the quarters of an hour.
    for (const [flow, { values }] of Object.entries(read.energies))
      expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(
        sums[flow as ImportFlow] ?? Number.NaN,
        2,
      );
  });

test("the clock changes of a SolarEdge year leave out rows of zeros, and ask for one pass", () => {
  const read = (name: string, repeated: "first" | "second" | null = null) =>
    readSuggested(unzipText(`${FIXTURES}/${name}.gz`), "Europe/Berlin", repeated);
  const march = read("solaredge-march.csv");
  expect(march).toMatchObject({ rows: 284, skippedRows: 4, repeated: null });
  expect((march.until ?? 0) - (march.from ?? 0)).toBe(71 * 3_600_000);
  const october = read("solaredge-october.csv");
  expect(october.repeated).toEqual({ rows: 4, line: 106, hasBothPasses: false });
  expect((october.until ?? 0) - (october.from ?? 0)).toBe(73 * 3_600_000);
  // The chosen pass gets the hour, and the other one stays empty, instead of being filled by its neighbour.
  const hasPower = (repeated: "first" | "second", hour: number) =>
    read("solaredge-october.csv", repeated).samples["0120"]?.at.includes(
      Date.UTC(2018, 9, 28, hour),
    );
  expect([hasPower("first", 0), hasPower("first", 1)]).toEqual([true, false]);
  expect([hasPower("second", 0), hasPower("second", 1)]).toEqual([false, true]);
});

test("headings of SENEC in kWh beside a voltage are read as kW", () => {
  const text = unzipText(`${FIXTURES}/senec-kwh.csv.gz`);
  const read = readSuggested(text, "Europe/Berlin");
  expect(read).toMatchObject({ portal: "senec", rows: 3, problems: [] });
  // The rows are 303 s and 300 s apart; the last one lasts as long as their median.
  const rows = text.split("\r\n").slice(1, 4);
  for (const [column, flow] of [
    [1, "gridImport"],
    [2, "gridExport"],
    [3, "load"],
    [4, "batteryCharge"],
    [5, "batteryDischarge"],
    [6, "solar"],
  ] as const) {
    const powers = rows.map((row) => Number((row.split(";")[column] ?? "").replace(",", ".")));
    const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = powers;
    const energy = (first * 303 + second * 300 + third * 303) / 3.6;
    expect(roundEnergy(read.sums[flow])).toBe(roundEnergy(energy));
  }
  // The voltage and the current of that row, 53.692 V and 7.68 A, are 412 W.
  expect(read.samples["0130"]?.values[0]).toBeCloseTo(-414.072, 3);
});
