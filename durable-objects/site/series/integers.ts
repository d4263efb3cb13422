import { type ByteReader, type ByteWriter, UnreadableBytes } from "./bytes.ts";

/** Maximum magnitude of integers, so that the difference of two is still exact in seven-bit groups. */
export const MAX_INTEGER = 2 ** 50;

/** Bitwise operators are exact for integers below this. */
const BITWISE = 2 ** 31;

const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/**
 * Writes integers as differences. A difference is its zigzag + 1; 0 and a count repeat the last one, so that a
 * constant, an even clock and a full index each take a few bytes. The reader knows the count.
 */
export function writeIntegers(writer: ByteWriter, values: ArrayLike<number>): void {
  let last = 0;
  let step = 0;
  for (let index = 0; index < values.length; ) {
    let run = 0;
    while (index + run < values.length && values[index + run] === last + step * (run + 1)) run++;
    if (run >= 2) {
      writer.byte(0);
      writer.varint(run);
      last += step * run;
      index += run;
    } else {
      const value = values[index] ?? 0;
      step = value - last;
      writer.varint(zigzag(step) + 1);
      last = value;
      index++;
    }
  }
}

/** Writes a single integer. */
export function writeInteger(writer: ByteWriter, value: number): void {
  writer.varint(zigzag(value) + 1);
}

/**
 * Reads integers written by `writeIntegers`. They come by the ten thousand, so nothing is called for each, and the
 * array is allocated beforehand: a growing one takes four times as long.
 * @param isPart whether more follow that are not read
 */
export function readIntegers(reader: ByteReader, count: number, isPart = false): number[] {
  const values = new Array<number>(count);
  reader.scan((bytes, start, end) => {
    let position = start;
    let index = 0;
    let last = 0;
    let step = 0;
    while (index < count) {
      let token = position < end ? (bytes[position] ?? 0) : 0;
      if (token > 0 && token < 128) position++;
      else if (token >= 128 && position + 1 < end && (bytes[position + 1] ?? 0) < 128) {
        token = (token & 127) | ((bytes[position + 1] ?? 0) << 7);
        position += 2;
      } else {
        const long = readGroups(bytes, position, end);
        token = long.value;
        position = long.position;
      }
      if (token > 0) {
        const zigzagged = token - 1;
        if (zigzagged < BITWISE) step = (zigzagged >>> 1) ^ -(zigzagged & 1);
        else step = unzigzag(zigzagged);
        last += step;
        values[index++] = last;
      } else {
        const run = readGroups(bytes, position, end);
        position = run.position;
        const left = count - index;
        if (run.value > left && !isPart) throw new UnreadableBytes("more numbers than expected");
        for (const stop = index + Math.min(run.value, left); index < stop; ) {
          last += step;
          values[index++] = last;
        }
      }
      if (!(last <= MAX_INTEGER && last >= -MAX_INTEGER))
        throw new UnreadableBytes("a number out of range");
    }
    return position;
  });
  return values;
}

/** Reads one number in seven-bit groups, like `ByteReader.varint`. */
function readGroups(
  bytes: Uint8Array,
  start: number,
  end: number,
): { value: number; position: number } {
  let position = start;
  let value = 0;
  let unit = 1;
  for (;;) {
    if (position >= end) throw new UnreadableBytes("cut short");
    const byte = bytes[position++] ?? 0;
    value += (byte & 127) * unit;
    if (byte < 128) break;
    unit *= 128;
    if (unit > Number.MAX_SAFE_INTEGER) throw new UnreadableBytes("a number without end");
  }
  if (value > Number.MAX_SAFE_INTEGER) throw new UnreadableBytes("a number out of range");
  return { value, position };
}
