import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf, startOfDay } from "../history/local-days.ts";
import { zoneOffsetAt } from "../history/zone-offsets.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import { decodeText } from "./decode-text.ts";
import { QuarterEnergies } from "./distribute-energy.ts";
import { countValues, listParts } from "./import-parts.ts";
import { ImportReader, type ImportSettings } from "./import-reader.ts";
import { findDecimalSign, readNumber } from "./read-number.ts";
import { findDateOrders, readTime } from "./read-time.ts";

const NOW = Date.UTC(2026, 10, 29);
const ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"];

const settings = (more: Partial<ImportSettings> = {}): ImportSettings => ({
  portal: "other",
  stampAt: "start",
  columns: [{ column: 1, target: "solar", unit: "Wh", isCounter: false, isInverted: false }],
  timeColumns: [0],
  order: "ymd",
  decimal: ".",
  timeZone: "Europe/Berlin",
  repeated: null,
  ...more,
});

function read(rows: readonly (readonly string[])[], more: Partial<ImportSettings> = {}) {
  const reader = new ImportReader(settings(more), NOW);
  for (const [index, row] of rows.entries()) reader.take(row, index + 2);
  return reader.finish();
}

const localText = (at: number, zone: string) =>
  new Date(at + zoneOffsetAt(zone, at)).toISOString().slice(0, 16).replace("T", " ");

test("energies that are divided over quarters of an hour keep their sum", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          from: fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2021, 0) }),
          length: fc.integer({ min: 1, max: 3 * DAY_MS }),
          energy: fc.double({ min: 0, max: 1e5, noNaN: true }),
        }),
        { maxLength: 20 },
      ),
      (periods) => {
        const quarters = new QuarterEnergies();
        for (const { from, length, energy } of periods) quarters.add(from, from + length, energy);
        const sum = quarters.list().values.reduce((all, one) => all + one, 0);
        expect(Math.abs(sum - periods.reduce((all, { energy }) => all + energy, 0))).toBeLessThan(
          0.001,
        );
      },
    ),
  );
});

test("every hour of a year is read back from its local time, in the order of the rows", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 2005, max: 2025 }), (zone, year) => {
      const start = startOfDay(zone, Date.UTC(year, 0) / DAY_MS);
      const hours = Array.from({ length: 366 * 24 }, (_, hour) => start + hour * HOUR_MS);
      const result = read(
        hours.map((at) => [localText(at, zone), "1"]),
        { timeZone: zone },
      );
      expect(result.problems).toEqual([]);
      expect(result.duplicates).toBe(0);
      expect(result.samples["0100"]?.at.filter((at) => (at - start) % HOUR_MS === 0)).toEqual(
        hours,
      );
      expect(result.sums.solar).toBe(hours.length);
    }),
    { numRuns: 12 },
  );
});

test("files with the newest row first give the same", () => {
  const zone = "Europe/Berlin";
  const start = Date.UTC(2024, 9, 26, 20);
  const rows = Array.from({ length: 48 }, (_, hour) => [
    localText(start + hour * HOUR_MS, zone),
    String(hour),
  ]);
  expect(read(rows.toReversed())).toEqual({
    ...read(rows),
    repeated: { rows: 2, line: expect.any(Number), hasBothPasses: true },
  });
});

test("days of 23 and 25 hours are whole days", () => {
  const zone = "Europe/Berlin";
  for (const [date, hours] of [
    ["2025-03-30", 23],
    ["2025-10-26", 25],
    ["2025-06-01", 24],
  ] as const) {
    const day = Date.parse(date) / DAY_MS;
    const dates = [-1, 0, 1].map((by) => [
      new Date((day + by) * DAY_MS).toISOString().slice(0, 10),
      "24",
    ]);
    const { energies, step } = read(dates, { timeZone: zone });
    expect(step?.unit).toBe("day");
    const own = energies.solar?.at.filter((at) => dayOf(zone, at) === day) ?? [];
    expect(own.length).toBe(4 * hours);
    const values = energies.solar?.values.filter(
      (_, place) => dayOf(zone, energies.solar?.at[place] ?? 0) === day,
    );
    expect(values?.reduce((sum, one) => sum + one, 0)).toBeCloseTo(24, 3);
  }
});

