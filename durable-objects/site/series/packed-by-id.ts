import { ByteReader, UnreadableBytes } from "./bytes.ts";
import { MAX_SEGMENT_CELLS } from "./limits.ts";
import { readPacked } from "./packing.ts";

/** Returns columns in ascending order of their register ids. */
export const inOrder = <Kind>(columns: ReadonlyMap<number, Kind>) =>
  [...columns].sort(([a], [b]) => a - b);

/**
 * Decodes what is compressed separately for each register id; each id is stored as the difference from the one before.
 */
export function decodeById<Kind>(
  bytes: Uint8Array,
  expected: number,
  wanted: ReadonlySet<number> | undefined,
  read: (reader: ByteReader) => Kind,
): Map<number, Kind> {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== expected) throw new UnreadableBytes(`rollups of unknown version ${version}`);
  const columns = new Map<number, Kind>();
  const count = reader.varint(MAX_SEGMENT_CELLS);
  let id = 0;
  for (let index = 0; index < count; index++) {
    id += reader.varint();
    if (wanted?.has(id) === false) skipPacked(reader);
    else columns.set(id, read(new ByteReader(readPacked(reader))));
  }
  reader.end();
  return columns;
}

function skipPacked(reader: ByteReader): void {
  reader.part(Math.floor(reader.varint() / 2));
}
