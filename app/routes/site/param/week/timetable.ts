import type { RegisterValue } from "#domain/registers/register.ts";
import {
  freeRow,
  periodRegister,
  readTimeControl,
  type TimeControlRow,
  writeTimeControlRow,
} from "#domain/settings/time-control.ts";
import { readTariffs, tariffRegister, writeTariffRow } from "#domain/settings/time-of-use.ts";
import { DAY_MINUTES, findConflicts, isUsed } from "#domain/settings/week-intervals.ts";
import { EVERY_DAY } from "#domain/settings/week-mask.ts";
import type { Setting } from "../setting.ts";
import { type Draft, inputOf, readInput } from "../setting-draft.ts";

/** A row of either timetable: a tariff applies every day and has a price, a period of the time control has the rest. */
export type TimetableRow = TimeControlRow & { price: number };

/** Sections whose settings are a timetable. */
export const TIMETABLES = ["time of use", "time control"] as const;
export type TimetableKind = (typeof TIMETABLES)[number];

/** A timetable of a piece of equipment, as the draft leaves it. */
export type Timetable = {
  kind: TimetableKind;
  /** Rows by their places; a row that the equipment does not have, or whose values are not known, is null. */
  rows: readonly (TimetableRow | null)[];
  /** Settings of each row, in the order of its fields. */
  fields: readonly (readonly Setting[])[];
};

const NO_ROW: TimetableRow = {
  ...{ start: 0, end: 0, days: EVERY_DAY },
  ...{ price: 0, reservedSoc: 0, acCharge: false, offAtSoc: false },
};

/** Returns the timetable that a section shows; null if it has none. */
export function readTimetable(
  section: string | undefined,
  settings: readonly Setting[],
  draft: Draft,
): Timetable | null {
  const kind = TIMETABLES.find((one) => one === section);
  if (kind === undefined) return null;
  const own = new Map(settings.filter(isOfRow).map((one) => [one.register, one]));
  const read = (register: string) => {
    const setting = own.get(register);
    return setting && valueAfter(setting, draft);
  };
  const rows =
    kind === "time of use"
      ? readTariffs(read).map((row) => row && { ...NO_ROW, ...row })
      : readTimeControl(read).map((row) => row && { ...NO_ROW, ...row });
  if (rows.every((row) => row === null)) return null;
  const fields = rows.map((_, place) =>
    registersOf(kind, place).flatMap((register) => own.get(register) ?? []),
  );
  return { kind, rows, fields };
}

/** Registers of a timetable have these names of the catalogue; others may have the same numbers by chance. */
const ROW_NAME =
  /^(tariff(Start|End|Price)|period(Start|End|ReservedSoc|AcCharge|OffAtSoc|Days)) \d$/;

/** Whether a setting is a field of a row. */
export function isOfRow({ name }: Setting): boolean {
  return ROW_NAME.test(name ?? "");
}

/** Value of a setting as the draft leaves it; the present one while the input is none. */
function valueAfter(setting: Setting, draft: Draft): RegisterValue {
  const entry = draft[setting.address];
  if (entry === undefined) return setting.value;
  const read = readInput(setting, entry.typed);
  return "value" in read ? read.value : setting.value;
}

function registersOf(kind: TimetableKind, place: number): string[] {
  return kind === "time of use"
    ? (["start", "end", "price"] as const).map((field) => tariffRegister(place, field))
    : (["start", "end", "days", "reservedSoc", "acCharge", "offAtSoc"] as const).map((field) =>
        periodRegister(place, field),
      );
}

/** Returns the inputs that give a row its values. */
export function inputsOfRow(
  { kind, fields }: Timetable,
  place: number,
  row: TimetableRow,
): { setting: Setting; typed: string }[] {
  const written =
    kind === "time of use" ? writeTariffRow(place, row) : writeTimeControlRow(place, row);
  return written.flatMap(({ register, value }) => {
    const setting = fields[place]?.find((one) => one.register === register);
    const typed = setting === undefined ? null : inputOf(setting, value);
    return setting === undefined || typed === null ? [] : [{ setting, typed }];
  });
}

/** Places of the rows that overlap a row on any day. */
export function conflictsOf(rows: readonly (TimetableRow | null)[], place: number): number[] {
  return findConflicts(rows.map((row) => row ?? NO_ROW)).flatMap(([one, other]) =>
    one === place ? [other] : other === place ? [one] : [],
  );
}

/** Returns the places that a row would newly overlap. */
export function newConflicts(
  rows: readonly (TimetableRow | null)[],
  place: number,
  row: TimetableRow,
): number[] {
  const before = conflictsOf(rows, place);
  return conflictsOf(withRow(rows, place, row), place).filter((one) => !before.includes(one));
}

export function withRow(
  rows: readonly (TimetableRow | null)[],
  place: number,
  row: TimetableRow,
): (TimetableRow | null)[] {
  return rows.map((one, index) => (index === place ? row : one));
}

/** Returns the place of the first row that is not used; null if all are. */
export function freePlace({ rows }: Pick<Timetable, "rows">): number | null {
  return freeRow(rows);
}

/** Lengths of a new period, minutes, the longest first. */
const NEW_LENGTHS = [240, 120, 60, 15] as const;
const HOUR_MINUTES = 60;

/** Returns a free row with a period that overlaps none: null if all rows, or all hours, are taken. */
export function newPeriod({
  rows,
}: Pick<Timetable, "rows">): { place: number; row: TimetableRow } | null {
  const place = freePlace({ rows });
  const before = place === null ? null : rows[place];
  if (place === null || !before) return null;
  for (const length of NEW_LENGTHS)
    for (let start = 0; start + length <= DAY_MINUTES; start += Math.min(length, HOUR_MINUTES)) {
      const row = { ...before, start, end: start + length, days: EVERY_DAY };
      if (conflictsOf(withRow(rows, place, row), place).length === 0) return { place, row };
    }
  return null;
}

/** Whether a row is used, so that the picture shows it. */
export function isShown(row: TimetableRow | null): row is TimetableRow {
  return row !== null && isUsed(row);
}
