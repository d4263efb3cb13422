import { z } from "zod";
import { LANGUAGES } from "../languages.ts";

export const language = z.enum(LANGUAGES);

/** Name with which a user signs in; the output is trimmed and in lower case. */
export const accountName = z.string().trim().toLowerCase().min(1, "required").max(254, "tooLong");

/** Password as typed at a login; the rules for a new password are stricter (`newPassword`). */
export const typedPassword = z
  .string()
  .min(1, { error: "required", abort: true })
  .min(6, "passwordTooShort")
  .max(256, "tooLong");
