const [OPENING, CLOSING, COMMA, MINUS, POINT] = [91, 93, 44, 45, 46];
const GROUP = 10_000;
const TWO_GROUPS = GROUP * GROUP;
/** "0000" to "9999", as they lie in memory. */
const GROUPS = new Uint32Array(
  new TextEncoder().encode(
    Array.from({ length: GROUP }, (_, number) => `${number}`.padStart(4, "0")).join(""),
  ).buffer,
);
const MAX_DECIMALS = 8;
const POWERS = Array.from({ length: MAX_DECIMALS + 1 }, (_, power) => 10 ** power);
/** Below this, a number with this many digits identifies one double. */
const MAX_STEPS = 2 ** 49;
/** Below it the language writes an exponent. */
const MIN_PLAIN = 1e-6;
/** Of the longest number, -1.2345678901234567e-300, its comma, and what a group reaches beyond it. */
const MAX_BYTES = 32;
/** Room that is used again and again, as much as an answer of few thousand points needs. */
const KEPT_BYTES = 2 ** 19;
const kept = new DataView(new ArrayBuffer(KEPT_BYTES));
const decoder = new TextDecoder();

/**
 * Writes numbers exactly like `JSON.stringify`, but twice as fast for the most frequent ones: whole numbers, instants
 * and numbers of few decimals.
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
    // Neighbours mostly have as many decimals.
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
    // With as many zeros behind it as make it two groups, which the next number overwrites.
    const decimals = ((steps - whole * power) * (POWERS[MAX_DECIMALS - places] ?? 1)) | 0;
    writeTwoGroups(view, end, decimals);
    end += places;
  }
  view.setUint8(end++, CLOSING);
  return decoder.decode(new Uint8Array(view.buffer, 0, end));
}

/** Groups of four digits, but for the first one with the zeros in front. */
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
