import { instantsOfStamps, numbersOf, readTable, type Table } from "./read-table.ts";
import { type RecordedHistory, siteDevice, siteGauge, toHistory } from "./recorded-history.ts";

/** The spelling of the column differs between exports. */
const CHARGE = ["Akkubeladung [kW]", "Akku-Beladung [kW]"];
const DISCHARGE = ["Akkuentnahme [kW]", "Akku-Entnahme [kW]"];

/**
 * Reads the export of a storage system: kW with a decimal comma, import and export in separate columns
 * (recordings/vendor-exports.md).
 */
export function readSenec(text: string, timeZone = "Europe/Berlin"): RecordedHistory {
  const table = readTable(text, ";");
  const times = instantsOfStamps(
    timeZone,
    table.rows.map(([stamp = ""]) => {
      const [date = "", time = ""] = stamp.split(" ");
      return [date.split(".").toReversed().join("-"), time];
    }),
  );
  const watts = (name: string) => numbersOf(table, name).map(toWatts);
  return toHistory(timeZone, times, [
    siteDevice([
      siteGauge("0100", watts("Stromerzeugung [kW]")),
      siteGauge("0110", subtract(watts("Netzbezug [kW]"), watts("Netzeinspeisung [kW]"))),
      siteGauge("0120", watts("Stromverbrauch [kW]")),
      siteGauge("0130", subtract(watts(named(table, CHARGE)), watts(named(table, DISCHARGE)))),
      siteGauge("0131", numbersOf(table, "Akku Spannung [V]")),
      siteGauge("0132", numbersOf(table, "Akku Stromstärke [A]")),
    ]),
  ]);
}

function named({ head }: Table, names: readonly string[]): string {
  return names.find((name) => head.includes(name)) ?? (names[0] as string);
}

/** The export has six decimals of a kW. */
function toWatts(kilowatts: number | null): number | null {
  return kilowatts === null ? null : Math.round(kilowatts * 1_000_000) / 1_000;
}

function subtract(from: (number | null)[], what: (number | null)[]): (number | null)[] {
  return from.map((value, index) => {
    const other = what[index] ?? null;
    return value === null || other === null ? null : Math.round((value - other) * 1_000) / 1_000;
  });
}
