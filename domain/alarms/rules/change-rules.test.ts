import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Equipment } from "#domain/registers/equipment.ts";
import {
  MAX_CUSTOM_RULES,
  MAX_RULE_CONDITIONS,
  MAX_RULE_SECONDS,
  MAX_RULE_VALUE,
} from "../rule-choices.ts";
import { type RuleChange, type SiteRules, type SiteRulesChange, siteRules } from "../site-rules.ts";
import { changeSiteRules } from "./change-rules.ts";
import { newSiteRules } from "./new-site-rules.ts";

const EQUIPMENT: Equipment[] = [
  {
    address: "FFFF00",
    registers: [
      { register: "0131", kind: "gauge", access: "r" },
      { register: "0133", kind: "gauge", access: "r" },
      { register: "0134", kind: "gauge", access: "r" },
      { register: "0170", kind: "text", access: "r" },
      { register: "0400", kind: "setting", access: "rw" },
    ],
  },
  {
    address: "006D11",
    registers: [
      { register: "0104", kind: "gauge", access: "r", unit: "%", name: "SOC", min: 0, max: 100 },
      {
        register: "0119",
        kind: "enum",
        access: "r",
        name: "State",
        options: { 0: "off", 5: "fault" },
      },
    ],
  },
];
const START = newSiteRules(EQUIPMENT);
const LOW_CHARGE: RuleChange = { address: "006D110104", lowAlarm: 20, lowClear: 25 };

function change(given: SiteRulesChange, current: SiteRules = START) {
  return changeSiteRules(current, given, EQUIPMENT);
}

/** Applies a change that is expected to be accepted. */
function changed(given: SiteRulesChange, current: SiteRules = START): SiteRules {
  const result = change(given, current);
  if (result.kind !== "changed") throw new Error(JSON.stringify(result));
  return result.rules;
}

function faultsOf(given: SiteRulesChange, current: SiteRules = START) {
  const result = change(given, current);
  return result.kind === "refused" ? result.fields : result.kind;
}

test("a sustain time above a day is refused with its maximum, 86,400 s", () => {
  const result = change({ limits: [{ ruleId: 1, sustainTime: MAX_RULE_SECONDS + 1 }] });
  expect(result).toMatchObject({
    kind: "refused",
    fields: { "limits.0.sustainTime": "tooBig" },
    limits: { "limits.0.sustainTime": { max: 86_400 } },
  });
  expect(faultsOf({ limits: [{ ruleId: 1, sustainTime: MAX_RULE_SECONDS }] })).toBe("changed");
});

test("only the named parts change, and each change is a new version", () => {
  const rules = changed({ version: 0, limits: [{ ruleId: 1, isOpen: true, highAlarm: 16 }] });
  expect(rules.version).toBe(1);
  expect(rules.limits[0]).toMatchObject({ isOpen: true, lowAlarm: 9.5, highAlarm: 16 });
  expect(rules.limits.slice(1)).toEqual(START.limits.slice(1));
  const gap = changed({ noData: { allowedGap: 5 }, emailInterval: 1, autoLevel: "off" }, rules);
  expect(gap).toMatchObject({
    version: 2,
    noData: { isOpen: true, allowedGap: 5 },
    emailInterval: 1,
    autoLevel: "off",
  });
});

test("the complete answer of the list is accepted as it is and changes nothing", () => {
  expect(change(START).kind).toBe("unchanged");
  expect(changed({ ...START, emailInterval: 5 }).emailInterval).toBe(5);
});

test("an older version changes nothing, unless it has nothing to change", () => {
  const body: SiteRulesChange = { version: 0, limits: [{ ruleId: 1, isOpen: true }] };
  const rules = changed(body);
  expect(change(body, rules)).toEqual({ kind: "unchanged", rules });
  expect(change({ version: 0, emailInterval: 5 }, rules)).toEqual({ kind: "outdated", rules });
  expect(change({ version: 0, emailInterval: 0 }, rules)).toEqual({ kind: "outdated", rules });
  expect(change({ version: 9, emailInterval: 5 }, rules).kind).toBe("outdated");
});

test("a new rule gets the unit and bounds of its register, and defaults", () => {
  const { limits } = changed({ limits: [{ ...LOW_CHARGE, name: " Low charge " }] });
  expect(limits[10]).toEqual({
    ruleId: 1000,
    alarmType: "custom",
    address: "006D110104",
    addresses: [],
    name: "Low charge",
    unit: "%",
    min: 0,
    max: 100,
    lowAlarm: 20,
    lowClear: 25,
    highAlarm: null,
    highClear: null,
    isOneOf: null,
    sustainTime: 10,
    notifyAfter: 0,
    level: "warning",
    monitor: "all",
    isOpen: true,
  });
});

