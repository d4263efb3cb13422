import { type ByteReader, type ByteWriter, UnreadableBytes } from "./bytes.ts";
import { readIntegers, writeIntegers } from "./integers.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Writes each different text once, then the index of each value's text. The count of values is not written. */
export function writeTexts(writer: ByteWriter, values: readonly string[]): void {
  const places = new Map<string, number>();
  const indices = values.map((value) => {
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    return place;
  });
  writer.varint(places.size);
  for (const text of places.keys()) writeText(writer, text);
  writeIntegers(writer, indices);
}

/**
 * Reads texts that `writeTexts` wrote.
 * @param count number of values that were written
 * @param most number of values to return, the first ones
 * @throws UnreadableBytes if the bytes are invalid
 */
export function readTexts(reader: ByteReader, count: number, most = count): string[] {
  const different = reader.varint(count);
  const texts = Array.from({ length: different }, () => readText(reader));
  return readIntegers(reader, most, most < count).map((place) => {
    const text = texts[place];
    if (text === undefined) throw new UnreadableBytes("a text that is not there");
    return text;
  });
}

// JSON can contain half a surrogate pair, which UTF-8 cannot represent: such a text is stored as UTF-16 units.
function writeText(writer: ByteWriter, text: string): void {
  const whole = text.isWellFormed();
  const bytes = whole ? encoder.encode(text) : utf16(text);
  writer.varint(bytes.length * 2 + (whole ? 0 : 1));
  writer.bytes(bytes);
}

function readText(reader: ByteReader): string {
  const head = reader.varint();
  const bytes = reader.bytes(Math.floor(head / 2));
  if (head % 2 === 1) return fromUtf16(bytes);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new UnreadableBytes("a text that is not UTF-8");
  }
}

function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    bytes[index * 2] = unit & 255;
    bytes[index * 2 + 1] = unit >> 8;
  }
  return bytes;
}

function fromUtf16(bytes: Uint8Array): string {
  if (bytes.length % 2 === 1) throw new UnreadableBytes("half a character");
  let text = "";
  for (let index = 0; index < bytes.length; index += 2)
    text += String.fromCharCode((bytes[index] ?? 0) + (bytes[index + 1] ?? 0) * 256);
  return text;
}
