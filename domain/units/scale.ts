/** Value with the unit in which it is shown. */
export type Scaled = { value: number; unit: string; scaled: boolean };

/** Units that get the prefix k from 1e3 and M from 1e6; others are never scaled. */
const SCALABLE: ReadonlySet<string> = new Set([
  "W",
  "Wh",
  "VA",
  "VAh",
  "var",
  "varh",
  "V",
  "A",
  "Ah",
]);

const STEPS = [
  { from: 1e6, prefix: "M" },
  { from: 1e3, prefix: "k" },
] as const;

/** Number of decimals of a scaled value (specification, section 2). */
export const SCALED_DECIMALS = 2;

/** Scales 3210 W to 3.21 kW. A value that would round to 1000 gets the next prefix, so "1000.00 W" is never shown. */
export function scaleQuantity(value: number, unit: string): Scaled {
  if (SCALABLE.has(unit)) {
    const size = Math.abs(value);
    for (const { from, prefix } of STEPS) {
      const below = from / 1e3;
      if (roundToDecimals(size / below, SCALED_DECIMALS) * below >= from)
        return { value: value / from, unit: prefix + unit, scaled: true };
    }
  }
  return { value, unit, scaled: false };
}

/** Converts a value typed in a prefixed unit to the unit without prefix: 3.21 "kW" to 3210 "W". */
export function unscaleQuantity(value: number, unit: string): Scaled {
  for (const { from, prefix } of STEPS) {
    const base = unit.slice(prefix.length);
    if (unit.startsWith(prefix) && SCALABLE.has(base))
      return { value: value * from, unit: base, scaled: false };
  }
  return { value, unit, scaled: false };
}

/** Rounds a value to a number of decimals. */
export function roundToDecimals(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
