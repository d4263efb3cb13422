import { expect, test } from "vitest";
import type { Setting } from "../setting.ts";
import { type Draft, listChanged, toItems, typeInto } from "../setting-draft.ts";
import {
  conflictsOf,
  inputsOfRow,
  newConflicts,
  newPeriod,
  readTimetable,
  type Timetable,
  type TimetableRow,
} from "./timetable.ts";
import { keyEdit } from "./week-keys.ts";

const BASE: Omit<Setting, "address" | "register" | "name" | "value"> = {
  ...{ kind: "setting", access: "rw", unit: "", endurance: 10_000, at: null, writes: 0 },
  ...{ writesToday: 0, drift: null, isDriftIgnored: false, limits: {} },
};

function makeSetting(register: string, name: string, value: number, more: Partial<Setting> = {}) {
  return { ...BASE, ...more, address: `003311${register}`, register, name, value };
}

const time = { unit: "min", format: "time", limits: { min: 0, max: 1_440, step: 1 } };

function makePeriod(place: number, [start, end, days]: [number, number, number]): Setting[] {
  const register = (field: number) =>
    (0x1a10 + place * 8 + field).toString(16).toUpperCase().padStart(4, "0");
  const group = { group: `period ${place + 1}` };
  const name = (field: string) => `${field} ${place + 1}`;
  return [
    makeSetting(register(0), name("periodStart"), start, { ...time, ...group }),
    makeSetting(register(1), name("periodEnd"), end, { ...time, ...group }),
    makeSetting(register(2), name("periodReservedSoc"), 50, { unit: "%", ...group }),
    makeSetting(register(3), name("periodAcCharge"), 1, group),
    makeSetting(register(4), name("periodOffAtSoc"), 0, group),
    makeSetting(register(5), name("periodDays"), days, { format: "week", ...group }),
  ];
}

const WORKDAYS = 0b001_1111;
const WEEKEND = 0b110_0000;

const SETTINGS = [
  ...makePeriod(0, [1_320, 360, WORKDAYS]),
  ...makePeriod(1, [600, 720, WEEKEND]),
  ...makePeriod(2, [0, 0, 0]),
];

function read(settings: readonly Setting[], draft: Draft = {}): Timetable {
  const timetable = readTimetable("time control", settings, draft);
  if (timetable === null) throw new Error("there is no timetable");
  return timetable;
}

function rowAt(timetable: Timetable, place: number): TimetableRow {
  const row = timetable.rows[place];
  if (!row) throw new Error(`there is no row ${place}`);
  return row;
}

test("a timetable has the rows that the equipment describes, as the draft leaves them", () => {
  const [start] = SETTINGS;
  if (start === undefined) throw new Error("there is no setting");
  const timetable = read(SETTINGS, typeInto({}, start, "23:00"));
  expect(rowAt(timetable, 0)).toMatchObject({ start: 1_380, end: 360, days: WORKDAYS });
  expect(timetable.rows.slice(3).every((row) => row === null)).toBe(true);
  expect(readTimetable("battery", SETTINGS, {})).toBeNull();
  expect(readTimetable("time of use", SETTINGS, {})).toBeNull();
});

test("registers of a timetable that have other names are no rows", () => {
  const foreign = SETTINGS.map((one) => ({ ...one, name: `relay ${one.register}` }));
  expect(readTimetable("time control", foreign, {})).toBeNull();
});

test("an edited row becomes one change with all registers of its group", () => {
  const timetable = read(SETTINGS);
  const row = { ...rowAt(timetable, 1), start: 615 };
  const draft = inputsOfRow(timetable, 1, row).reduce<Draft>(
    (typed, input) => typeInto(typed, input.setting, input.typed),
    {},
  );
  expect(Object.keys(draft)).toEqual(["0033111A18"]);
  const items = toItems(SETTINGS, listChanged(SETTINGS, draft));
  expect(items.map(({ address }) => address.slice(6))).toEqual([
    ...["1A18", "1A19", "1A1A", "1A1B", "1A1C", "1A1D"],
  ]);
  expect(items[0]).toEqual({ address: "0033111A18", value: 615, expected: 600 });
});

test("a row conflicts only with those that it newly overlaps", () => {
  const { rows } = read(SETTINGS);
  const weekend = rowAt(read(SETTINGS), 1);
  // The night of Friday ends on Saturday at 6:00.
  expect(newConflicts(rows, 1, { ...weekend, start: 300 })).toEqual([0]);
  expect(newConflicts(rows, 1, { ...weekend, start: 360 })).toEqual([]);
  const broken = read([...makePeriod(0, [0, 600, WORKDAYS]), ...makePeriod(1, [300, 700, 1])]);
  expect(conflictsOf(broken.rows, 1)).toEqual([0]);
  expect(newConflicts(broken.rows, 1, { ...rowAt(broken, 1), start: 400 })).toEqual([]);
});

test("a new period takes a free row and overlaps none; without a free row there is none", () => {
  expect(newPeriod(read(SETTINGS))).toMatchObject({ place: 2, row: { start: 360, end: 600 } });
  expect(newPeriod(read(SETTINGS.slice(0, 12)))).toBeNull();
  const full = [...makePeriod(0, [0, 1_440, WORKDAYS]), ...makePeriod(1, [0, 0, 0])];
  expect(newPeriod(read(full))).toBeNull();
});

const KEY = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };
const WIDE = { isTall: false, hasDays: true };

test("keys move a row along the time and across the days, in the direction of the picture", () => {
  const row = rowAt(read(SETTINGS), 1);
  const edit = (key: string, more: Partial<typeof KEY> = {}, picture = WIDE) =>
    keyEdit({ ...KEY, ...more, key }, row, picture);
  expect(edit("ArrowRight")).toEqual({ row: { ...row, start: 615, end: 735 } });
  expect(edit("ArrowDown")).toEqual({ row: { ...row, days: 0b100_0001 } });
  expect(edit("ArrowRight", { shiftKey: true })).toEqual({ row: { ...row, end: 735 } });
  expect(edit("ArrowUp", { shiftKey: true })).toEqual({ row: { ...row, days: 0b010_0000 } });
  expect(edit("ArrowDown", { shiftKey: true })).toEqual({ row: null });
  const tall = { isTall: true, hasDays: true };
  expect(edit("ArrowDown", {}, tall)).toEqual(edit("ArrowRight"));
  expect(edit("ArrowRight", {}, tall)).toEqual(edit("ArrowDown"));
  expect(edit("Delete")).toEqual({ isRemoved: true });
});

test("keys of the browser, and those that mean nothing, do nothing", () => {
  const row = rowAt(read(SETTINGS), 1);
  const edit = (key: string, more: Partial<typeof KEY> = {}, hasDays = true) =>
    keyEdit({ ...KEY, ...more, key }, row, { isTall: false, hasDays });
  expect(edit("ArrowLeft", { altKey: true })).toBeUndefined();
  expect(edit("ArrowRight", { metaKey: true })).toBeUndefined();
  expect(edit("Enter")).toBeUndefined();
  expect(edit("ArrowDown", {}, false)).toBeUndefined();
});
