import { expect, test } from "vitest";
import {
  type ItemFacts,
  startChange,
  type TrackedChange,
} from "#domain/settings/tracked-change.ts";
import type { Diary } from "./diary.ts";
import { judge } from "./judge.ts";

const ADDRESS = "7E44010001";
const OTHER = "7E44010002";
const facts: ItemFacts = {
  ...{ precision: 0, isOneShot: false, isStored: true, from: 10, order: undefined },
};

function ended(change: Partial<TrackedChange["record"]>): TrackedChange {
  const items = [ADDRESS, OTHER].map((address) => ({ address, value: 20 }));
  const request = { changeId: "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11", items, atomic: true };
  const started = startChange({ request, facts: [facts, facts], by: "Olga" }, 0);
  const parts = started.parts.map((part, index) => ({
    ...part,
    commandId: `c${index}`,
    attempts: 1,
  }));
  return { ...started, parts, phase: "done", record: { ...started.record, ...change } };
}

const success = [ADDRESS, OTHER].map((address) => ({
  ...{ address, from: 10, value: 20, state: "held" as const },
  ...{ result: "success" as const, readBack: 20, held: true },
}));

function rulesOf(diary: Diary, change: TrackedChange, registers: [string, number][]) {
  const found = judge({ diary, changes: [change], registers: new Map(registers), areMixed: false });
  return found.map(({ rule }) => rule);
}

const executed = (id: string, address = ADDRESS) =>
  ({ kind: "executed", at: 1, id, address, value: 20 }) as const;

test("a success without an acknowledgement and a held value without a second read are found", () => {
  const change = ended({ state: "held", result: "success", items: success });
  expect(
    rulesOf([], change, [
      [ADDRESS, 20],
      [OTHER, 20],
    ]),
  ).toEqual(expect.arrayContaining(["false success", "false held"]));
});

test("a group that is half applied is found, unless it is mixed", () => {
  const half: [string, number][] = [
    [ADDRESS, 20],
    [OTHER, 10],
  ];
  const items = success.map((item) => ({ ...item, result: "unknown" as const, held: null }));
  expect(rulesOf([], ended({ state: "ended", result: "failed", items }), half)).toContain(
    "half-applied and not mixed",
  );
  expect(rulesOf([], ended({ state: "ended", result: "mixed", items }), half)).not.toContain(
    "half-applied and not mixed",
  );
});

test("a double execution, a late sending and an open end are found", () => {
  const diary: Diary = [
    executed("c0"),
    executed("c0"),
    { kind: "sent", at: 9, id: "c1", line: 1, expires: 9 },
  ];
  expect(rulesOf(diary, ended({ state: "ended", result: "failed" }), [])).toEqual(
    expect.arrayContaining(["executed twice", "sent after its end"]),
  );
  const open = { ...ended({}), phase: "writing" as const };
  expect(rulesOf([], open, [])).toContain("never ended");
});
