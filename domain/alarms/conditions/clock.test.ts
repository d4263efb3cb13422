import { expect, test } from "vitest";
import { readBatchClock, readConnectClock } from "./clock.ts";

const MIN = 60_000;
const T = Date.UTC(2026, 0, 1);

test.each([
  ["right", 0, "right"],
  ["5 min ahead", 5 * MIN, "right"],
  ["more than 5 min ahead", 5 * MIN + 1, "wrong"],
  ["more than 5 min behind", -5 * MIN - 1, "wrong"],
])("a connect whose clock is %s", (_what, ahead, expected) => {
  expect(readConnectClock(T + ahead, T)).toBe(expected);
});

test("a connect without a clock says nothing", () => {
  expect(readConnectClock(null, T)).toBeNull();
});

test.each([
  ["now", 0, MIN, false, "right"],
  ["more than 5 min ahead", -5 * MIN - 1, MIN, false, "wrong"],
  ["ahead, as backlog", -5 * MIN - 1, MIN, true, "wrong"],
  ["5 min old", 5 * MIN, MIN, false, "right"],
  ["an upload interval old", 15 * MIN, 15 * MIN, false, "right"],
  ["older", 5 * MIN + 1, MIN, false, null],
  ["of a backlog", 0, MIN, true, null],
])("a batch whose newest sample is %s", (_what, age, uploadMs, isBacklog, expected) => {
  expect(readBatchClock(T - age, T, uploadMs, isBacklog)).toBe(expected);
});
