import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeText } from "#domain/imports/decode-text.ts";
import type { ImportFlow } from "#domain/imports/import-targets.ts";
import { findPortal, suggestMapping } from "#domain/imports/portal-presets.ts";
import type { RepeatedHours } from "#domain/imports/row-times.ts";
import { CsvText } from "./read-csv.ts";

const NOW = Date.UTC(2026, 10, 29);
const RECORDINGS = "simulator/recordings";
const FIXTURES = "tests/fixtures/imports";

/** Reads a file as the page suggests it. */
function readSuggested(text: string, timeZone: string, repeated: RepeatedHours | null = null) {
  const csv = new CsvText(text);
  const table = csv.findTable();
  if (table === null) throw new Error("no table");
  const portal = findPortal(table);
  const mapping = suggestMapping(table, portal);
  const order = table.orders[0] ?? "ymd";
  const { timeColumns, decimal, zone } = table;
  const settings = {
    ...mapping,
    timeColumns,
    order,
    decimal,
    timeZone: zone ?? timeZone,
    repeated,
  };
  return { portal, ...csv.read(settings, table.firstRow, NOW) };
}

const unzip = (path: string) => decodeText(gunzipSync(readFileSync(path))).text;
const readReal = (path: string, timeZone = "Europe/Amsterdam") =>
  readSuggested(unzip(path), timeZone);

/** Sums columns of a file without any of the importer. */
function sumOf(text: string, column: number, delimiter = ","): number {
  return text
    .split(/\r+\n|\n/)
    .map((line) => Number((line.split(delimiter)[column] ?? "").replace(",", ".")))
    .filter((value) => Number.isFinite(value))
    .reduce((sum, value) => sum + value, 0);
}

/** Rounding to 0.001 Wh hides the binary errors of sums. */
const wh = (value: number | undefined) => Math.round((value ?? Number.NaN) * 1_000) / 1_000;

test("the hourly export of Enphase has the sums of its columns, over four clock changes", () => {
  const text = unzip(`${RECORDINGS}/enphase-hourly.csv.gz`);
  const read = readSuggested(text, "Europe/Amsterdam");
  expect(read).toMatchObject({ portal: "enphase", rows: 16_296, duplicates: 0, problems: [] });
  expect(read.repeated).toEqual({ rows: 4, line: 436, hasBothPasses: true });
  const flows: ImportFlow[] = ["solar", "load", "gridExport", "gridImport"];
  expect(flows.map((flow) => wh(read.sums[flow]))).toEqual(
    [1, 2, 3, 4].map((column) => sumOf(text, column)),
  );
  expect(flows.map((flow) => wh(read.sums[flow]))).toEqual([10254891, 10014152, 6011457, 5770718]);
  // Each row is one hour, also where the clocks change: no time is covered twice or left out.
  expect((read.until ?? 0) - (read.from ?? 0)).toBe(16_296 * 3_600_000);
});

test("the report of Enphase with one column has the sum of that column", () => {
  const text = unzip(`${FIXTURES}/enphase-report.csv.gz`);
  const read = readSuggested(text, "Europe/Amsterdam");
  expect(read).toMatchObject({ portal: "enphase", rows: 5_591, problems: [] });
  expect(wh(read.sums.solar)).toBe(sumOf(text, 1));
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
  expect(wh(read.sums.solar)).toBe(35_556_951);
});

test("the export of SENEC has the energies of its powers, with decimal commas and broken line ends", () => {
  for (const [name, rows] of [
    ["senec-september", 21],
    ["senec-march", 30],
    ["senec-broken-lines", 19],
  ] as const) {
    const text = unzip(`${RECORDINGS}/${name}.csv.gz`);
    const read = readSuggested(text, "Europe/Berlin");
    expect(read).toMatchObject({ portal: "other", rows, problems: [] });
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
      expect(wh(read.sums[flow])).toBe(wh(energy));
    }
  }
});

test("the day of Sungrow has the energies of its powers", () => {
  const text = unzip(`${RECORDINGS}/sungrow-day.csv.gz`);
  const read = readSuggested(text, "Europe/Berlin");
  expect(read).toMatchObject({ portal: "other", rows: 288, problems: [] });
  expect(wh(read.sums.solar)).toBe(wh(sumOf(text, 1) / 12));
  expect(wh(read.sums.load)).toBe(wh(sumOf(text, 4) / 12));
});

test("the month of iSolarCloud has the sums of its columns", () => {
  const text = unzip(`${FIXTURES}/isolarcloud-month.csv.gz`);
  const read = readSuggested(text, "Europe/Amsterdam");
  expect(read).toMatchObject({ rows: 30, problems: [], step: { unit: "day" } });
  const flows: ImportFlow[] = ["solar", "gridImport", "gridExport", "load"];
  expect(flows.map((flow) => wh(read.sums[flow]))).toEqual(
    [1, 2, 3, 4].map((column) => wh(sumOf(text, column) * 1_000)),
  );
});

