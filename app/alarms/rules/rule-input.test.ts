import { expect, test } from "vitest";
import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import { compareRules, inputOfRule, inputOfValues, NEW_RULE, readRuleInput } from "./rule-input.ts";

const RULE: AlarmRule = {
  ruleId: 12,
  alarmType: "custom",
  address: "FFFF000131",
  addresses: [],
  name: "Cold battery",
  unit: "V",
  min: 0,
  max: 100,
  lowAlarm: 9.5,
  lowClear: 10,
  highAlarm: null,
  highClear: null,
  isOneOf: null,
  sustainTime: 10,
  notifyAfter: 0,
  level: "warning",
  monitor: "all",
  isOpen: true,
};

test("a rule is read as it was shown", () => {
  const { rule, faults } = readRuleInput(inputOfRule(RULE));
  expect(faults).toEqual({});
  expect(RULE).toMatchObject(rule);
});

test("numbers are typed with a comma or Arabic digits, too", () => {
  const input = { ...inputOfRule(RULE), lowAlarm: "9,25", lowClear: "١٠٫٥" };
  expect(readRuleInput(input).rule).toMatchObject({ lowAlarm: 9.25, lowClear: 10.5 });
});

test("what is missing or no number is named by its field", () => {
  const input = { ...NEW_RULE, lowAlarm: "low", sustainTime: "", notifyAfter: "soon" };
  expect(readRuleInput(input).faults).toEqual({
    lowAlarm: "wrongValue",
    sustainTime: "required",
    notifyAfter: "wrongValue",
  });
});

test("a rule needs a limit or a value", () => {
  expect(readRuleInput(NEW_RULE).faults).toEqual({ highAlarm: "required" });
  expect(readRuleInput({ ...NEW_RULE, isOneOf: [] }).faults).toEqual({ isOneOf: "required" });
  const { rule, faults } = readRuleInput({ ...NEW_RULE, isOneOf: ["3", "Fault"] });
  expect(faults).toEqual({});
  expect(rule.isOneOf).toEqual([3, "Fault"]);
});

test("a form that was sent without scripts keeps its values", () => {
  const values = {
    kind: "values",
    "value:3": "on",
    texts: " Fault \n\nAlarm",
    "address:AA00010101": "on",
    isOpen: "on",
    level: "warning",
    monitor: "faults",
    sustainTime: "5",
    notifyAfter: "0",
  };
  expect(inputOfValues(values)).toMatchObject({
    isOneOf: ["3", "Fault", "Alarm"],
    addresses: ["AA00010101"],
    isOpen: true,
    level: "warning",
    monitor: "faults",
  });
});

test("what another user changed is found by field", () => {
  expect(compareRules(RULE, RULE)).toEqual([]);
  expect(compareRules(RULE, { ...RULE, lowAlarm: 9, isOpen: false })).toEqual([
    { field: "lowAlarm", from: 9.5, to: 9 },
    { field: "isOpen", from: true, to: false },
  ]);
});
