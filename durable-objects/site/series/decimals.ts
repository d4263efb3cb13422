import { MAX_INTEGER } from "./integers.ts";

/** Value = mantissa × 10^exponent, which yields exactly the same double. */
export type Decimals = { exponent: number; mantissas: number[] };

/** Exponents go from −MAX to +MAX. */
export const MAX_EXPONENT = 9;
const POWERS = Array.from({ length: MAX_EXPONENT + 1 }, (_, power) => 10 ** power);
const powerOfTen = (power: number) => POWERS[power] ?? 1;

/** Returns null if the numbers are not all decimals of few digits, or if one is −0, which no mantissa represents. */
export function toDecimals(values: readonly number[]): Decimals | null {
  const places = placesOf(values);
  if (places === null) return null;
  const power = powerOfTen(places);
  const mantissas: number[] = [];
  for (const value of values) {
    const mantissa = Math.round(value * power);
    if (Math.abs(mantissa) > MAX_INTEGER || mantissa / power !== value) return null;
    if (Object.is(mantissa, -0)) return null;
    mantissas.push(mantissa);
  }
  return places > 0 ? { exponent: -places, mantissas } : withoutTrailingZeros(mantissas);
}

/** Converts one number: most batches of a watched site have one of each register. */
export function toDecimal(value: number): { exponent: number; mantissa: number } | null {
  let places = 0;
  let power = 1;
  let mantissa = Math.round(value);
  while (mantissa / power !== value) {
    if (places === MAX_EXPONENT) return null;
    places++;
    power = powerOfTen(places);
    mantissa = Math.round(value * power);
  }
  if (Math.abs(mantissa) > MAX_INTEGER || Object.is(mantissa, -0)) return null;
  if (places > 0) return { exponent: -places, mantissa };
  let exponent = 0;
  while (exponent < MAX_EXPONENT && mantissa % powerOfTen(exponent + 1) === 0) exponent++;
  return { exponent, mantissa: mantissa / powerOfTen(exponent) };
}

/** Converts mantissas in place. The division is correctly rounded, like the parsing of the decimal was. */
export function fromDecimals(mantissas: number[], exponent: number): number[] {
  if (exponent === 0) return mantissas;
  const power = powerOfTen(Math.abs(exponent));
  const isDivided = exponent < 0;
  for (let index = 0; index < mantissas.length; index++) {
    const mantissa = mantissas[index] ?? 0;
    mantissas[index] = isDivided ? mantissa / power : mantissa * power;
  }
  return mantissas;
}

function placesOf(values: readonly number[]): number | null {
  let places = 0;
  for (const value of values) {
    while (Math.round(value * powerOfTen(places)) / powerOfTen(places) !== value) {
      if (places === MAX_EXPONENT) return null;
      places++;
    }
  }
  return places;
}

function withoutTrailingZeros(whole: number[]): Decimals {
  let exponent = 0;
  while (exponent < MAX_EXPONENT && whole.every((value) => value % powerOfTen(exponent + 1) === 0))
    exponent++;
  const power = powerOfTen(exponent);
  return { exponent, mantissas: exponent === 0 ? whole : whole.map((value) => value / power) };
}
