import { SITE_EQUIPMENT } from "./address-parts.ts";

const NONE: readonly string[] = [];
/** Voltages of the phases of the grid, which have one common frequency. */
const GRID_VOLTAGES = ["0118", "0119", "011A"].map((register) => SITE_EQUIPMENT + register);
const GRID_FREQUENCY = `${SITE_EQUIPMENT}011C`;

/** Returns the addresses of the voltages of the line whose frequency a register measures; empty for other registers. */
export function lineVoltagesOf(address: string): readonly string[] {
  return address === GRID_FREQUENCY ? GRID_VOLTAGES : NONE;
}

/** Returns the address of the frequency that is valid only if this voltage is present; null for other registers. */
export function frequencyOfLine(voltageAddress: string): string | null {
  return GRID_VOLTAGES.includes(voltageAddress) ? GRID_FREQUENCY : null;
}
