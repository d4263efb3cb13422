import { SITE_ADDRESS } from "../registers/catalogue/site.ts";
import type { Equipment } from "../registers/equipment.ts";
import type { RegisterValue } from "../registers/register.ts";
import { HOUR_MS, SECOND_MS } from "../units/durations.ts";
import { INPUT_GENERATOR, OUTPUT_GENERATOR } from "./equipment-types.ts";

/** Run times of the generators at the AC input and at the AC output, s; null without a generator or a counter there. */
export type GeneratorTimes = { input: number | null; output: number | null };

/**
 * Reads the run times of generators from their own counters. Without one, the counter of the site as a whole counts for
 * the only side that has a generator.
 * @param readValue returns the newest value of a register, by its full address
 */
export function readGeneratorTimes(
  tree: readonly Equipment[],
  readValue: (address: string) => RegisterValue | undefined,
): GeneratorTimes {
  const at = (code: string) =>
    tree.filter(({ address, typeCode }) => (typeCode ?? address.slice(0, 4)) === code);
  const [inputs, outputs] = [at(INPUT_GENERATOR), at(OUTPUT_GENERATOR)];
  const own = readValue(SITE_ADDRESS.generatorRunTime);
  const whole = typeof own === "number" ? own : null;
  const timeOf = (pieces: readonly Equipment[], others: readonly Equipment[]) => {
    const counted = pieces.flatMap((piece) => readCounter(piece, readValue) ?? []);
    if (counted.length > 0) return counted.reduce((sum, one) => sum + one, 0);
    return pieces.length > 0 && others.length === 0 ? whole : null;
  };
  return { input: timeOf(inputs, outputs), output: timeOf(outputs, inputs) };
}

/** The run time of a generator by its own counter, s; null if it has none. */
function readCounter(
  { address, registers }: Equipment,
  readValue: (address: string) => RegisterValue | undefined,
): number | null {
  const register = registers.find(
    ({ kind, name = "" }) => kind === "counter" && /^run(ning)? ?time$/i.test(name),
  );
  if (register === undefined) return null;
  const value = readValue(address + register.register);
  if (typeof value !== "number") return null;
  return register.unit === "h" ? (value * HOUR_MS) / SECOND_MS : value;
}
