import { SITE_EQUIPMENT } from "./address-parts.ts";
import { type DescribedRegister, describeRegister } from "./describe-register.ts";
import type { Equipment } from "./equipment.ts";

/** Voltages of the phases of the grid, which have one common frequency. */
const GRID_VOLTAGES = ["0118", "0119", "011A"].map((register) => SITE_EQUIPMENT + register);
const GRID_FREQUENCY = `${SITE_EQUIPMENT}011C`;
const PHASES = ["", "u", "v", "w"];

/** Which voltages decide whether a frequency was measured on a live line. All keys and values are register addresses. */
export type LineVoltages = {
  /** The voltages of the phases of the line, by the address of its frequency. */
  readonly voltagesOf: ReadonlyMap<string, readonly string[]>;
  /** The frequencies of the line, by the address of a voltage. */
  readonly frequenciesOf: ReadonlyMap<string, readonly string[]>;
};

/** The grid, which every site has. */
export const GRID_LINE: LineVoltages = withFrequencies(new Map([[GRID_FREQUENCY, GRID_VOLTAGES]]));

/** Returns whether a register measures a voltage of the grid. */
export function isGridVoltage(address: string): boolean {
  return GRID_VOLTAGES.includes(address);
}

/**
 * Finds the voltages of all lines with a frequency: the grid, and of equipment the registers beside the frequency whose
 * names have "voltage" instead of "frequency", by themselves or with "U", "V" and "W" of the phases, whatever their
 * spaces and case. Settings, such as a rated frequency, are valid without a voltage.
 * @param tree the equipment as its logger described it
 */
export function findLineVoltages(tree: readonly Equipment[]): LineVoltages {
  const voltagesOf = new Map(GRID_LINE.voltagesOf);
  for (const piece of tree) {
    const registers = piece.registers.map((register) => describeRegister(piece, register));
    const frequencies = registers.filter(isFrequency);
    if (frequencies.length === 0) continue;
    const voltages = voltagesByName(registers);
    for (const { address, name } of frequencies) {
      const wanted = normalizeName(name).replace("frequency", "voltage");
      const own = PHASES.flatMap((phase) => voltages.get(wanted + phase) ?? []);
      if (own.length > 0 && !voltagesOf.has(address)) voltagesOf.set(address, own);
    }
  }
  return voltagesOf.size === GRID_LINE.voltagesOf.size ? GRID_LINE : withFrequencies(voltagesOf);
}

function isFrequency(
  register: DescribedRegister,
): register is DescribedRegister & { name: string } {
  const { kind, name, unit } = register;
  if (kind !== "gauge" || unit !== "Hz" || name === null) return false;
  return normalizeName(name).includes("frequency");
}

/**
 * Returns the address of the first measurement of each name. A setting is no measured voltage, and one in another unit
 * than volts, such as kV, has another limit.
 */
function voltagesByName(registers: readonly DescribedRegister[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { address, kind, name, unit } of registers) {
    if (kind !== "gauge" || name === null || !/^(v.*)?$/i.test(unit)) continue;
    const normal = normalizeName(name);
    if (!found.has(normal)) found.set(normal, address);
  }
  return found;
}

function withFrequencies(voltagesOf: ReadonlyMap<string, readonly string[]>): LineVoltages {
  const frequenciesOf = new Map<string, string[]>();
  for (const [frequency, voltages] of voltagesOf)
    for (const voltage of voltages) {
      const own = frequenciesOf.get(voltage) ?? [];
      own.push(frequency);
      frequenciesOf.set(voltage, own);
    }
  return { voltagesOf, frequenciesOf };
}

/** Returns a name without spaces in lower case, because loggers write "AC input voltage U" or "acInputVoltageU". */
function normalizeName(name: string): string {
  return name.replace(/\s/g, "").toLowerCase();
}
