import { stringify } from "csv-stringify/browser/esm/sync";
import type { Span } from "#domain/history/local-days.ts";
import type { ChartLine } from "../../../../charts/chart-lines.ts";

/** What a spreadsheet needs to know of the site's clock. */
type Clock = { timeZone: string; formatTime: (at: number) => string };

/**
 * What is seen, as a table: a row for each instant at which any of the registers has a value, and its cell empty where
 * another has none. Averages of buckets have their least and greatest beside them.
 * @param timeTitle what the column of times is called
 */
export function tableOf(
  lines: readonly ChartLine[],
  window: Span,
  { timeTitle, least, greatest }: { timeTitle: string; least: string; greatest: string },
  { timeZone, formatTime }: Clock,
): string {
  const columns = lines.flatMap((line) => {
    const title = line.unit === "" ? line.name : `${line.name} (${line.unit})`;
    const { value, min, max } = line;
    if (min === undefined || max === undefined) return [{ title, line, figures: value }];
    return [
      { title, line, figures: value },
      { title: `${title}, ${least}`, line, figures: min },
      { title: `${title}, ${greatest}`, line, figures: max },
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
      ...columns.map(({ line, figures }) => figures[places.get(line)?.get(at) ?? -1] ?? null),
    ]);
  const head = ["UTC", `${timeTitle} (${timeZone})`, ...columns.map(({ title }) => title)];
  return stringify([head, ...rows], {
    bom: true,
    escape_formulas: true,
    quoted_string: true,
    record_delimiter: "windows",
  });
}
