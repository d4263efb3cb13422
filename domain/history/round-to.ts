/** Powers of ten that are exact. */
const MAX_EXACT = 22;
const POWERS = Array.from({ length: MAX_EXACT + 1 }, (_, power) => 10 ** power);

/**
 * Rounds to significant digits, 15 at most, to the nearest decimal, which is as short as possible. `toPrecision` yields
 * the same by way of a text, which takes ten times as long.
 *
 * @param size of which the digits are counted: the largest summand of a sum that may cancel out, by default the value
 * itself.
 */
export function roundTo(digits: number, value: number, size = Math.abs(value)): number {
  if (!(size > 0) || size === Number.POSITIVE_INFINITY) return value;
  const places = digits - 1 - exponentOf(size);
  const power = POWERS[Math.abs(places)];
  if (power === undefined) return Number(value.toPrecision(digits));
  const rounded =
    places >= 0 ? Math.round(value * power) / power : Math.round(value / power) * power;
  // Never −0, which JSON and SQLite would not keep.
  return rounded + 0;
}

/** The power of ten of a number's first digit. Most numbers have few digits before the point: comparing is the fastest. */
function exponentOf(size: number): number {
  if (size < 1 || size >= 1e15) return Math.floor(Math.log10(size));
  let exponent = 0;
  while (size >= (POWERS[exponent + 1] ?? Number.POSITIVE_INFINITY)) exponent++;
  return exponent;
}
