import { z } from "zod";

/** Model name of a module: 1 to 40 characters. */
export const moduleType = z
  .string()
  .trim()
  .min(1, "required")
  .max(40, "tooLong")
  .regex(/^\P{C}*$/u);

/** SHA-256 in base64url: 32 bytes, so the last of its 43 characters carries only four bits. */
export const SHA256_BASE64URL = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/** Secret of a logger: 128 random bits have at least 22 base64url characters. */
export const LOGGER_SECRET = /^[!-~]{22,128}$/;

/** Characters of generated check codes: without 0, 1, I and O, which are similar in print. */
const CODE_CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** Characters of a generated check code, five bits each. */
export const CODE_LENGTH = 10;
/** Random bytes of a generated secret. */
export const SECRET_BYTES = 24;

/**
 * Makes a check code.
 * @param bytes `CODE_LENGTH` random bytes
 */
export function makeCheckCode(bytes: Uint8Array): string {
  return [...bytes].map((byte) => CODE_CHARACTERS[byte % CODE_CHARACTERS.length]).join("");
}
