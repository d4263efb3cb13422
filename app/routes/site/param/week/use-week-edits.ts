import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Setting } from "../setting.ts";
import { clearPeriod } from "./edit-period.ts";
import {
  inputsOfRow,
  newConflicts,
  newPeriod,
  type Timetable,
  type TimetableRow,
} from "./timetable.ts";
import type { WeekText } from "./use-week-text.ts";

/** A row that is edited in the dialog; it is part of the draft once it is applied. */
export type EditedRow = { place: number; row: TimetableRow; isNew: boolean };

/** Announcement of the picture: the edit that was done, or why it was refused. */
type Notice = { text: string; isRefusal: boolean };

/** Edits the rows of a timetable in the draft; a row that would overlap another one is refused with the reason. */
export function useWeekEdits(
  timetable: Timetable,
  text: WeekText,
  type: (setting: Setting, typed: string) => void,
) {
  const { t } = useTranslation("param");
  const [notice, setNotice] = useState<Notice | null>(null);
  const [edited, setEdited] = useState<EditedRow | null>(null);
  const { rows } = timetable;
  const { noun, nameOf, timesText, daysText } = text;

  const refuse = (reason: string) => setNotice({ text: reason, isRefusal: true });
  const write = (place: number, row: TimetableRow) => {
    for (const { setting, typed } of inputsOfRow(timetable, place, row)) type(setting, typed);
  };

  /** Why a row cannot be as wanted: the other row that it would overlap; null if it can. */
  function overlapOf(place: number, row: TimetableRow): string | null {
    const [other] = newConflicts(rows, place, row);
    return other === undefined
      ? null
      : t("timetable.conflict", { name: nameOf(place), other: nameOf(other) });
  }

  /** @param row null if the edit has no result, such as a period without a duration */
  function change(place: number, row: TimetableRow | null): boolean {
    if (row === null) {
      refuse(t(`timetable.${noun}.limit`));
      return false;
    }
    const overlap = overlapOf(place, row);
    if (overlap !== null) {
      refuse(overlap);
      return false;
    }
    write(place, row);
    const done = { name: nameOf(place), times: timesText(row), days: daysText(row) };
    setNotice({ text: t("timetable.moved", done), isRefusal: false });
    return true;
  }

  function remove(place: number): void {
    const row = rows[place];
    if (!row) return;
    write(place, clearPeriod(row));
    setNotice({ text: t("timetable.removed", { name: nameOf(place) }), isRefusal: false });
  }

  /** @param drawn days and times that were drawn; by default the first free ones */
  function add(drawn?: Pick<TimetableRow, "start" | "end" | "days">): void {
    const free = newPeriod({ rows });
    if (free === null) {
      const isFull = rows.every((row) => row === null || row.start !== row.end);
      const count = rows.filter((row) => row !== null).length;
      refuse(isFull ? t("timetable.full", { count }) : t("timetable.noGap"));
      return;
    }
    const row = { ...free.row, ...drawn };
    const overlap = overlapOf(free.place, row);
    if (overlap !== null) {
      refuse(overlap);
      return;
    }
    setNotice(null);
    setEdited({ place: free.place, row, isNew: true });
  }

  const edit = (place: number) => {
    const row = rows[place];
    if (!row) return;
    setNotice(null);
    setEdited({ place, row, isNew: false });
  };

  return { notice, edited, change, remove, add, edit, refuse, close: () => setEdited(null) };
}

export type WeekEdits = ReturnType<typeof useWeekEdits>;
