/** Encodings of text files that are recognised. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes in which UTF-16 without a byte order mark is sought. */
const SOUGHT_BYTES = 512;
/** Share of zero bytes at even or odd places from which a text is UTF-16. */
const ZERO_SHARE = 0.4;

/** Decodes a text file: by its byte order mark, by the zero bytes of UTF-16, as UTF-8, or else as Windows-1252. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const marked = encodingOf(bytes);
  if (marked !== null) return { text: new TextDecoder(marked).decode(bytes), encoding: marked };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    const encoding = "windows-1252";
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
  }
}

function encodingOf(bytes: Uint8Array): TextEncoding | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const some = bytes.subarray(0, SOUGHT_BYTES);
  const zeros = [0, 0];
  for (const [place, byte] of some.entries())
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const half = some.length / 2;
  if (half > 0 && (zeros[1] ?? 0) >= ZERO_SHARE * half) return "utf-16le";
  if (half > 0 && (zeros[0] ?? 0) >= ZERO_SHARE * half) return "utf-16be";
  return null;
}
