import { stringify } from "csv-stringify/browser/esm/sync";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { isSeen, isWithin } from "#app/charts/stale-periods.ts";
import type { Span } from "#domain/history/local-days.ts";

type Cells = readonly (number | string | null)[];

/** Local time of the site for a spreadsheet. */
type Clock = { timeZone: string; formatTime: (at: number) => string };

/**
 * The visible data as a table: one row for each instant at which any register has a value; other cells are empty.
 * Averages of buckets have their minimum and maximum beside them; if some of the visible data is stale, a column marks
 * it.
 * @param words title of the time column, and words for minimum, maximum and stale
 */
export function tableOf(
  lines: readonly ChartLine[],
  window: Span,
  words: { timeTitle: string; least: string; greatest: string; stale: string },
  { timeZone, formatTime }: Clock,
): string {
  const columns = lines.flatMap((line) => {
    const title = line.unit === "" ? line.name : `${line.name} (${line.unit})`;
    const { at, value, min, max, stale } = line;
    const beside = (word: string, cells: Cells) => ({ title: `${title}, ${word}`, line, cells });
    return [
      { title, line, cells: value },
      ...(min && max ? [beside(words.least, min), beside(words.greatest, max)] : []),
      ...(isSeen(stale, window)
        ? [
            beside(
              words.stale,
              at.map((one) => (isWithin(stale, one) ? words.stale : null)),
            ),
          ]
        : []),
    ];
  });
  const instants = new Set<number>();
  for (const { at } of lines)
    for (const one of at) if (one >= window.from && one <= window.to) instants.add(one);
  const places = new Map(
    lines.map((line) => [line, new Map(line.at.map((at, place) => [at, place]))]),
  );
  const rows = [...instants]
    .sort((one, other) => one - other)
    .map((at) => [
      new Date(at).toISOString(),
      formatTime(at),
      ...columns.map(({ line, cells }) => cells[places.get(line)?.get(at) ?? -1] ?? null),
    ]);
  const head = ["UTC", `${words.timeTitle} (${timeZone})`, ...columns.map(({ title }) => title)];
  return stringify([head, ...rows], {
    bom: true,
    escape_formulas: true,
    quoted_string: true,
    record_delimiter: "windows",
  });
}
