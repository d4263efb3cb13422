/** Maximum depth of lists and objects, so that functions that call themselves for each level can read them. */
const MAX_DEPTH = 64;
/** Maximum number of names of the outermost object: a row has fewer columns. */
const MAX_NAMES = 64;

/** Items of lists that count as one part, since a number takes less memory. */
const ITEMS = 8;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Counts the objects, lists and names of a JSON value below its outermost object, without parsing it. Each takes some
 * 100 bytes of memory once parsed, but may be as short as three bytes of text. Eight further items count as one.
 * @returns null if it is nested too deeply, its outermost object has too many names, or a string does not end
 */
export function countParts(json: Uint8Array): number | null {
  let [depth, names, parts, items] = [0, 0, 0, 0];
  for (let place = 0; place < json.length; place++) {
    const byte = json[place] ?? 0;
    if (byte === COMMA && depth > 1) items += 1;
    // Most bytes are digits and commas.
    if (byte < COLON && byte !== QUOTE) continue;
    if (byte === QUOTE) {
      place = endOfString(json, place);
      if (place === -1) return null;
    } else if (byte === COLON) {
      if (depth > 1) parts += 1;
      else names += 1;
      if (names > MAX_NAMES) return null;
    } else if (OPENING.has(byte)) {
      if (depth > 0) parts += 1;
      depth += 1;
      if (depth > MAX_DEPTH) return null;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return parts + Math.floor(items / ITEMS);
}

/** Returns the place of the quotation mark that ends a string; -1 if there is none. */
function endOfString(json: Uint8Array, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let before = end;
    while (json[before - 1] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}
