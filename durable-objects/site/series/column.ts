import type { RegisterValue } from "#domain/registers/register.ts";
import { type ByteReader, type ByteWriter, UnreadableBytes } from "./bytes.ts";
import { fromDecimals, MAX_EXPONENT, toDecimal, toDecimals } from "./decimals.ts";
import { firstNotBefore } from "./first-not-before.ts";
import { readIntegers, writeInteger, writeIntegers } from "./integers.ts";
import { readTexts, writeTexts } from "./texts.ts";

const KIND = { empty: 0, decimals: 1, floats: 2, texts: 3, mixed: 4 } as const;
/** Added to the kind if some values are null; the indices of the others follow. */
const PARTIAL = 8;

/**
 * Writes the values of one register; null is a missing value. Their count is not written, because the reader knows it.
 */
export function writeColumn(writer: ByteWriter, column: readonly RegisterValue[]): void {
  const [only] = column;
  if (column.length === 1 && typeof only === "number") {
    writeNumber(writer, only);
    return;
  }
  let numbers = 0;
  let texts = 0;
  for (const value of column) {
    if (typeof value === "number") numbers++;
    else if (value !== null) texts++;
  }
  const present = numbers + texts;
  if (present === 0) writer.byte(KIND.empty);
  else if (numbers > 0 && texts > 0) {
    writer.byte(KIND.mixed);
    writeColumn(
      writer,
      column.map((value) => (typeof value === "number" ? value : null)),
    );
    writeColumn(
      writer,
      column.map((value) => (typeof value === "string" ? value : null)),
    );
  } else if (present === column.length) writeValues(writer, column, null);
  else {
    const indices: number[] = [];
    for (const [index, value] of column.entries()) if (value !== null) indices.push(index);
    writeValues(
      writer,
      column.filter((value) => value !== null),
      indices,
    );
  }
}

function writeNumber(writer: ByteWriter, value: number): void {
  const decimal = toDecimal(value);
  if (decimal === null) {
    writer.byte(KIND.floats);
    writer.float64(value);
    return;
  }
  writer.byte(KIND.decimals);
  writer.byte(decimal.exponent + MAX_EXPONENT);
  writeInteger(writer, decimal.mantissa);
}

/**
 * Writes values of one kind.
 * @param values all texts or all numbers
 * @param indices their indices in the column if some values are null
 */
function writeValues(
  writer: ByteWriter,
  values: readonly RegisterValue[],
  indices: readonly number[] | null,
): void {
  if (typeof values[0] === "string") {
    writeHead(writer, KIND.texts, indices);
    writeTexts(writer, values as readonly string[]);
    return;
  }
  const numbers = values as readonly number[];
  const decimals = toDecimals(numbers);
  if (decimals === null) {
    writeHead(writer, KIND.floats, indices);
    for (const value of numbers) writer.float64(value);
    return;
  }
  writeHead(writer, KIND.decimals, indices);
  writer.byte(decimals.exponent + MAX_EXPONENT);
  writeIntegers(writer, decimals.mantissas);
}

function writeHead(writer: ByteWriter, kind: number, indices: readonly number[] | null): void {
  if (indices === null) {
    writer.byte(kind);
    return;
  }
  writer.byte(kind + PARTIAL);
  writer.varint(indices.length);
  writeIntegers(writer, indices);
}

/**
 * Reads a column that `writeColumn` wrote.
 * @param count number of values that were written
 * @param most number of values to return, the first ones
 * @throws UnreadableBytes if the bytes are invalid
 */
export function readColumn(
  reader: ByteReader,
  count: number,
  most = count,
  depth = 0,
): RegisterValue[] {
  const head = reader.byte();
  if (head === KIND.empty) return new Array<RegisterValue>(most).fill(null);
  if (head === KIND.mixed) {
    if (depth > 0) throw new UnreadableBytes("a column in a column");
    // The start of the second column is known only after the first one was read to its end.
    const numbers = readColumn(reader, count, count, 1);
    const texts = readColumn(reader, count, most, 1);
    return texts.map((text, index) => numbers[index] ?? text);
  }
  if (head < PARTIAL) return readValues(reader, head, count, most);
  const present = reader.varint(count);
  const indices = readIntegers(reader, present);
  const wanted = most === count ? present : firstNotBefore(indices, most);
  const values = readValues(reader, head - PARTIAL, present, wanted);
  const column = new Array<RegisterValue>(most).fill(null);
  for (const [place, value] of values.entries()) {
    const index = indices[place] ?? -1;
    if (index < 0 || index >= most) throw new UnreadableBytes("a value at no instant");
    column[index] = value;
  }
  return column;
}

function readValues(
  reader: ByteReader,
  kind: number,
  count: number,
  most: number,
): RegisterValue[] {
  if (kind === KIND.texts) return readTexts(reader, count, most);
  if (kind === KIND.floats) return readFloats(reader, most);
  if (kind !== KIND.decimals) throw new UnreadableBytes(`a column of unknown kind ${kind}`);
  const exponent = reader.byte() - MAX_EXPONENT;
  if (exponent > MAX_EXPONENT) throw new UnreadableBytes("an exponent out of range");
  return fromDecimals(readIntegers(reader, most, most < count), exponent);
}

function readFloats(reader: ByteReader, count: number): number[] {
  const values = new Array<number>(count);
  for (let index = 0; index < count; index++) values[index] = reader.float64();
  return values;
}
