/** Marks of direction, which are invisible. */
const MARKS = /[\u061c\u200e\u200f\u2066-\u2069]/g;
const NUMBER = /([-\u2212]?\d[\d,]*(?:\.\d+)?)[\s\u00a0]?(%|[kMG]?Wh|[kMG]?W|[A-Z]{3})?/g;
const PREFIXES: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, G: 1e9 };

/** A number on a page: in its unit without a prefix, and by how much it may have been rounded. */
export type ShownValue = { value: number; unit: string; rounding: number };

/** Returns a text as a reader sees it: one line, without marks of direction. */
export function plain(text: string): string {
  return text.replace(MARKS, "").replace(/\s+/g, " ").trim();
}

/** Finds the numbers of an English or Arabic text, each with its unit. */
export function findValues(text: string): ShownValue[] {
  return [...plain(text).matchAll(NUMBER)].map(([, number = "", unit = ""]) => {
    const digits = number.replaceAll(",", "").replace("\u2212", "-");
    const isScaled = /^[kMG]W/.test(unit);
    const scale = isScaled ? (PREFIXES[unit.charAt(0)] ?? 1) : 1;
    const decimals = digits.split(".")[1]?.length ?? 0;
    return {
      value: Number(digits) * scale,
      unit: isScaled ? unit.slice(1) : unit,
      rounding: (scale * 10 ** -decimals) / 2,
    };
  });
}

type Wanted = { unit: string; value: number; share?: number };

/** Whether the first number of a text in a unit is a value, rounded, or within a share of it. */
export function showsFirst(text: string, { unit, value, share = 0.005 }: Wanted): boolean {
  const first = findValues(text).find((one) => one.unit === unit);
  return first !== undefined && isNear(first, value, share);
}

/** The same of any number of the text. */
export function shows(text: string, { unit, value, share = 0.005 }: Wanted): boolean {
  return findValues(text).some((one) => one.unit === unit && isNear(one, value, share));
}

function isNear(shown: ShownValue, wanted: number, share: number): boolean {
  return Math.abs(shown.value - wanted) <= 1.001 * shown.rounding + Math.abs(wanted) * share;
}
