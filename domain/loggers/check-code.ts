import { z } from "zod";

/**
 * Check code printed beside a module's serial number: 4 to 32 letters, digits and hyphens. It is stored in upper case,
 * so that users may type lower case.
 */
export const checkCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{4,32}$/);

/** Minimum number of letters and digits of a new code, so that it cannot be guessed within the rate limits. */
export const MIN_NEW_CODE_LENGTH = 8;

/** Returns whether a code is long enough to register a module with it. Shorter codes exist on modules already sold. */
export function isLongCheckCode(code: string): boolean {
  return code.replaceAll("-", "").length >= MIN_NEW_CODE_LENGTH;
}
