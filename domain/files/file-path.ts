import { z } from "zod";

/** 128 random bits or more, base64url. */
const FILE_KEY = /^[\w-]{22,86}$/;
const PATH = "/files/";

/** Returns the path under which a file is served. */
export function filePath(key: string): string {
  return PATH + key;
}

/** Reference to a file in a call: the path, as an upload returns it, or the key alone. The output is the key. */
export const fileReference = z
  .string()
  .trim()
  .transform((text) => (text.startsWith(PATH) ? text.slice(PATH.length) : text))
  .pipe(z.string().regex(FILE_KEY, "wrongFile"));

/** Returns whether a text has the form of a file's key. */
export function isFileKey(text: string): boolean {
  return FILE_KEY.test(text);
}
