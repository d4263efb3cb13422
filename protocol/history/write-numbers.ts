const [OPENING, CLOSING, COMMA, MINUS, POINT] = [91, 93, 44, 45, 46];
const GROUP = 10_000;
const TWO_GROUPS = GROUP * GROUP;
/** The texts "0000" to "9999", each as the four bytes of its characters. */
const GROUPS = new Uint32Array(
  new TextEncoder().encode(
    Array.from({ length: GROUP }, (_, number) => `${number}`.padStart(4, "0")).join(""),
  ).buffer,
);
const MAX_DECIMALS = 8;
const POWERS = Array.from({ length: MAX_DECIMALS + 1 }, (_, power) => 10 ** power);
/** Limit of a number in units of its last decimal, below which its decimal digits identify exactly one double. */
const MAX_STEPS = 2 ** 49;
/** Minimum number that `JSON.stringify` writes without an exponent. */
const MIN_PLAIN = 1e-6;
/** Maximum size of a number: -1.2345678901234567e-300 with its comma, and the bytes that a group writes beyond it. */
const MAX_BYTES = 32;
/** Size of the reused buffer, which is enough for an answer of a few thousand points. */
const KEPT_BYTES = 2 ** 19;
const kept = new DataView(new ArrayBuffer(KEPT_BYTES));
const decoder = new TextDecoder();

/**
 * Serializes numbers exactly like `JSON.stringify`, but twice as fast for the most frequent ones: whole numbers,
 * instants and numbers with few decimals.
 */
export function writeNumbers(numbers: readonly number[]): string {
  const needed = MAX_BYTES * (numbers.length + 1);
  const view = needed <= KEPT_BYTES ? kept : new DataView(new ArrayBuffer(needed));
  let end = 0;
  let places = 1;
  view.setUint8(end++, OPENING);
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? Number.NaN;
    const size = Math.abs(number);
    if (index > 0) view.setUint8(end++, COMMA);
    if (number < 0) view.setUint8(end++, MINUS);
    if (size < MAX_STEPS && Math.floor(size) === size) {
      end = writeWhole(view, end, size);
      continue;
    }
    // Consecutive numbers usually have the same number of decimals.
    let power = POWERS[places] ?? 1;
    let steps = Math.round(size * power);
    while (steps / power !== size && places < MAX_DECIMALS) {
      power = POWERS[++places] ?? 1;
      steps = Math.round(size * power);
    }
    if (steps / power !== size || !(steps < MAX_STEPS) || size < MIN_PLAIN) {
      end = writeText(view, number < 0 ? end - 1 : end, JSON.stringify(number));
      places = 1;
      continue;
    }
    while (places > 1 && steps % 10 === 0) {
      steps /= 10;
      places--;
    }
    power = POWERS[places] ?? 1;
    const whole = Math.floor(steps / power);
    end = writeWhole(view, end, whole);
    view.setUint8(end++, POINT);
    // The decimals are padded with zeros to two groups; the next number overwrites the zeros.
    const decimals = ((steps - whole * power) * (POWERS[MAX_DECIMALS - places] ?? 1)) | 0;
    writeTwoGroups(view, end, decimals);
    end += places;
  }
  view.setUint8(end++, CLOSING);
  return decoder.decode(new Uint8Array(view.buffer, 0, end));
}

/** Writes a whole number in groups of four digits, without leading zeros, and returns the index after it. */
function writeWhole(view: DataView, start: number, number: number): number {
  if (number < GROUP) return writeFirst(view, start, number);
  if (number < TWO_GROUPS) {
    const first = (number / GROUP) | 0;
    const end = writeFirst(view, start, first);
    view.setUint32(end, GROUPS[number - first * GROUP] ?? 0, true);
    return end + 4;
  }
  const first = Math.floor(number / TWO_GROUPS);
  const end = writeWhole(view, start, first);
  writeTwoGroups(view, end, (number - first * TWO_GROUPS) | 0);
  return end + 8;
}

function writeTwoGroups(view: DataView, start: number, number: number): void {
  const first = (number / GROUP) | 0;
  view.setUint32(start, GROUPS[first] ?? 0, true);
  view.setUint32(start + 4, GROUPS[number - first * GROUP] ?? 0, true);
}

function writeFirst(view: DataView, start: number, number: number): number {
  const zeros = number >= 1_000 ? 0 : number >= 100 ? 1 : number >= 10 ? 2 : 3;
  view.setUint32(start, (GROUPS[number] ?? 0) >>> (8 * zeros), true);
  return start + 4 - zeros;
}

function writeText(view: DataView, start: number, text: string): number {
  for (let index = 0; index < text.length; index++)
    view.setUint8(start + index, text.charCodeAt(index));
  return start + text.length;
}