test("a local time that the clocks skip is a problem of its line", () => {
  const rows = [
    ["2025-03-30 01:00", "1"],
    ["2025-03-30 02:00", "1"],
    ["2025-03-30 03:00", "1"],
  ];
  expect(read(rows)).toMatchObject({
    problemCount: 1,
    problems: [{ code: "skippedHour", line: 3, text: "2025-03-30 02:00" }],
  });
  expect(read(rows, { timeZone: "UTC" }).problems).toEqual([]);
});

test("rows in an hour that the clocks skip are left out if they have no value but zero", () => {
  const rows = [
    ["2025-03-30 01:00", "1"],
    ["2025-03-30 02:00", "0"],
    ["2025-03-30 02:30", ""],
    ["2025-03-30 03:00", "1"],
  ];
  expect(read(rows)).toMatchObject({ rows: 2, skippedRows: 2, problems: [], sums: { solar: 2 } });
  expect(
    read([...rows.slice(0, 2), ["2025-03-30 02:30", "5"], ["2025-03-30 03:00", "1"]]),
  ).toMatchObject({
    skippedRows: 1,
    problems: [{ code: "skippedHour", line: 4 }],
  });
});

test("columns of one quantity are added up, and a column may be several quantities", () => {
  const plain = { unit: "kWh", isCounter: false, isInverted: false } as const;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(...[0, 1, 2].map(() => fc.option(fc.nat({ max: 9_999 })))), {
        minLength: 2,
        maxLength: 30,
      }),
      (cells) => {
        const rows = cells.map((row, hour) => [
          new Date(Date.UTC(2025, 5, 1) + hour * HOUR_MS).toISOString(),
          ...row.map((value) => (value === null ? "" : String(value / 1_000))),
        ]);
        const columns = [
          { column: 1, target: "solar", ...plain },
          { column: 1, target: "load", ...plain },
          { column: 2, target: "solar", ...plain },
          { column: 3, target: "grid", ...plain },
          { column: 2, target: "grid", ...plain, isInverted: true },
        ] as const satisfies ImportSettings["columns"];
        const sum = (of: (row: (number | null)[]) => number) =>
          cells.reduce((all, row) => all + of(row), 0);
        const result = read(rows, { columns: [...columns] });
        const net = ([, two, three]: (number | null)[]) => (three ?? 0) - (two ?? 0);
        expect(result.sums.solar ?? 0).toBeCloseTo(
          sum(([one, two]) => (one ?? 0) + (two ?? 0)),
          6,
        );
        expect(result.sums.load ?? 0).toBeCloseTo(
          sum(([one]) => one ?? 0),
          6,
        );
        expect(result.sums.gridImport ?? 0).toBeCloseTo(
          sum((row) => Math.max(0, net(row))),
          6,
        );
        expect(result.sums.gridExport ?? 0).toBeCloseTo(
          sum((row) => Math.max(0, -net(row))),
          6,
        );
      },
    ),
  );
});

test("states of charge of several batteries are averaged", () => {
  const columns = [1, 2].map(
    (column) =>
      ({ column, target: "soc", unit: "%", isCounter: false, isInverted: false }) as const,
  );
  const { samples } = read(
    [
      ["2025-06-01 10:00", "20", "40"],
      ["2025-06-01 10:15", "", "50"],
    ],
    { columns },
  );
  expect(samples["0134"]?.values).toEqual([30, 50]);
});

test("a counter of the day has its highest value of each day, from the start of the day", () => {
  const columns: ImportSettings["columns"] = [
    { column: 1, target: "solar", unit: "kWh", isCounter: true, isDaily: true, isInverted: false },
  ];
  const result = read(
    [
      ["2025-06-01 12:00", "5"],
      ["2025-06-01 22:00", "6.5"],
      ["2025-06-02 12:00", "6"],
      ["2025-06-02 13:00", "5.75"],
      ["2025-06-02 14:00", "6.25"],
    ],
    { columns },
  );
  expect(result.sums.solar).toBeCloseTo(6_500 + 6_250, 6);
  expect(result.from).toBe(Date.UTC(2025, 4, 31, 22));
  expect(result.energies.solar?.at[0]).toBe(result.from);
});

