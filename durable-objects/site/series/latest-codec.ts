import { ByteReader, ByteWriter, UnreadableBytes } from "./bytes.ts";
import { readColumn, writeColumn } from "./column.ts";
import { readIntegers, writeIntegers } from "./integers.ts";
import type { LatestValue, LatestValues, NewestInstants } from "./latest-values.ts";
import { MAX_SEGMENT_CELLS } from "./limits.ts";

const VERSION = 1;

/** Encodes the latest values in as many parts as the row size requires, usually one. */
export function encodeLatest(latest: LatestValues, maxBytes: number): Uint8Array<ArrayBuffer>[] {
  const values = [...latest.values()].sort((a, b) => a.id - b.id);
  return encodeParts(latest.newest, values, maxBytes);
}

/**
 * Restores one part.
 * @throws UnreadableBytes
 */
export function restoreLatest(latest: LatestValues, part: Uint8Array): void {
  const reader = new ByteReader(part);
  const version = reader.byte();
  if (version !== VERSION) throw new UnreadableBytes(`latest values of unknown version ${version}`);
  const [countsAt = null, given = null, past = null] = readColumn(reader, 3).map(numberOrNull);
  const count = reader.varint(MAX_SEGMENT_CELLS);
  const ids = readIntegers(reader, count);
  const ats = readIntegers(reader, count);
  const counted = readIntegers(reader, count);
  const values = readColumn(reader, count);
  reader.end();
  latest.restore(
    { countsAt, given, past },
    ids.map((id, index) => ({
      id,
      at: ats[index] ?? 0,
      countsAt: counted[index] ?? 0,
      value: values[index] ?? null,
    })),
  );
}

function encodeParts(
  newest: NewestInstants,
  values: readonly LatestValue[],
  maxBytes: number,
): Uint8Array<ArrayBuffer>[] {
  const writer = new ByteWriter();
  writer.byte(VERSION);
  writeColumn(writer, [newest.countsAt, newest.given, newest.past]);
  writer.varint(values.length);
  writeIntegers(
    writer,
    values.map(({ id }) => id),
  );
  writeIntegers(
    writer,
    values.map(({ at }) => at),
  );
  writeIntegers(
    writer,
    values.map(({ countsAt }) => countsAt),
  );
  writeColumn(
    writer,
    values.map(({ value }) => value),
  );
  if (writer.length <= maxBytes || values.length <= 1) return [writer.finish()];
  const half = Math.ceil(values.length / 2);
  return [
    ...encodeParts(newest, values.slice(0, half), maxBytes),
    ...encodeParts(newest, values.slice(half), maxBytes),
  ];
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
