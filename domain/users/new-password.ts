import { z } from "zod";
import { FREQUENT_PASSWORDS } from "./frequent-passwords-data.ts";

const MIN_LENGTH = 6;
const MAX_LENGTH = 16;

let frequent: ReadonlySet<string> | undefined;

/** Returns whether a password is one of the most common ones, ignoring case. */
function isFrequent(password: string): boolean {
  frequent ??= new Set(FREQUENT_PASSWORDS.trim().split(/\s+/));
  return frequent.has(password.toLowerCase());
}

/** Rules for a new password (specification, section 5). */
export const newPassword = z
  .string()
  .min(1, { error: "required", abort: true })
  .min(MIN_LENGTH, "passwordTooShort")
  .max(MAX_LENGTH, "passwordTooLong")
  .regex(/^[A-Za-z0-9]*$/, "passwordCharacters")
  .refine((password) => !isFrequent(password), "passwordFrequent");

/** Fields of an input in which a new password is typed twice; use them with `passwordsEqual`. */
export const newPasswordTwice = {
  password: newPassword,
  confirmPassword: z.string().min(1, { error: "required", abort: true }),
};

/** Arguments of `refine` for an input with the fields `newPasswordTwice`. */
export const passwordsEqual: [
  (typed: { password: string; confirmPassword: string }) => boolean,
  { path: PropertyKey[]; error: string },
] = [
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ["confirmPassword"], error: "passwordsDiffer" },
];
