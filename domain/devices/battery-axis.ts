import { SITE_EQUIPMENT } from "../registers/address-parts.ts";
import type { RegisterValue } from "../registers/register.ts";
import { equipmentTypeOf } from "./equipment-types.ts";

/** How a battery's charge is shown: in percent, or as its voltage if the percentage is unknown. */
export type BatteryAxis = "percent" | "volts";

/** Description of a piece of equipment by its logger, as far as it identifies a battery. */
export type DescribedPiece = {
  address: string;
  model?: string | undefined;
  registers: readonly {
    register: string;
    name?: string | undefined;
    options?: Readonly<Record<string, string>> | undefined;
  }[];
};

const SOC = "0134";
const VOLTAGE = "0131";

/** A monitor that counts the charge flowing into and out of a battery of any chemistry. */
const COUNTING_MONITOR = /\bBM-?500\b/i;
/** Words of a lithium battery's model. */
export const LITHIUM_MODEL = /\bli-?ion\b|lithium|lfp|life?po4?|pylon|smile ?5/i;
/** Words of a lead battery's model. */
export const LEAD_MODEL = /\blead\b|lead-|\bagm\b|\bgel\b|opz[sv]|\bvrla\b|flooded|traction/i;
const BATTERY_TYPE = /battery.?type|chemistry/i;

/**
 * Returns the axis of a site's battery (specification, section 9): percent for lithium or a BM500, otherwise volts. A
 * battery that is reported as neither lithium nor lead has a BMS that reports its charge.
 * @param readValue newest value of a register, by its full address
 * @returns null if the site reports no battery
 */
export function batteryAxisOf(
  tree: readonly DescribedPiece[],
  readValue: (address: string) => RegisterValue | undefined,
): BatteryAxis | null {
  const own = tree.find(({ address }) => address === SITE_EQUIPMENT)?.registers ?? [];
  const has = (number: string) => own.some(({ register }) => register === number);
  if (!has(SOC)) return has(VOLTAGE) ? "volts" : null;
  if (tree.some(({ model = "" }) => COUNTING_MONITOR.test(model))) return "percent";
  const words = tree.flatMap((piece) => wordsOf(piece, readValue));
  if (words.some((word) => LITHIUM_MODEL.test(word))) return "percent";
  const isLead = words.some((word) => LEAD_MODEL.test(word));
  return isLead && has(VOLTAGE) ? "volts" : "percent";
}

/** Lists the texts that name a battery's chemistry: its model and its configured type. */
function wordsOf(
  { address, model = "", registers }: DescribedPiece,
  readValue: (address: string) => RegisterValue | undefined,
): string[] {
  const isBattery = equipmentTypeOf(address.slice(0, 4)) === "battery";
  const chosen = registers
    .filter(({ name = "" }) => BATTERY_TYPE.test(name))
    .map(({ register, options }) => {
      const value = readValue(address + register);
      return options?.[String(value)] ?? (typeof value === "string" ? value : "");
    });
  return [...chosen, ...(isBattery ? [model] : [])];
}
