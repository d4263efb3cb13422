import { expect, test } from "vitest";
import { platformRule } from "#domain/alarms/platform-rules.ts";
import {
  comparePlatformRules,
  inputOfPlatformRule,
  inputOfPlatformValues,
  NEW_PLATFORM_RULE,
  readPlatformInput,
} from "./rule-input.ts";

const rule = platformRule.parse({
  ruleId: 100,
  registerName: "Battery temperature",
  name: "Battery hot",
  unit: "°C",
  min: -40,
  max: 120,
  lowAlarm: null,
  lowClear: null,
  highAlarm: 60,
  highClear: 55,
  isOneOf: null,
  sustainTime: 60,
  notifyAfter: 0,
  level: "fault",
  isOpen: true,
});
const { ruleId: _, ...typed } = rule;

test("a rule is read as it was filled in, with limits or with states", () => {
  expect(readPlatformInput(inputOfPlatformRule(rule))).toEqual({ rule: typed, faults: {} });
  const states = { ...rule, highAlarm: null, highClear: null, isOneOf: [3, 4], min: 0, max: 0 };
  const { rule: read, faults } = readPlatformInput(inputOfPlatformRule(states));
  expect(faults).toEqual({});
  expect(read).toEqual({
    ...typed,
    highAlarm: null,
    highClear: null,
    isOneOf: [3, 4],
    min: 0,
    max: 0,
  });
});

test("missing and wrong fields are named", () => {
  expect(readPlatformInput(NEW_PLATFORM_RULE).faults).toEqual({
    registerName: "required",
    highAlarm: "required",
    min: "required",
    max: "required",
  });
  const wrong = { ...inputOfPlatformRule(rule), min: "low", sustainTime: "" };
  expect(readPlatformInput(wrong).faults).toEqual({ min: "wrongValue", sustainTime: "required" });
});

test("a form sent without scripts keeps what was typed", () => {
  const values = {
    registerName: "SOC",
    unit: "%",
    min: "0",
    max: "100",
    lowAlarm: "10",
    kind: "limits",
  };
  expect(inputOfPlatformValues(values)).toMatchObject({
    registerName: "SOC",
    unit: "%",
    max: "100",
    lowAlarm: "10",
    isOneOf: null,
  });
  expect(inputOfPlatformValues({ ...values, kind: "values", texts: "3\n4" }).isOneOf).toEqual([
    "3",
    "4",
  ]);
});

test("a conflict names the fields that differ", () => {
  expect(comparePlatformRules({ ...rule, highAlarm: 70 }, { ...rule, unit: "K" })).toEqual([
    { field: "unit", from: "°C", to: "K" },
    { field: "highAlarm", from: 70, to: 60 },
  ]);
});
