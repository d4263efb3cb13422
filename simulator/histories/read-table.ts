import { instantAt, instantsAt, parseDay } from "#domain/history/local-days.ts";

/** Cells of a file without quotes and with any line endings, which may begin with descriptive lines. */
export type Table = { head: string[]; rows: string[][] };

/**
 * Splits a text into cells.
 * @param headAt index of the line with the column names
 * @param from index of the line with the first row
 */
export function readTable(text: string, separator: string, headAt = 0, from = headAt + 1): Table {
  const lines = text.replace(/^\uFEFF/, "").split(/\r*\n/);
  const rows = lines.slice(from).filter((line) => line !== "");
  return {
    head: (lines[headAt] ?? "").split(separator),
    rows: rows.map((line) => line.split(separator)),
  };
}

/** A column of numbers by its name; other texts become null. `nth` selects among columns of the same name. */
export function numbersOf({ head, rows }: Table, name: string, nth = 0): (number | null)[] {
  const places = head.flatMap((cell, place) => (cell.trim() === name ? [place] : []));
  const place = places[nth];
  if (place === undefined) throw new Error(`there is no column ${name}`);
  return rows.map((row) => toNumber(row[place]));
}

export function toNumber(cell: string | undefined): number | null {
  const text = cell?.trim().replace(",", ".") ?? "";
  const value = Number(text);
  return text === "" || !Number.isFinite(value) ? null : value;
}

/**
 * Converts local timestamps of ascending rows to instants: the second occurrence of a stamp is an hour later.
 * @param stamps YYYY-MM-DD and HH:MM or HH:MM:SS
 */
export function instantsOfStamps(
  timeZone: string,
  stamps: readonly (readonly [date: string, time: string])[],
): number[] {
  let last = Number.NEGATIVE_INFINITY;
  return stamps.map(([date, time]) => {
    const day = parseDay(date);
    const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
    if (day === null || Number.isNaN(hours + minutes + seconds))
      throw new Error(`${date} ${time} is no time`);
    const msOfDay = ((hours * 60 + minutes) * 60 + seconds) * 1_000;
    const candidates = instantsAt(timeZone, day, msOfDay);
    last = candidates.find((at) => at > last) ?? instantAt(timeZone, day, msOfDay);
    return last;
  });
}