test("the same new rule sent twice is one rule, and two in one body are two", () => {
  const body = { version: 0, limits: [LOW_CHARGE, LOW_CHARGE] };
  const rules = changed(body);
  expect(rules.limits).toHaveLength(12);
  expect(change(body, rules).kind).toBe("unchanged");
  expect(change({ limits: [LOW_CHARGE] }, rules).kind).toBe("unchanged");
});

test("only rules made by users are deleted, once, and their numbers are not used again", () => {
  const rules = changed({ limits: [LOW_CHARGE] });
  const body = { version: 1, limits: [{ ruleId: 1000, isDeleted: true }] };
  const without = changed(body, rules);
  expect(without.limits).toHaveLength(10);
  expect(change(body, without).kind).toBe("unchanged");
  expect(changed({ limits: [LOW_CHARGE] }, without).limits[10]?.ruleId).toBe(3000);
  expect(faultsOf({ limits: [{ ruleId: 1, isDeleted: true }] })).toEqual({
    "limits.0.isDeleted": "standardRule",
  });
  expect(faultsOf({ limits: [{ ruleId: 1000, isOpen: true }] }, without)).toEqual({
    "limits.0.ruleId": "wrongValue",
  });
});

test("a site has at most 100 rules besides the ten limits", () => {
  const many = Array.from({ length: MAX_CUSTOM_RULES }, (_, n) => ({
    ...LOW_CHARGE,
    name: `Rule ${n}`,
  }));
  const rules = changed({ limits: many });
  expect(rules.limits).toHaveLength(110);
  expect(change({ limits: [LOW_CHARGE] }, rules)).toEqual({
    kind: "refused",
    fields: { limits: "tooMany" },
    limits: { limits: { max: 100 } },
  });
  const instead = { limits: [{ ruleId: 1000, isDeleted: true }, LOW_CHARGE] };
  expect(changed(instead, rules).limits).toHaveLength(110);
});

test("a rule may cover several registers of one unit, each once", () => {
  const body = { addresses: ["FFFF000134", "006D110104", "FFFF000134"], lowAlarm: 5, lowClear: 6 };
  const [rule] = changed({ limits: [body] }).limits.slice(10);
  expect(rule).toMatchObject({ address: "FFFF000134", addresses: ["006D110104"], unit: "%" });
});

test("a rule “is one of” covers states, texts and switches", () => {
  const limits = [
    { address: "006D110119", isOneOf: [5, "0", 5] },
    { address: "FFFF000170", isOneOf: ["fault"] },
    { address: "FFFF000400", isOneOf: [0] },
  ];
  expect(
    changed({ limits })
      .limits.slice(10)
      .map(({ isOneOf }) => isOneOf),
  ).toEqual([[5, "0"], ["fault"], [0]]);
});

test("a rule keeps a register that the site no longer has", () => {
  const rules = changed({ limits: [LOW_CHARGE] });
  const result = changeSiteRules(rules, { limits: [{ ruleId: 1000, isOpen: false }] }, []);
  expect(result.kind).toBe("changed");
});

