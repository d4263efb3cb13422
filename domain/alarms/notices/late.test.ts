import { expect, test } from "vitest";
import { isLive } from "./late.ts";

const MIN = 60_000;
const T = Date.UTC(2026, 0, 1);

test.each([
  ["at receipt", 0, MIN, false, true],
  ["15 min old", 15 * MIN, MIN, false, true],
  ["older", 15 * MIN + 1, MIN, false, false],
  ["1.5 upload intervals old", 45 * MIN, 30 * MIN, false, true],
  ["older than 1.5 upload intervals", 45 * MIN + 1, 30 * MIN, false, false],
  ["ahead of receipt", -MIN, MIN, false, true],
  ["marked as backlog", 0, MIN, true, false],
])("a sample %s", (_what, age, uploadMs, isBacklog, expected) => {
  expect(isLive(T - age, T, uploadMs, isBacklog)).toBe(expected);
});
