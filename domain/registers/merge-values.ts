import type { RegisterValue } from "./register.ts";

/**
 * Chooses between two values of the same register and instant: a value before null, a number before a string, the
 * greater of two numbers, and the later of two strings in code-point order. The choice is commutative, associative and
 * idempotent, so that resending, overlapping and shuffling change nothing.
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

/**
 * Compares two strings in code-point order, for sorting. The comparison of JavaScript uses UTF-16 units instead, which
 * puts U+FFFF after U+10000.
 */
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
