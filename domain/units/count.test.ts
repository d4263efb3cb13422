import { expect, test } from "vitest";
import { formatCount } from "./count.ts";

test.each([
  ["en", "12,000"],
  ["de", "12.000"],
  ["es", "12.000"],
  ["fr", "12\u202f000"],
  ["zh", "12,000"],
  ["ar", "12,000"],
])("in %s there are %s", (language, text) => {
  expect(formatCount(12_000, language)).toBe(text);
  expect(formatCount(7, language)).toBe("7");
});
