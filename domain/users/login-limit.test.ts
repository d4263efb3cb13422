import { expect, test } from "vitest";
import { slowDown } from "./login-limit.ts";

test.each([
  [0, 0],
  [30, 0],
  [31, 100],
  [60, 3_000],
  [80, 5_000],
  [100_000, 5_000],
])("after %i failures an attempt waits %i ms", (failures, wait) => {
  expect(slowDown(failures)).toBe(wait);
});