describe("refused", () => {
  test.each<[string, RuleChange, Record<string, string>]>([
    ["low clear below low alarm", { ruleId: 1, lowClear: 9 }, { lowClear: "limitOrder" }],
    ["clear limits that overlap", { ruleId: 1, lowClear: 14.6 }, { highClear: "limitOrder" }],
    ["a limit above the maximum", { ruleId: 3, highAlarm: 5000 }, { highAlarm: "tooBig" }],
    ["half a side", { ruleId: 1, highClear: null }, { highClear: "required" }],
    ["a long sustain time", { ruleId: 1, sustainTime: 90_000 }, { sustainTime: "tooBig" }],
    ["a negative delay", { ruleId: 1, notifyAfter: -1 }, { notifyAfter: "tooSmall" }],
    [
      "another register of a limit",
      { ruleId: 1, address: "006D110104" },
      { address: "standardRule" },
    ],
    ["other bounds of a limit", { ruleId: 1, max: 2000 }, { max: "standardRule" }],
    ["values for a limit", { ruleId: 1, isOneOf: [1] }, { isOneOf: "standardRule" }],
    ["a name with a line break", { ruleId: 1, name: "a\nb" }, { name: "wrongValue" }],
    ["a name that changes direction", { ruleId: 1, name: "a\u202eb" }, { name: "wrongValue" }],
    ["a long name", { ruleId: 1, name: "a".repeat(101) }, { name: "tooLong" }],
    ["an unknown rule", { ruleId: 77, isOpen: true }, { ruleId: "wrongValue" }],
    [
      "an unknown register",
      { ...LOW_CHARGE, address: "006D119999" },
      { address: "unknownRegister" },
    ],
    ["a rule without a register", { lowAlarm: 1, lowClear: 2 }, { address: "required" }],
    [
      "limits of a text",
      { address: "FFFF000170", lowAlarm: 1, lowClear: 2 },
      { address: "numericRegister" },
    ],
    [
      "values of a quantity",
      { address: "FFFF000131", isOneOf: [1] },
      { address: "listedRegister" },
    ],
    [
      "a state that does not exist",
      { address: "006D110119", isOneOf: [7] },
      { isOneOf: "wrongValue" },
    ],
    ["no values", { address: "006D110119", isOneOf: [] }, { isOneOf: "required" }],
    [
      "values and limits",
      { address: "006D110119", isOneOf: [5], lowAlarm: 1, lowClear: 2 },
      { lowAlarm: "wrongValue", lowClear: "wrongValue" },
    ],
    [
      "registers of several units",
      { ...LOW_CHARGE, addresses: ["FFFF000131"] },
      { addresses: "unitsDiffer" },
    ],
    ["another unit", { ...LOW_CHARGE, unit: "V" }, { unit: "unitsDiffer" }],
    [
      "one of the ten types",
      { ...LOW_CHARGE, alarmType: "inputPower" },
      { alarmType: "wrongValue" },
    ],
  ])("%s", (_what, rule, expected) => {
    const fields = Object.fromEntries(
      Object.entries(expected).map(([field, message]) => [`limits.0.${field}`, message]),
    );
    expect(faultsOf({ limits: [rule] })).toEqual(fields);
  });

  test("intervals out of range", () => {
    expect(faultsOf({ emailInterval: 0, noData: { allowedGap: 1441 } })).toEqual({
      emailInterval: "outOfRange",
      "noData.allowedGap": "outOfRange",
    });
  });

  test("a part of a body with a fault elsewhere, whose bound is named", () => {
    const limits = [
      { ruleId: 1, isOpen: true },
      { ruleId: 3, highAlarm: 5000 },
    ];
    expect(change({ limits })).toEqual({
      kind: "refused",
      fields: { "limits.1.highAlarm": "tooBig" },
      limits: { "limits.1.highAlarm": { max: 1000 } },
    });
  });
});

test("any sequence of changes keeps the rules valid, and each change repeated is one", () => {
  const number = fc.option(fc.integer({ min: -5, max: 120 }));
  const rule = fc.record(
    {
      ruleId: fc.constantFrom(1, 2, 5, 1000, 2000, 2001, 3000),
      address: fc.constantFrom(
        "FFFF000134",
        "006D110104",
        "006D110119",
        "FFFF000170",
        "006D119999",
      ),
      lowAlarm: number,
      lowClear: number,
      highAlarm: number,
      highClear: number,
      isOneOf: fc.option(fc.subarray([0, 5, "fault"])),
      isOpen: fc.boolean(),
      isDeleted: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const changes = fc.array(
    fc.record(
      { version: fc.integer({ min: 0, max: 4 }), limits: fc.array(rule, { maxLength: 3 }) },
      { requiredKeys: [] },
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(changes, (sequence) => {
      let current = START;
      for (const given of sequence) {
        const result = change(given, current);
        if (result.kind !== "changed") {
          expect(result.kind === "refused" ? current : result.rules).toBe(current);
          continue;
        }
        expect(siteRules.parse(result.rules)).toEqual(result.rules);
        expect(result.rules.version).toBe(current.version + 1);
        const ids = result.rules.limits.map(({ ruleId }) => ruleId);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        expect(change(given, result.rules)).toEqual({ kind: "unchanged", rules: result.rules });
        current = result.rules;
      }
    }),
  );
});

test("the registers of all rules are limited, each counted for every value that it is compared with", () => {
  const pieces: Equipment[] = Array.from({ length: 50 }, (_, index) => ({
    address: `006D${index + 10}`,
    registers: [{ register: "0119", kind: "text", access: "r", name: "State" }],
  }));
  const addresses = pieces.map(({ address }) => `${address}0119`);
  const rule = (values: number, number: number): RuleChange => ({
    address: addresses[0] ?? null,
    addresses: addresses.slice(1),
    isOneOf: Array.from({ length: values }, (_, value) => `${number}-${value}`),
  });
  const start = newSiteRules(pieces);
  const most = changeSiteRules(start, { limits: [rule(20, 1), rule(20, 2)] }, pieces);
  if (most.kind !== "changed") throw new Error(JSON.stringify(most));
  const more = changeSiteRules(most.rules, { limits: [rule(1, 3)] }, pieces);
  expect(more).toEqual({
    kind: "refused",
    fields: { limits: "tooMany" },
    limits: { limits: { max: MAX_RULE_CONDITIONS } },
  });
  const long = { ...rule(1, 4), isOneOf: ["x".repeat(MAX_RULE_VALUE + 1)] };
  expect(changeSiteRules(start, { limits: [long] }, pieces)).toMatchObject({
    kind: "refused",
    fields: { "limits.0.isOneOf": "tooLong" },
  });
});
