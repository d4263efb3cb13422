import { z } from "zod";

/**
 * The check code printed beside a module's serial number: 4 to 32 letters, digits and hyphens. It is stored in upper
 * case, so that users may type lower case.
 */
export const checkCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{4,32}$/);

/** Minimum number of letters and digits that makes guessing hopeless, whatever the limits. */
export const MIN_NEW_CODE_LENGTH = 8;

/** Whether a module may be registered with this code. Modules with a shorter one are already sold. */
export function isLongCheckCode(code: string): boolean {
  return code.replaceAll("-", "").length >= MIN_NEW_CODE_LENGTH;
}
