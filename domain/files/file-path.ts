import { z } from "zod";

/** 128 random bits or more, base64url. */
const FILE_KEY = /^[\w-]{22,86}$/;
const PATH = "/files/";

/** Where a file is read. */
export function filePath(key: string): string {
  return PATH + key;
}

/** A file as a call names it: by its path, which is what an upload answers, or by the key alone. */
export const fileReference = z
  .string()
  .trim()
  .transform((text) => (text.startsWith(PATH) ? text.slice(PATH.length) : text))
  .pipe(z.string().regex(FILE_KEY, "wrongFile"));

export function isFileKey(text: string): boolean {
  return FILE_KEY.test(text);
}
