import { z } from "zod";

/**
 * The check code printed beside a module's serial number: 4 to 32 letters, digits and hyphens. It is kept as its
 * capitals', so that people may type small letters.
 */
export const checkCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{4,32}$/);

/** What it takes of letters and digits to leave guessing hopeless, whatever the limits. */
export const MIN_NEW_CODE_LENGTH = 8;

/** Whether a module may be registered with this code. Those that are registered with a shorter one are sold already. */
export function isLongCheckCode(code: string): boolean {
  return code.replaceAll("-", "").length >= MIN_NEW_CODE_LENGTH;
}
