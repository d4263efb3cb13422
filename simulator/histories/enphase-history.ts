import { HOUR_MS } from "#domain/units/durations.ts";
import { instantsOfStamps, numbersOf, readTable } from "./read-table.ts";
import { type RecordedHistory, siteCounter, siteDevice, toHistory } from "./recorded-history.ts";

/**
 * Hourly energies of 679 days, stamped with the beginning of each hour (recordings/vendor-exports.md), as lifetime
 * counters that step at the end of the hour.
 */
export function readEnphase(text: string, timeZone = "Europe/Amsterdam"): RecordedHistory {
  const table = readTable(text, ",");
  const hours = instantsOfStamps(
    timeZone,
    table.rows.map(([stamp = ""]) => {
      const [date = "", time = ""] = stamp.split(" ");
      const [month, day, year] = date.split("/");
      return [`${year}-${month}-${day}`, time];
    }),
  );
  const counter = (name: string) => addUp(numbersOf(table, name));
  return toHistory(
    timeZone,
    [hours[0] ?? 0, ...hours.map((at) => at + HOUR_MS)],
    [
      siteDevice([
        siteCounter("0200", counter("Energy Produced (Wh)")),
        siteCounter("0201", counter("Imported from Grid (Wh)")),
        siteCounter("0202", counter("Exported to Grid (Wh)")),
        siteCounter("0203", counter("Energy Consumed (Wh)")),
      ]),
    ],
  );
}

function addUp(energies: readonly (number | null)[]): number[] {
  let sum = 0;
  return [0, ...energies.map((energy) => (sum += energy ?? 0))];
}
