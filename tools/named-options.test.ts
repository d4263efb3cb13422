import { expect, test } from "vitest";
import { readNamedOptions } from "./named-options.ts";

test("a name, keys with values in both spellings, and flags are distinguished", () => {
  expect(readNamedOptions(["wire", "--seed", "7", "--count=3", "--verbose"])).toEqual({
    name: "wire",
    options: { seed: "7", count: "3", verbose: "true" },
  });
});

test("a flag does not swallow the option after it", () => {
  expect(readNamedOptions(["--quick", "--seed", "7"])).toEqual({
    name: undefined,
    options: { quick: "true", seed: "7" },
  });
});

test("a second name is refused", () => {
  expect(() => readNamedOptions(["wire", "frames"])).toThrow(/unexpected argument "frames"/);
});
