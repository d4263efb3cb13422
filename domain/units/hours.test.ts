import { expect, test } from "vitest";
import { formatHours } from "./hours.ts";

test("seconds are shown as hours with one decimal", () => {
  expect([formatHours(0, "en"), formatHours(5400, "en"), formatHours(4_444_200, "en")]).toEqual([
    "0.0",
    "1.5",
    "1,234.5",
  ]);
});
