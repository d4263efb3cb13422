/** Greatest exponent of a power of ten that is an exact number. */
const MAX_EXACT = 22;
const POWERS = Array.from({ length: MAX_EXACT + 1 }, (_, power) => 10 ** power);

/**
 * Rounds to significant digits, to the nearest decimal number. `toPrecision` yields the same, but is ten times slower
 * because it formats a text.
 *
 * @param digits 1 to 15
 * @param size number whose digits are counted: the largest summand of a sum that may cancel out, by default the value
 */
export function roundToDigits(digits: number, value: number, size = Math.abs(value)): number {
  if (!(size > 0) || size === Number.POSITIVE_INFINITY) return value;
  const places = digits - 1 - exponentOf(size);
  const power = POWERS[Math.abs(places)];
  if (power === undefined) return Number(value.toPrecision(digits));
  const rounded =
    places >= 0 ? Math.round(value * power) / power : Math.round(value / power) * power;
  // Adding 0 turns −0 into 0, because JSON and SQLite do not keep −0.
  return rounded + 0;
}

/** Returns the exponent of a number's first digit. Comparing is fastest, as most numbers have few integer digits. */
function exponentOf(size: number): number {
  if (size < 1 || size >= 1e15) return Math.floor(Math.log10(size));
  let exponent = 0;
  while (size >= (POWERS[exponent + 1] ?? Number.POSITIVE_INFINITY)) exponent++;
  return exponent;
}
