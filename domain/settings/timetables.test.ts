import fc from "fast-check";
import { expect, test } from "vitest";
import { CATALOGUE } from "../registers/catalogue/catalogue.ts";
import { TIME_ROWS } from "../registers/catalogue/timetables.ts";
import {
  findPeriodConflicts,
  freeRow,
  periodAt,
  periodRegister,
  readTimeControl,
  type TimeControlRow,
  writeTimeControlRow,
} from "./time-control.ts";
import {
  findTariffConflicts,
  priceAt,
  readTariffs,
  tariffRegister,
  writeTariffRow,
} from "./time-of-use.ts";
import { EVERY_DAY } from "./week-mask.ts";

const names = (registers: string[]) =>
  registers.map((register) => CATALOGUE.get("0033")?.get(register)?.name);

test("fields of rows are the registers of the catalogue", () => {
  expect(
    names([tariffRegister(0, "start"), tariffRegister(1, "end"), tariffRegister(7, "price")]),
  ).toEqual(["tariffStart 1", "tariffEnd 2", "tariffPrice 8"]);
  expect(
    names([
      periodRegister(0, "start"),
      periodRegister(0, "end"),
      periodRegister(0, "reservedSoc"),
      periodRegister(0, "acCharge"),
      periodRegister(0, "offAtSoc"),
      periodRegister(7, "days"),
    ]),
  ).toEqual([
    "periodStart 1",
    "periodEnd 1",
    "periodReservedSoc 1",
    "periodAcCharge 1",
    "periodOffAtSoc 1",
    "periodDays 8",
  ]);
});

const anyRow: fc.Arbitrary<TimeControlRow> = fc.record({
  start: fc.nat(1_439),
  end: fc.nat(1_440),
  reservedSoc: fc.integer({ min: 5, max: 100 }),
  acCharge: fc.boolean(),
  offAtSoc: fc.boolean(),
  days: fc.nat(EVERY_DAY),
});

test("rows of the time control are read as they were written", () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: TIME_ROWS }), (rows) => {
      const values = new Map(
        rows
          .flatMap((row, place) => writeTimeControlRow(place, row))
          .map(({ register, value }) => [register, value]),
      );
      const read = readTimeControl((register) => values.get(register));
      expect(read.slice(0, rows.length)).toEqual(rows);
      expect(read.slice(rows.length).every((row) => row === null)).toBe(true);
    }),
  );
});

const row = (start: number, end: number, days = EVERY_DAY): TimeControlRow => ({
  start,
  end,
  reservedSoc: 20,
  acCharge: true,
  offAtSoc: false,
  days,
});

test("periods conflict only on common days", () => {
  expect(findPeriodConflicts([row(0, 360, 0b1), null, row(300, 600, 0b10)])).toEqual([]);
  expect(findPeriodConflicts([row(0, 360, 0b11), null, row(300, 600, 0b10)])).toEqual([[0, 2]]);
});

test("the period of an instant is found, through midnight too", () => {
  const night = row(1_320, 360, 0b1);
  expect(periodAt([null, night], 0, 1_400)).toBe(night);
  expect(periodAt([null, night], 1, 100)).toBe(night);
  expect(periodAt([null, night], 2, 100)).toBeNull();
});

test("a new period goes into the first row that is not used", () => {
  expect(freeRow([row(0, 60), row(0, 0), row(5, 5)])).toBe(1);
  expect(freeRow([row(0, 60), null])).toBeNull();
});

test("tariffs have a price at every minute that a row covers", () => {
  const rows = [
    { start: 0, end: 360, price: 0.12 },
    { start: 360, end: 1_260, price: 0.31 },
    { start: 1_260, end: 1_380, price: 0.45 },
  ];
  expect(findTariffConflicts(rows)).toEqual([]);
  expect([0, 359, 360, 1_300, 1_380].map((minute) => priceAt(rows, minute))).toEqual([
    0.12,
    0.12,
    0.31,
    0.45,
    null,
  ]);
  expect(findTariffConflicts([...rows, { start: 1_379, end: 1_440, price: 0.2 }])).toEqual([
    [2, 3],
  ]);
});

test("a tariff row is read as it was written", () => {
  const row = { start: 1_320, end: 360, price: -0.0125 };
  const values = new Map(
    writeTariffRow(3, row).map(({ register, value }) => [register, value] as const),
  );
  expect(readTariffs((register) => values.get(register))[3]).toEqual(row);
});

test("a tariff row without a price is no row", () => {
  const values = new Map([
    [tariffRegister(0, "start"), 0],
    [tariffRegister(0, "end"), 60],
    [tariffRegister(1, "start"), 60],
    [tariffRegister(1, "end"), 120],
    [tariffRegister(1, "price"), 0.2],
  ]);
  expect(readTariffs((register) => values.get(register)).slice(0, 3)).toEqual([
    null,
    { start: 60, end: 120, price: 0.2 },
    null,
  ]);
});