test("a repeated hour that the file has once is asked for, and the answer moves it", () => {
  const rows = ["00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"].map(
    (hour) => [`2025-10-26 ${hour}:00`, "1"],
  );
  expect(read(rows).repeated).toEqual({ rows: 1, line: 4, hasBothPasses: false });
  const at = (repeated: ImportSettings["repeated"]) =>
    read(rows, { repeated }).samples["0100"]?.at ?? [];
  expect(at("first")).toContain(Date.UTC(2025, 9, 26, 0));
  expect(at("second")).not.toContain(Date.UTC(2025, 9, 26, 0));
  expect(at("second")).toContain(Date.UTC(2025, 9, 26, 1));
});

test("counters gain their steps, and restart at zero", () => {
  const columns: ImportSettings["columns"] = [
    { column: 1, target: "solar", unit: "kWh", isCounter: true, isInverted: false },
  ];
  const rows = ["10", "11.5", "", "12", "0.25", "0.75"].map((value, hour) => [
    `2025-06-01 0${hour}:00`,
    value,
  ]);
  expect(read(rows, { columns }).sums.solar).toBeCloseTo(1_500 + 500 + 250 + 500, 6);
});

test("a power with a sign is divided into import and export, and keeps its curve", () => {
  const columns: ImportSettings["columns"] = [
    { column: 1, target: "grid", unit: "kW", isCounter: false, isInverted: true },
  ];
  const rows = ["1", "-2", "0"].map((value, hour) => [`2025-06-01 0${hour}:00`, value]);
  const { sums, samples } = read(rows, { columns });
  expect(sums).toEqual({ gridImport: 2_000, gridExport: 1_000 });
  expect(samples["0110"]?.values.slice(0, 5)).toEqual([-1_000, -1_000, -1_000, -1_000, 2_000]);
});

test("import and export of one hour are both kept, their curve is the difference", () => {
  const columns: ImportSettings["columns"] = [
    { column: 1, target: "gridImport", unit: "Wh", isCounter: false, isInverted: false },
    { column: 2, target: "gridExport", unit: "Wh", isCounter: false, isInverted: false },
  ];
  const { sums, samples } = read(
    [
      ["2025-06-01 10:00", "200", "500"],
      ["2025-06-01 11:00", "0", "0"],
    ],
    { columns },
  );
  expect(sums).toEqual({ gridImport: 200, gridExport: 500 });
  expect(samples["0110"]?.values[0]).toBe(-300);
});

test("problems name the line and the text, and totals are left out", () => {
  const rows = [
    ["2025-06-01 10:00", "1"],
    ["2025-06-01 11:00", "x7"],
    ["2025-13-01 12:00", "1"],
    ["Total", "2"],
  ];
  expect(read(rows)).toMatchObject({
    otherRows: 1,
    problems: [
      { code: "number", line: 3, text: "x7" },
      { code: "time", line: 4, text: "2025-13-01 12:00" },
    ],
  });
  expect(read([["2050-01-01 10:00", "1"]]).problems).toMatchObject([
    { code: "outOfRange", line: 2 },
  ]);
  expect(read([["2025-06-01 10:00", "9e15"]]).problems).toMatchObject([
    { code: "tooLarge", line: 2 },
  ]);
  expect(read([]).problems).toMatchObject([{ code: "noValues", line: null }]);
  expect(read([["2025-06-01 10:00", "1"]], { columns: [] }).problems[0]).toMatchObject({
    code: "noColumns",
  });
});

