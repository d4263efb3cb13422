import { z } from "zod";
import { LANGUAGES } from "../languages.ts";

export const language = z.enum(LANGUAGES);

/** The name that a user signs in with: trimmed, and compared without case. */
export const accountName = z.string().trim().toLowerCase().min(1, "required").max(254, "tooLong");

/** A password as typed at a login; what a new one must be is stricter. */
export const typedPassword = z
  .string()
  .min(1, { error: "required", abort: true })
  .min(6, "passwordTooShort")
  .max(256, "tooLong");
