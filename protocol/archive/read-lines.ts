import { ArchiveDamaged } from "./archive-damaged.ts";
import { countParts } from "./count-parts.ts";
import type { ArchivedFile } from "./manifest.ts";

/**
 * Maximum length of a line, bytes. A row of the site's object has at most 2 MB, of which a third more in base64, and
 * samples of one line are ended at a fourth of this.
 */
export const MAX_LINE_BYTES = 4 * 1_048_576;
/** Maximum length of a row that a user has entered, bytes: 1,000 addresses, or the corners of an area. */
export const MAX_ENTERED_BYTES = 256 * 1_024;
/**
 * Maximum number of objects, lists and names, as `countParts` counts them, within the rows that are in memory at once;
 * each takes some 100 bytes. An equipment tree of 2 MB has some 200,000.
 */
export const MAX_HELD_PARTS = 2 ** 19;

const LINE_FEED = 0x0a;

type Limits = {
  /** Maximum length of a line, bytes. */
  lineBytes: number;
  /** Whether all rows of the file are in memory at once, instead of one at a time. */
  areHeld: boolean;
};

/**
 * Yields the lines of a file one at a time, parsed and read by a function that returns null for an invalid one.
 * @throws ArchiveDamaged
 */
export function* readLines<Row>(
  bytes: Uint8Array,
  { path, rows: count }: Pick<ArchivedFile, "path" | "rows">,
  { lineBytes, areHeld }: Limits,
  read: (value: unknown) => Row | null,
): Generator<Row, void> {
  const isWhole = bytes.length === 0 || bytes.at(-1) === LINE_FEED;
  if (!isWhole || !hasLines(bytes, count ?? 0)) throw new ArchiveDamaged("wrongRow", path);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let [start, parts] = [0, 0];
  for (let row = 1; start < bytes.length; row++) {
    const end = bytes.indexOf(LINE_FEED, start);
    const line = bytes.subarray(start, end);
    start = end + 1;
    if (line.length > lineBytes) throw new ArchiveDamaged("tooLarge", path, row);
    const own = countParts(line);
    if (own === null) throw new ArchiveDamaged("wrongRow", path, row);
    parts = areHeld ? parts + own : own;
    if (parts > MAX_HELD_PARTS) throw new ArchiveDamaged("tooLarge", path, row);
    const value = read(parseLine(decoder, line));
    if (value === null) throw new ArchiveDamaged("wrongRow", path, row);
    yield value;
  }
}

/** Returns whether there are so many line feeds; it counts no more than that, whatever the contents are. */
function hasLines(bytes: Uint8Array, count: number): boolean {
  let found = 0;
  for (let place = bytes.indexOf(LINE_FEED); place !== -1; ) {
    found += 1;
    if (found > count) return false;
    place = bytes.indexOf(LINE_FEED, place + 1);
  }
  return found === count;
}

function parseLine(decoder: TextDecoder, line: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(line));
  } catch {
    return undefined;
  }
}
