import { instantsOfStamps, numbersOf, readTable } from "./read-table.ts";
import { type RecordedHistory, siteDevice, siteGauge, toHistory } from "./recorded-history.ts";

/** A day of a hybrid inverter's portal, up to the moment of the export (recordings/vendor-exports.md). */
export function readSungrow(text: string, timeZone = "Europe/Berlin"): RecordedHistory {
  const table = readTable(text, ",");
  const times = instantsOfStamps(
    timeZone,
    table.rows.map(([stamp = ""]) => stamp.split(" ") as [string, string]),
  );
  const discharge = numbersOf(table, "Batterie(W)");
  return toHistory(timeZone, times, [
    siteDevice([
      siteGauge("0100", numbersOf(table, "PV-Ertrag(W)")),
      siteGauge("0110", numbersOf(table, "Netz(W)")),
      siteGauge("0120", numbersOf(table, "Gesamtverbrauch(W)")),
      siteGauge(
        "0130",
        discharge.map((watts) => (watts === null ? null : 0 - watts)),
      ),
    ]),
  ]);
}