test("the household of GivEnergy has the gains of its counters", () => {
  const read = readReal(`${RECORDINGS}/givenergy-household.csv.gz`, "Europe/London");
  expect(read).toMatchObject({ portal: "givEnergy", rows: 11_023, duplicates: 32, problems: [] });
  expect(wh(read.sums.solar)).toBe(253_000);
  expect(wh(read.sums.gridExport)).toBe(142_300);
});

test("an export of SolarEdge is recognised", () => {
  const read = readSuggested(
    "Time,System Production (Wh)\n06/14/2024 12:00,1200\n06/14/2024 12:15,1300\n06/14/2024 12:30,",
    "America/New_York",
  );
  expect(read).toMatchObject({ rows: 3, problems: [], sums: { solar: 2_500 } });
  const { portal } = readSuggested(
    "Time,Production (Wh),Consumption (Wh),Export (Wh)\n14/06/2024,9,8,1\n15/06/2024,9,8,1",
    "Europe/Paris",
  );
  expect(["solarEdge", "enphase"]).toContain(portal);
});

test("an export of Fronius Solar.web is recognised, with its row of units", () => {
  const text = [
    "Datum und Uhrzeit;Direkt verbraucht;Energie aus Batterie bezogen;Energie in Batterie gespeichert;Energie ins Netz eingespeist;Energie vom Netz bezogen;PV Produktion;Verbrauch;State of Charge",
    "[dd.MM.yyyy HH:mm];[Wh];[Wh];[Wh];[Wh];[Wh];[Wh];[Wh];[%]",
    "26.10.2025 11:00;40,5;0;10;49,5;0;100;40,5;55",
    "26.10.2025 11:05;41;0;10;49;1,25;100;42,25;56",
  ].join("\r\n");
  expect(readSuggested(text, "Europe/Vienna")).toMatchObject({
    portal: "fronius",
    problems: [],
    sums: {
      solar: 200,
      gridExport: 98.5,
      gridImport: 1.25,
      batteryCharge: 20,
      batteryDischarge: 0,
      load: 82.75,
    },
    samples: { "0134": { values: [55, 56] } },
  });
});

test("an export of Victron VRM names its zone and its units in rows of their own", () => {
  const text = [
    "timestamp,System overview [0],System overview [0],System overview [0]",
    "Europe/Amsterdam (+01:00),Battery SOC,PV - DC-coupled,Grid L1",
    ",%,W,W",
    "2024-01-02 10:00:00,80,600,-300",
    "2024-01-02 10:15:00,81,400,100",
  ].join("\n");
  expect(readSuggested(text, "UTC")).toMatchObject({
    portal: "victron",
    problems: [],
    from: Date.UTC(2024, 0, 2, 9),
    sums: { solar: 250, gridExport: 75, gridImport: 25 },
    samples: { "0134": { values: [80, 81] } },
  });
});

test("the energy page of Home Assistant is turned into rows of time", () => {
  const text = [
    "entity_id,type,unit,2026-01-05T10:00:00.000Z,2026-01-05T11:00:00.000Z,2026-01-05T12:00:00.000Z",
    "sensor.import,grid_consumption,kWh,1.5,0.5,",
    "sensor.import_cost,grid_consumption_cost,EUR,0.4,0.1,",
    "sensor.pv,solar_production,kWh,0,2,1",
    "sensor.export,grid_return,kWh,0,0.25,0.5",
  ].join("\n");
  expect(readSuggested(text, "Europe/Berlin")).toMatchObject({
    portal: "homeAssistant",
    problems: [],
    sums: { gridImport: 2_000, solar: 3_000, gridExport: 750 },
  });
});

test("the statistics of Home Assistant are counters of several entities", () => {
  const rows = [0, 1, 2].flatMap((hour) => [
    `sensor.solar_energy,kWh,2025-06-01T0${hour}:00:00+00:00,${100 + hour},${10 + 2 * hour}`,
    `sensor.grid_import_energy,kWh,2025-06-01T0${hour}:00:00+00:00,${50 + hour},${5 + hour}`,
  ]);
  const text = ["statistic_id,unit,start,state,sum", ...rows].join("\n");
  expect(readSuggested(text, "UTC")).toMatchObject({
    portal: "homeAssistant",
    problems: [],
    sums: { solar: 4_000, gridImport: 2_000 },
  });
});

test("an export of PVOutput has its newest row first, units in its cells, and a counter of each day", () => {
  const text = [
    "Date,Time,Energy,Efficiency,Power,Average,Voltage",
    '21/06/24,12:10 PM,10.300kWh,1.9kWh/kW,"3,600W","3,500W",240.1V',
    '21/06/24,12:05 PM,10.000kWh,1.8kWh/kW,"3,500W","3,400W",240.0V',
    '21/06/24,12:00 PM,9.700kWh,1.7kWh/kW,"3,400W","3,400W",240.0V',
  ].join("\n");
  const read = readSuggested(text, "Australia/Sydney");
  expect(read).toMatchObject({ portal: "pvOutput", rows: 3, problems: [] });
  expect(wh(read.sums.solar)).toBe(600);
});
