import { expect, test } from "vitest";
import type { ChangeItem, ChangeRecord } from "#domain/settings/change.ts";
import { isOpen, stepsOfChange, undoItems } from "./change-outcome.ts";
import type { Setting } from "./setting.ts";

const ADDRESS = "0033111000";
const setting: Setting = {
  ...{ address: ADDRESS, register: "1000", kind: "setting", access: "rw", name: null, unit: "V" },
  ...{ endurance: 10_000, limits: {}, value: 245, at: 0, writes: 1, writesToday: 1 },
  ...{ drift: null, isDriftIgnored: false },
};
const change = (state: ChangeRecord["state"], item: Partial<ChangeItem> = {}): ChangeRecord => ({
  ...{ changeId: "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11", by: "Olga Owner", at: 1, expires: 2 },
  ...{ atomic: true, revertAfter: null, reason: null, endedAt: null, seen: null, state },
  items: [{ address: ADDRESS, from: 250, value: 245, state: "sent", held: null, ...item }],
});

test.each([
  ["queued", ["current", "ahead", "ahead", "ahead", "ahead"]],
  ["sent", ["done", "done", "current", "ahead", "ahead"]],
  ["read back", ["done", "done", "done", "done", "current"]],
  ["held", ["done", "done", "done", "done", "done"]],
] as const)("a change that is %s shows its steps", (state, steps) => {
  expect(stepsOfChange(change(state))).toEqual(steps);
});

test("a failed change shows how far it got, and ends as failed", () => {
  const failed = { ...change("ended", { state: "sent" }), result: "failed" } as const;
  expect(stepsOfChange(failed)).toEqual(["done", "done", "skipped", "skipped", "failed"]);
  expect(isOpen(failed)).toBe(false);
  expect(isOpen(change("read back"))).toBe(true);
});

test("an undo writes the old values where the new ones were written, and only there", () => {
  const undone = (item: Partial<ChangeItem>, one = setting) =>
    undoItems(change("held", item), [one]);
  expect(undone({ result: "success", held: true })).toEqual([
    { address: ADDRESS, value: 250, expected: 245 },
  ]);
  expect(undone({ result: "unknown" })).toHaveLength(1);
  expect(undone({ result: "rolled back" })).toEqual([]);
  expect(undone({ result: "reverted by device", held: false })).toEqual([]);
  expect(undone({ result: "success", from: null })).toEqual([]);
  expect(undone({ result: "success" }, { ...setting, oneShot: true })).toEqual([]);
  expect(undone({ result: "success" }, { ...setting, address: "0033111999" })).toEqual([]);
});
