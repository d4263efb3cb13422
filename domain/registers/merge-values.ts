import type { RegisterValue } from "./register.ts";

/**
 * Which of two values for the same register and instant stands: null never replaces a value, the numerically
 * greater number stands, of strings the later in code-point order, and a string yields to a number.
 * Commutative, associative and idempotent, so that resending, overlapping and shuffling change nothing.
 */
export function mergeValues(one: RegisterValue, other: RegisterValue): RegisterValue {
  if (one === null) return other;
  if (other === null) return one;
  if (typeof one === "number") {
    if (typeof other === "string") return one;
    return other > one || (other === 0 && one === 0 && Object.is(one, -0)) ? other : one;
  }
  if (typeof other === "number") return other;
  return compareCodePoints(other, one) > 0 ? other : one;
}

/** Code-point order; the language's own comparison goes by UTF-16 units, which puts U+FFFF after U+10000. */
export function compareCodePoints(one: string, other: string): number {
  const a = one[Symbol.iterator]();
  const b = other[Symbol.iterator]();
  for (;;) {
    const x = a.next();
    const y = b.next();
    if (x.done || y.done) return (x.done ? 0 : 1) - (y.done ? 0 : 1);
    const difference = (x.value.codePointAt(0) ?? 0) - (y.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
}
