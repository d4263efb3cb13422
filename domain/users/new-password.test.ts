import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { FREQUENT_PASSWORDS } from "./frequent-passwords-data.ts";
import { newPassword, newPasswordTwice, passwordsEqual } from "./new-password.ts";

function refusalOf(schema: z.ZodType, typed: unknown): string[] {
  return schema.safeParse(typed).error?.issues.map((issue) => issue.message) ?? [];
}

test.each([
  ["Kw7xTq", []],
  ["Kw7xTq20aBcDeFgH", []],
  ["Kw7xT", ["passwordTooShort"]],
  ["Kw7xTq20aBcDeFgHi", ["passwordTooLong"]],
  ["Kw7xTq-20", ["passwordCharacters"]],
  ["Kw7xTqé", ["passwordCharacters"]],
  ["qwerty", ["passwordFrequent"]],
  ["QwertY", ["passwordFrequent"]],
])("the new password %j: %j", (typed, refusal) => {
  expect(refusalOf(newPassword, typed)).toEqual(refusal);
});

test("a few thousand passwords that fit the rule are refused for being common", () => {
  const words = FREQUENT_PASSWORDS.trim().split(/\s+/);
  expect(new Set(words).size).toBe(5_000);
  for (const word of words) expect(refusalOf(newPassword, word)).toEqual(["passwordFrequent"]);
});

test("every generated password has 6 to 16 letters and digits", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4, maxLength: 18 }), (typed) => {
      const taken = newPassword.safeParse(typed).success;
      expect(taken && !/^[a-z0-9]{6,16}$/i.test(typed)).toBe(false);
    }),
  );
});

test("the two entries must match", () => {
  const schema = z.object(newPasswordTwice).refine(...passwordsEqual);
  expect(schema.safeParse({ password: "Kw7xTq", confirmPassword: "Kw7xTq" }).success).toBe(true);
  const differing = schema.safeParse({ password: "Kw7xTq", confirmPassword: "Kw7xTQ" });
  expect(differing.error?.issues).toMatchObject([
    { path: ["confirmPassword"], message: "passwordsDiffer" },
  ]);
});
