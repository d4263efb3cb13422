import { instantsOfStamps, numbersOf, readTable } from "./read-table.ts";
import {
  gauge,
  type HistoryRegister,
  type RecordedHistory,
  siteCounter,
  siteDevice,
  siteGauge,
  toHistory,
} from "./recorded-history.ts";

const NAMES_AT = 6;
const ROWS_FROM = 9;
/** The inverter's own registers: number, name, unit, the column of the file, and its index among equal names. */
const OWN = [
  ["0111", "AC output current u", "A", "GridMs.A.phsA (Avg)", 0],
  ["0112", "AC output current v", "A", "GridMs.A.phsB (Avg)", 0],
  ["0113", "AC output current w", "A", "GridMs.A.phsC (Avg)", 0],
  ["0120", "PV power 1", "W", "DcMs.Watt (Avg)", 0],
  ["0121", "PV power 2", "W", "DcMs.Watt (Avg)", 1],
  ["0122", "PV voltage 1", "V", "DcMs.Vol (Avg)", 0],
  ["0123", "PV voltage 2", "V", "DcMs.Vol (Avg)", 1],
  ["0124", "PV current 1", "A", "DcMs.Amp (Avg)", 0],
  ["0125", "PV current 2", "A", "DcMs.Amp (Avg)", 1],
  ["0130", "Power factor", "", "GridMs.TotPFPrc (Avg)", 0],
  ["0131", "Insulation resistance", "Ω", "Isolation.LeakRis", 0],
  ["0132", "Residual current", "A", "Isolation.FltA (Avg)", 0],
] as const;

/** Two weeks of a three-phase inverter every five minutes, without values at night (recordings/vendor-exports.md). */
export function readSma(text: string, timeZone = "Europe/Berlin"): RecordedHistory {
  const table = readTable(text, ",", NAMES_AT, ROWS_FROM);
  const times = instantsOfStamps(
    timeZone,
    table.rows.map(([stamp = ""]) => {
      const [date = "", time = ""] = stamp.split(" ");
      return [date.split(".").toReversed().join("-"), time];
    }),
  );
  const site = (register: string, name: string) => siteGauge(register, numbersOf(table, name));
  const own = OWN.map(([register, name, unit, column, nth]): HistoryRegister => {
    const { described, values } = gauge(register, name, unit, numbersOf(table, column, nth));
    if (unit !== "") return { described, values };
    const { unit: _, ...bare } = described;
    return { described: bare, values };
  });
  return toHistory(timeZone, times, [
    siteDevice([
      site("0100", "GridMs.TotW (Avg)"),
      site("0101", "GridMs.W.phsA (Avg)"),
      site("0102", "GridMs.W.phsB (Avg)"),
      site("0103", "GridMs.W.phsC (Avg)"),
      site("0105", "GridMs.TotW (Avg)"),
      site("0118", "GridMs.PhV.phsA (Avg)"),
      site("0119", "GridMs.PhV.phsB (Avg)"),
      site("011A", "GridMs.PhV.phsC (Avg)"),
      site("011C", "GridMs.Hz (Avg)"),
      siteCounter("0200", numbersOf(table, "Metering.TotWhOut")),
    ]),
    { address: "005F11", typeCode: "005F", model: "SUNNY TRIPOWER 8.0", registers: own },
  ]);
}
