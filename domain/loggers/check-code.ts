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