test("numbers are read with both decimal signs, groups, units and words for missing ones", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 0, max: 99 }),
      (whole, hundredths) => {
        const digits = String(hundredths).padStart(2, "0");
        const value = Number(`${whole}.${digits}`);
        expect(readNumber(`${whole}.${digits}`, ".")).toBe(value);
        expect(readNumber(`${whole},${digits} kWh`, ",")).toBe(value);
        const grouped = (sign: string) => String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, sign);
        expect(readNumber(`${grouped(",")}.${digits}`, ".")).toBe(value);
        expect(readNumber(`${grouped(".")},${digits}`, ",")).toBe(value);
        expect(readNumber(`${grouped("\u202f")},${digits}`, ",")).toBe(value);
      },
    ),
  );
  for (const word of ["", "NaN", "--", "unavailable", " - "])
    expect(readNumber(word, ".")).toBeNull();
  for (const word of ["Ok", "x7", "1 2 3 x", "1;2"]) expect(readNumber(word, ".")).toBeUndefined();
  expect(findDecimalSign(["1.5", "2.25", "1,234"])).toBe(".");
  expect(findDecimalSign(["1,5", "0,125", "1.234,5"])).toBe(",");
});

test("dates are read in every order, and the order of a file is found", () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2040, 0) }), (random) => {
      const at = Math.floor(random / MINUTE_MS) * MINUTE_MS;
      const [year, month, day, time] = new Date(at)
        .toISOString()
        .slice(0, 16)
        .split(/[-T]/) as string[];
      const same = { local: at, isDate: false };
      expect(readTime(`${year}-${month}-${day} ${time}`, "ymd")).toEqual(same);
      expect(readTime(`${year}${month}${day} ${time}:00`, "ymd")).toEqual(same);
      expect(readTime(`${day}.${month}.${year} ${time}`, "dmy")).toEqual(same);
      expect(readTime(`${month}/${day}/${year} ${time}`, "mdy")).toEqual(same);
      expect(readTime(`${year}-${month}-${day}T${time}:00Z`, "ymd")).toEqual({ at });
      expect(readTime(`${year}-${month}-${day}T${time}:00+02:00`, "ymd")).toEqual({
        at: at - 2 * HOUR_MS,
      });
      expect(readTime(String(at / 1_000), "seconds")).toEqual({ at });
      expect(readTime(String(at), "milliseconds")).toEqual({ at });
    }),
  );
  expect(readTime("06/21/2024 12:05 AM", "mdy")).toEqual({
    local: Date.UTC(2024, 5, 21, 0, 5),
    isDate: false,
  });
  expect(readTime("06/21/2024 12:05 PM", "mdy")).toEqual({
    local: Date.UTC(2024, 5, 21, 12, 5),
    isDate: false,
  });
  expect(readTime("31.02.2024", "dmy")).toBeNull();
  expect(findDateOrders(["01/02/2024", "02/02/2024", "03/02/2024"])[0]).toBe("dmy");
  expect(findDateOrders(["02/01/2024", "02/02/2024", "02/03/2024"])[0]).toBe("mdy");
  expect(findDateOrders(["01/02/2024", "13/02/2024"])).toEqual(["dmy"]);
});

test("texts are decoded by their bytes", () => {
  const text = "Straße;Größe\n1;2";
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...[...text].flatMap((sign) => [sign.charCodeAt(0), 0]),
  ]);
  expect(decodeText(new TextEncoder().encode(text))).toEqual({ text, encoding: "utf-8" });
  expect(decodeText(utf16)).toEqual({ text, encoding: "utf-16le" });
  expect(decodeText(utf16.subarray(2))).toEqual({ text, encoding: "utf-16le" });
  expect(decodeText(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))).toEqual({
    text,
    encoding: "windows-1252",
  });
  expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])).text).toBe("a");
});

test("parts together have all values of an import, in the same order each time", () => {
  const rows = Array.from({ length: 3_000 }, (_, hour) => [
    new Date(Date.UTC(2025, 0) + hour * HOUR_MS).toISOString(),
    String(hour % 7),
  ]);
  const result = read(rows);
  const parts = listParts(result);
  expect(parts.length).toBe(6);
  expect(listParts(read(rows))).toEqual(parts);
  const values = parts.flatMap(({ columns }) => Object.values(columns).flat());
  expect(values.filter((value) => value !== null).length).toBe(countValues(result));
});
