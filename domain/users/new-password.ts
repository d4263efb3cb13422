import { z } from "zod";
import { FREQUENT_PASSWORDS } from "./frequent-passwords-data.ts";

const MIN_LENGTH = 6;
const MAX_LENGTH = 16;

let frequent: ReadonlySet<string> | undefined;

/** Whether it is among what is tried first, in capitals or not. */
function isFrequent(password: string): boolean {
  frequent ??= new Set(FREQUENT_PASSWORDS.trim().split(/\s+/));
  return frequent.has(password.toLowerCase());
}

/** What a new password must be (specification, section 5). */
export const newPassword = z
  .string()
  .min(1, { error: "required", abort: true })
  .min(MIN_LENGTH, "passwordTooShort")
  .max(MAX_LENGTH, "passwordTooLong")
  .regex(/^[A-Za-z0-9]*$/, "passwordCharacters")
  .refine((password) => !isFrequent(password), "passwordFrequent");

/** For the shape of an input that takes a new password twice; goes with `passwordsEqual`. */
export const newPasswordTwice = {
  password: newPassword,
  confirmPassword: z.string().min(1, { error: "required", abort: true }),
};

/** For `refine` of such an input. */
export const passwordsEqual: [
  (typed: { password: string; confirmPassword: string }) => boolean,
  { path: PropertyKey[]; error: string },
] = [
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ["confirmPassword"], error: "passwordsDiffer" },
];
