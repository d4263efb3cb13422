/** A value and the unit it is shown in. */
export type Scaled = { value: number; unit: string; scaled: boolean };

/** Units that take a k from 1e3 and an M from 1e6; all others stay as they are. */
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

/** Decimals of a scaled value (specification, section 2). */
export const SCALED_DECIMALS = 2;

/** 3210 W is 3.21 kW. What would round to 1000 takes the next prefix, so that "1000.00 W" is never shown. */
export function scaleQuantity(value: number, unit: string): Scaled {
  if (SCALABLE.has(unit)) {
    const size = Math.abs(value);
    for (const { from, prefix } of STEPS) {
      const below = from / 1e3;
      if (roundTo(size / below, SCALED_DECIMALS) * below >= from)
        return { value: value / from, unit: prefix + unit, scaled: true };
    }
  }
  return { value, unit, scaled: false };
}

/** 3.21 "kW" is 3210 "W": what is typed in a k-prefixed unit is sent without the prefix, times 1000. */
export function unscaleQuantity(value: number, unit: string): Scaled {
  for (const { from, prefix } of STEPS) {
    const base = unit.slice(prefix.length);
    if (unit.startsWith(prefix) && SCALABLE.has(base))
      return { value: value * from, unit: base, scaled: false };
  }
  return { value, unit, scaled: false };
}

export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
