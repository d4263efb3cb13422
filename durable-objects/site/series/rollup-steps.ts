import type { Quarter } from "#domain/history/rollup.ts";
import { type ByteReader, ByteWriter } from "./bytes.ts";
import { readColumn, writeColumn } from "./column.ts";
import { readIntegers, writeIntegers } from "./integers.ts";
import { MAX_SEGMENT_CELLS } from "./limits.ts";
import { decodeById, inOrder } from "./packed-by-id.ts";
import { writePacked } from "./packing.ts";

const STEPS_VERSION = 1;
const columnWriter = new ByteWriter();

/** Encodes steps; nothing is written for registers with evenly spaced samples at least once a minute. */
export function encodeSteps(
  columns: ReadonlyMap<number, { readonly rollups: readonly Quarter[] }>,
): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.byte(STEPS_VERSION);
  const some = inOrder(columns).filter(([, { rollups }]) =>
    rollups.some(({ uneven, slow }) => uneven !== 0 || slow.length > 0),
  );
  writer.varint(some.length);
  let lastId = 0;
  for (const [id, { rollups }] of some) {
    const places: number[] = [];
    const unevens: number[] = [];
    const slowPlaces: number[] = [];
    const slows: number[] = [];
    for (const [place, { uneven, slow }] of rollups.entries()) {
      if (uneven !== 0) {
        places.push(place);
        unevens.push(uneven);
      }
      for (const step of slow) {
        slowPlaces.push(place);
        slows.push(step);
      }
    }
    columnWriter.clear();
    columnWriter.varint(places.length);
    writeIntegers(columnWriter, places);
    writeColumn(columnWriter, unevens);
    columnWriter.varint(slows.length);
    writeIntegers(columnWriter, slowPlaces);
    writeIntegers(columnWriter, slows);
    writer.varint(id - lastId);
    writePacked(writer, columnWriter.written());
    lastId = id;
  }
  return writer.finish();
}

export type Steps = { uneven: ReadonlyMap<number, number>; slow: ReadonlyMap<number, number[]> };
export const EVEN: Steps = { uneven: new Map(), slow: new Map() };

function readSteps(reader: ByteReader): Steps {
  const uneven = new Map<number, number>();
  const slow = new Map<number, number[]>();
  const count = reader.varint(MAX_SEGMENT_CELLS);
  const places = readIntegers(reader, count);
  const unevens = readColumn(reader, count) as number[];
  for (const [index, place] of places.entries()) uneven.set(place, unevens[index] ?? 0);
  const slowCount = reader.varint(MAX_SEGMENT_CELLS);
  const slowPlaces = readIntegers(reader, slowCount);
  const slows = readIntegers(reader, slowCount);
  for (const [index, place] of slowPlaces.entries()) {
    const steps = slow.get(place) ?? [];
    slow.set(place, steps);
    steps.push(slows[index] ?? 0);
  }
  reader.end();
  return { uneven, slow };
}

/**
 * Decodes steps of the `wanted` registers; registers with evenly spaced samples are missing.
 * @throws UnreadableBytes
 */
export function decodeSteps(
  bytes: Uint8Array,
  wanted: ReadonlySet<number> | undefined,
): Map<number, Steps> {
  return decodeById(bytes, STEPS_VERSION, wanted, readSteps);
}
