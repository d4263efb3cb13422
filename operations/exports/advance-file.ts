import type { ExportRows } from "#protocol/history/export-rows.ts";
import type { ExportEncoder } from "./export-encoder.ts";

/** The state of an unfinished file between two steps. */
export type FileState = {
  /** Instant from which rows are still to be read, ms UTC. */
  cursor: number;
  /** Tags of the stored parts, in their order. */
  parts: readonly string[];
  /** State of the encoder. */
  encoder: string;
  /** Bytes that follow the stored parts: less than a part. */
  rest: Uint8Array;
};

export type FileStep = {
  /** Reads rows from an instant on. */
  read(from: number): Promise<ExportRows>;
  encoder: ExportEncoder;
  /** Stores a part and returns its tag; parts are numbered from 1. */
  storePart(number: number, bytes: Uint8Array): Promise<string>;
  /** Bytes of each part but the last one, which may have less. */
  partBytes: number;
  /** Whether the step should end as soon as the state can be saved. */
  isOver(storedParts: number): boolean;
};

export type FileResult =
  | { isFinished: false; state: FileState; rows: number; size: number }
  | { isFinished: true; parts: readonly string[]; rows: number; size: number };

/**
 * Takes a step of writing a file: the bytes of all steps together depend on the rows alone, not on where steps end. One
 * part and one answer to `read` are in memory at a time, besides what the encoder holds.
 * @param from where the file continues: a saved state without its encoder, or a new one
 */
export async function advanceFile(
  from: Pick<FileState, "cursor" | "parts" | "rest">,
  { read, encoder, storePart, partBytes, isOver }: FileStep,
): Promise<FileResult> {
  const parts = [...from.parts];
  const part = new Uint8Array(partBytes);
  part.set(from.rest);
  let length = from.rest.length;
  const store = async () => {
    parts.push(await storePart(parts.length + 1, part.subarray(0, length)));
    length = 0;
  };
  const put = async (pieces: readonly Uint8Array[]) => {
    for (const piece of pieces)
      for (let start = 0; start < piece.length; ) {
        const some = piece.subarray(start, start + partBytes - length);
        part.set(some, length);
        length += some.length;
        start += some.length;
        if (length === partBytes) await store();
      }
  };
  const sizeOf = () => parts.length * partBytes + length;
  let { cursor } = from;
  for (;;) {
    const rows = await read(cursor);
    await put(encoder.add(rows));
    if (rows.next === null) break;
    cursor = rows.next;
    const saved = isOver(parts.length - from.parts.length) ? encoder.save() : undefined;
    if (saved === undefined) continue;
    const state = { cursor, parts, encoder: saved, rest: part.slice(0, length) };
    return { isFinished: false, state, rows: encoder.rows, size: sizeOf() };
  }
  await put(encoder.finish());
  const size = sizeOf();
  if (length > 0) await store();
  return { isFinished: true, parts, rows: encoder.rows, size };
}
