import { expect, test } from "vitest";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { PlatformRule } from "../platform-rules.ts";
import { MAX_RULE_CONDITIONS, MAX_RULE_REGISTERS } from "../rule-choices.ts";
import { bindPlatformRules, findIncompleteRules } from "./bind-platform-rules.ts";

const RULE: PlatformRule = {
  ruleId: 1,
  registerName: "State",
  min: 0,
  max: 0,
  lowAlarm: null,
  lowClear: null,
  highAlarm: null,
  highClear: null,
  isOneOf: null,
  sustainTime: 0,
  notifyAfter: 0,
  level: "fault",
  isOpen: true,
};

/** Pieces of equipment with a register of each of some names. */
function treeOf(pieces: number, ...names: string[]): Equipment[] {
  return Array.from({ length: pieces }, (_, piece) => ({
    address: `0033${piece.toString(16).toUpperCase().padStart(2, "0")}`,
    registers: names.map((name, place) => ({
      register: place.toString(16).padStart(4, "0"),
      name,
      kind: "enum" as const,
      access: "r" as const,
    })),
  }));
}

const count = (bound: ReturnType<typeof bindPlatformRules>) =>
  bound.map(({ rule, addresses }) => [rule.ruleId, 1 + addresses.length]);

test("a rule covers the registers that have its name, but no texts", () => {
  const tree = treeOf(2, "State", "Mode");
  const text = { register: "0100", name: "State", kind: "text", access: "r" } as const;
  const withText = [...tree, { address: "003377", registers: [text] }];
  expect(bindPlatformRules([{ ...RULE, registerName: "Absent" }, RULE], withText)).toEqual([
    { rule: RULE, address: "0033000000", addresses: ["0033010000"] },
  ]);
});

test("one rule covers 50 registers, and all of them 2,000 with each value counted, the first rules first", () => {
  const tree = treeOf(60, "State", "Mode");
  expect(count(bindPlatformRules([RULE], tree))).toEqual([[1, MAX_RULE_REGISTERS]]);
  const values = Array.from({ length: 18 }, (_, value) => value);
  const rules = [1, 2, 3, 4].map((ruleId) => ({
    ...RULE,
    ruleId,
    registerName: ruleId % 2 === 0 ? "Mode" : "State",
    isOneOf: ruleId === 4 ? null : values,
  }));
  const bound = bindPlatformRules(rules, tree);
  expect(count(bound)).toEqual([
    [1, 50],
    [2, 50],
    [3, 11],
    [4, 2],
  ]);
  const conditions = bound.map(
    ({ rule, addresses }) => (1 + addresses.length) * (rule.isOneOf?.length ?? 1),
  );
  expect(conditions.reduce((sum, one) => sum + one)).toBe(MAX_RULE_CONDITIONS);
});

test("a rule that covers only some of the registers with its name is incomplete", () => {
  const tree = treeOf(60, "State", "Mode");
  const values = Array.from({ length: 50 }, (_, value) => value);
  const mode = { ...RULE, ruleId: 2, name: "Mode of all", registerName: "Mode", isOneOf: values };
  const last = { ...RULE, ruleId: 3, name: "" };
  expect(findIncompleteRules([RULE, mode, last], tree)).toEqual([
    { ruleId: 1, name: "State", covered: 50, registers: 60 },
    { ruleId: 2, name: "Mode of all", covered: 39, registers: 60 },
    { ruleId: 3, name: "State", covered: 0, registers: 60 },
  ]);
  const whole = { ...mode, isOneOf: values.slice(0, 39) };
  expect(findIncompleteRules([RULE, whole], treeOf(50, "State", "Mode"))).toEqual([]);
  expect(findIncompleteRules([{ ...RULE, registerName: "Absent" }], tree)).toEqual([]);
});
