import { type ByteReader, type ByteWriter, UnreadableBytes } from "./bytes.ts";

/** Whole numbers up to this size, either sign, so that a difference of two is still exact in seven-bit groups. */
export const MAX_INTEGER = 2 ** 50;

const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/**
 * Writes whole numbers as the differences from one to the next. A difference is its zigzag + 1; 0 and a count repeat
 * the last one, so that a constant, an even clock and a full index each take a few bytes. The reader knows the count.
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

/** The same for a single one. */
export function writeInteger(writer: ByteWriter, value: number): void {
  writer.varint(zigzag(value) + 1);
}

export function readIntegers(reader: ByteReader, count: number): number[] {
  const values: number[] = [];
  let last = 0;
  let step = 0;
  while (values.length < count) {
    const token = reader.varint();
    let run = 1;
    if (token === 0) run = reader.varint(count - values.length);
    else step = unzigzag(token - 1);
    for (let done = 0; done < run; done++) {
      last += step;
      values.push(last);
    }
    if (!(Math.abs(last) <= MAX_INTEGER)) throw new UnreadableBytes("a whole number out of range");
  }
  return values;
}
