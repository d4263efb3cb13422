import type { RegisterValue } from "#domain/registers/register.ts";
import { type ByteReader, type ByteWriter, UnreadableBytes } from "./bytes.ts";
import { fromDecimal, MAX_EXPONENT, toDecimals } from "./decimals.ts";
import { readIntegers, writeIntegers } from "./integers.ts";
import { readTexts, writeTexts } from "./texts.ts";

const KIND = { empty: 0, decimals: 1, floats: 2, texts: 3, mixed: 4 } as const;
/** Added to the kind where some values are null; then follows which are there. */
const PARTIAL = 8;

/** One register's values, null where there is none. The reader knows the count. */
export function writeColumn(writer: ByteWriter, column: readonly RegisterValue[]): void {
  const indices: number[] = [];
  const numbers: number[] = [];
  const texts: string[] = [];
  for (const [index, value] of column.entries()) {
    if (value === null) continue;
    indices.push(index);
    if (typeof value === "number") numbers.push(value);
    else texts.push(value);
  }
  const partial = indices.length < column.length ? PARTIAL : 0;
  const head = (kind: number) => {
    writer.byte(kind + partial);
    if (partial === 0) return;
    writer.varint(indices.length);
    writeIntegers(writer, indices);
  };

  if (indices.length === 0) {
    writer.byte(KIND.empty);
    return;
  }
  if (numbers.length > 0 && texts.length > 0) {
    writer.byte(KIND.mixed);
    writeColumn(
      writer,
      column.map((value) => (typeof value === "number" ? value : null)),
    );
    writeColumn(
      writer,
      column.map((value) => (typeof value === "string" ? value : null)),
    );
    return;
  }
  if (texts.length > 0) {
    head(KIND.texts);
    writeTexts(writer, texts);
    return;
  }
  const decimals = toDecimals(numbers);
  if (decimals === null) {
    head(KIND.floats);
    for (const value of numbers) writer.float64(value);
    return;
  }
  head(KIND.decimals);
  writer.byte(decimals.exponent + MAX_EXPONENT);
  writeIntegers(writer, decimals.mantissas);
}

export function readColumn(reader: ByteReader, count: number, depth = 0): RegisterValue[] {
  const head = reader.byte();
  if (head === KIND.empty) return new Array<RegisterValue>(count).fill(null);
  if (head === KIND.mixed) {
    if (depth > 0) throw new UnreadableBytes("a column in a column");
    const numbers = readColumn(reader, count, 1);
    const texts = readColumn(reader, count, 1);
    return numbers.map((value, index) => value ?? texts[index] ?? null);
  }
  if (head < PARTIAL) return readValues(reader, head, count);
  const present = reader.varint(count);
  const indices = readIntegers(reader, present);
  const values = readValues(reader, head - PARTIAL, present);
  const column = new Array<RegisterValue>(count).fill(null);
  for (const [place, index] of indices.entries()) {
    if (index < 0 || index >= count) throw new UnreadableBytes("a value at no instant");
    column[index] = values[place] ?? null;
  }
  return column;
}

function readValues(reader: ByteReader, kind: number, count: number): RegisterValue[] {
  if (kind === KIND.texts) return readTexts(reader, count);
  if (kind === KIND.floats) return readFloats(reader, count);
  if (kind !== KIND.decimals) throw new UnreadableBytes(`a column of unknown kind ${kind}`);
  const exponent = reader.byte() - MAX_EXPONENT;
  if (exponent > MAX_EXPONENT) throw new UnreadableBytes("an exponent out of range");
  return readIntegers(reader, count).map((mantissa) => fromDecimal(mantissa, exponent));
}

function readFloats(reader: ByteReader, count: number): number[] {
  const values: number[] = [];
  for (let index = 0; index < count; index++) values.push(reader.float64());
  return values;
}
