import { expect, test } from "vitest";
import { typedAdvancedPassword } from "./advanced-password.ts";

test("an advanced password has to be entered, and is at most 64 characters long", () => {
  const problemOf = (typed: unknown) =>
    typedAdvancedPassword.safeParse(typed).error?.issues.map(({ message }) => message);
  expect(problemOf("")).toEqual(["required"]);
  expect(problemOf("x".repeat(65))).toEqual(["tooLong"]);
  expect(problemOf("x".repeat(64))).toBeUndefined();
});
