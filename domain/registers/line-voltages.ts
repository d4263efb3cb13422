import { SITE_EQUIPMENT } from "./address-parts.ts";

const NONE: readonly string[] = [];
/** The phases of the grid, whose frequency is one. */
const GRID_VOLTAGES = ["0118", "0119", "011A"].map((register) => SITE_EQUIPMENT + register);
const GRID_FREQUENCY = `${SITE_EQUIPMENT}011C`;

/** The registers of the voltages of the line that a register measures the frequency of; none of any other register. */
export function lineVoltagesOf(address: string): readonly string[] {
  return address === GRID_FREQUENCY ? GRID_VOLTAGES : NONE;
}

/** The register of the frequency that a voltage decides about; null of any other register. */
export function frequencyOfLine(voltageAddress: string): string | null {
  return GRID_VOLTAGES.includes(voltageAddress) ? GRID_FREQUENCY : null;
}
