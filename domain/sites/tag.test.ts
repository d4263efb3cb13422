import { expect, test } from "vitest";
import { isSameTag, tagName } from "./tag.ts";

test.each([
  ["barn", "barn"],
  ["  Süd-Dach_2 ", "Süd-Dach_2"],
  ["Su\u0308d", "Süd"],
  ["屋顶", "屋顶"],
  ["سطح", "سطح"],
  ["छत", "छत"],
  ["x".repeat(20), "x".repeat(20)],
])("%s is a tag", (typed, kept) => {
  expect(tagName.parse(typed)).toBe(kept);
});

test.each([
  ["", "required"],
  ["   ", "required"],
  ["x".repeat(21), "tooLong"],
  ["two words", "lettersAndDigits"],
  ["a,b", "lettersAndDigits"],
  ["<b>", "lettersAndDigits"],
  ["a\u202eb", "lettersAndDigits"],
  ["a\u200bb", "lettersAndDigits"],
  ["☀", "lettersAndDigits"],
])("%s is none", (typed, message) => {
  expect(tagName.safeParse(typed).error?.issues[0]?.message).toBe(message);
});

test("case makes no other tag", () => {
  expect(isSameTag("Süd", "SÜD")).toBe(true);
  expect(isSameTag("straße", "STRASSE")).toBe(true);
  expect(isSameTag("Süd", "Sud")).toBe(false);
});
