import { describe, expect, test } from "vitest";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { AlarmRule } from "../site-rules.ts";
import { evaluate, settleVersions } from "./evaluate.ts";
import { type LimitEffect, newMonitor, type RuleVersion } from "./monitor.ts";
import { limitKey, sidesOf } from "./sides.ts";

const ADDRESS = "FFFF000131";
const rule: AlarmRule = {
  ruleId: 1,
  alarmType: "custom",
  address: ADDRESS,
  addresses: [],
  unit: "V",
  min: 0,
  max: 100,
  lowAlarm: 40,
  lowClear: 45,
  highAlarm: 60,
  highClear: 55,
  isOneOf: null,
  sustainTime: 10,
  notifyAfter: 0,
  level: "fault",
  monitor: "all",
  isOpen: true,
};

/** Evaluates values every five seconds; an undefined one is no sample at all. */
function run(
  values: readonly (RegisterValue | undefined)[],
  changes: Partial<AlarmRule> = {},
  later: readonly RuleVersion[] = [],
  step = 5_000,
) {
  const versions = [{ at: -1, rule: { ...rule, ...changes } }, ...later];
  const keys = sidesOf(versions[0]?.rule ?? rule).map((side) => ({ key: side, side, versions }));
  const monitor = newMonitor(ADDRESS, keys);
  const effects: LimitEffect[] = [];
  const times = values.flatMap((value, index) => (value === undefined ? [] : [index * step]));
  const column = values.filter((value) => value !== undefined);
  evaluate(monitor, times, column, (effect) => effects.push(effect));
  settleVersions(monitor, values.length * step, (effect) => effects.push(effect));
  return effects.map((effect) =>
    effect.kind === "raised"
      ? `${effect.key} ${effect.episode.startTime / 1000}/${effect.episode.dateTime / 1000}`
      : `${effect.key} ${effect.startTime / 1000}–${effect.endTime / 1000} ${effect.reason}`,
  );
}

describe("an alarm starts", () => {
  test("at the first breach that lasted for the sustain time, with the start of the run", () => {
    expect(run([50, 61, 61])).toEqual([]);
    expect(run([50, 61, 61, 61])).toEqual(["high 5/15"]);
    expect(run([50, 39, 39, 39])).toEqual(["low 5/15"]);
  });

  test("at the first sample without a sustain time", () => {
    expect(run([61], { sustainTime: 0 })).toEqual(["high 0/0"]);
  });

  test("only beyond the limit", () => {
    expect(run([60, 60, 60, 40, 40, 40])).toEqual([]);
  });

  test("from a new run after a value that clears, a null or a gap", () => {
    expect(run([61, 50, 61, 61, 61])).toEqual(["high 10/20"]);
    expect(run([61, null, 61, 61, 61])).toEqual(["high 10/20"]);
    expect(run([61, ...Array(24).fill(undefined), 61, 61, 61])).toEqual(["high 125/135"]);
    expect(run([61, ...Array(23).fill(undefined), 61])).toEqual(["high 0/120"]);
  });

  test("whatever lies between the limits during a run, but not at such a value", () => {
    expect(run([61, 58, 61])).toEqual(["high 0/10"]);
    expect(run([61, 58, 58, 58, 61])).toEqual(["high 0/20"]);
    expect(run([61, 58, 58, 58, 58])).toEqual([]);
    expect(run([61, ...Array(24).fill(58), 61])).toEqual(["high 0/125"]);
    expect(run([61, ...Array(24).fill(58), 61], { sustainTime: 125 })).toEqual(["high 0/125"]);
  });
});

describe("an alarm ends", () => {
  test("at the start of the run that cleared it for the sustain time", () => {
    expect(run([61, 61, 61, 54, 54, 54])).toEqual(["high 0/10", "high 0–15 recovered"]);
    expect(run([61, 61, 61, 54, 61, 54, 54, 54])).toEqual(["high 0/10", "high 0–25 recovered"]);
    expect(run([61, 61, 61, 55, 55, 55, 58])).toEqual(["high 0/10"]);
  });

  test("at the first value that clears it without a sustain time", () => {
    expect(run([61, 54, 61], { sustainTime: 0 })).toEqual([
      "high 0/0",
      "high 0–5 recovered",
      "high 10/10",
    ]);
  });

  test("never because of nulls or a gap, which restart the run", () => {
    expect(run([61, 61, 61, null, null, null, null])).toEqual(["high 0/10"]);
    expect(run([61, 61, 61, 54, null, 54, 54])).toEqual(["high 0/10"]);
    expect(run([61, 61, 61, 54, null, 54, 54, 54])).toEqual(["high 0/10", "high 0–25 recovered"]);
    expect(run([61, 61, 61, 54, ...Array(24).fill(undefined), 54])).toEqual(["high 0/10"]);
  });
});

test("a register with slow samples has a gap only after three of its intervals", () => {
  const slow = 600_000;
  expect(run([50, 50, 61, 61], {}, [], slow)).toEqual(["high 1200/1800"]);
  expect(run([50, 50, 61, undefined, undefined, 61], {}, [], slow)).toEqual(["high 1200/3000"]);
  expect(run([50, 50, 61, ...Array(3).fill(undefined), 61], {}, [], slow)).toEqual([]);
});

test("both sides have their own state", () => {
  expect(run([61, 39], { sustainTime: 0 })).toEqual(["high 0/0", "low 5/5", "high 0–5 recovered"]);
});

test("a rule with values is active while the register has one of them", () => {
  const changes = { isOneOf: ["3", 7], sustainTime: 5 };
  expect(run([1, 3, 7, 1, "3", 1, 1], changes)).toEqual(["value 5/10", "value 5–25 recovered"]);
});

test("only the monitored levels and sides are evaluated", () => {
  expect(run([61, 61, 61], { monitor: "faults", level: "warning" })).toEqual([]);
  expect(run([61, 61, 61], { monitor: "disabled" })).toEqual([]);
  expect(run([61, 61, 61], { highAlarm: null, highClear: null })).toEqual([]);
});

describe("a change of a rule", () => {
  const raised = [61, 61, 61];
  const changed = (changes: Partial<AlarmRule>) => [{ at: 12_000, rule: { ...rule, ...changes } }];

  test("ends an alarm that the known value clears, at once", () => {
    const ended = ["high 0/10", "high 0–12 rule changed"];
    expect(run(raised, {}, changed({ highAlarm: 70, highClear: 65 }))).toEqual(ended);
    expect(run(raised, {}, changed({ highAlarm: null, highClear: null }))).toEqual(ended);
    expect(run(raised, {}, changed({ address: null }))).toEqual(ended);
  });

  test("continues an alarm whose known value breaches the limits or lies between them", () => {
    expect(run(raised, {}, changed({ highAlarm: 60.5 }))).toEqual(["high 0/10"]);
    expect(run(raised, {}, changed({ highAlarm: 70 }))).toEqual(["high 0/10"]);
  });

  test("names why a rule no longer applies", () => {
    const disabled = ["high 0/10", "high 0–12 rule disabled"];
    expect(run(raised, {}, changed({ isOpen: false }))).toEqual(disabled);
    expect(run(raised, {}, changed({ monitor: "disabled" }))).toEqual(disabled);
    expect(run(raised, {}, [{ at: 12_000, rule: null }])).toEqual(disabled);
    expect(run(raised, {}, [{ at: 12_000, rule: null, reason: "equipment removed" }])).toEqual([
      "high 0/10",
      "high 0–12 equipment removed",
    ]);
  });

  test("of the sustain time ends nothing and keeps a run", () => {
    expect(run(raised, {}, changed({ sustainTime: 100 }))).toEqual(["high 0/10"]);
    expect(run([61, 61, 61, 61], { sustainTime: 20 }, changed({ sustainTime: 10 }))).toEqual([
      "high 0/15",
    ]);
  });

  test("of the limits discards a run", () => {
    const narrower = [{ at: 7_000, rule: { ...rule, highAlarm: 59 } }];
    expect(run([61, 61, 61, 61, 61], {}, narrower)).toEqual(["high 10/20"]);
    expect(
      run([61, 61, 61, 54, 54, 54, 54, 54], {}, [{ at: 17_000, rule: { ...rule, highAlarm: 59 } }]),
    ).toEqual(["high 0/10", "high 0–17 rule changed"]);
  });

  test("applies to samples after it only", () => {
    const later = [{ at: 5_000, rule: { ...rule, highAlarm: 50, highClear: 49, sustainTime: 0 } }];
    expect(run([51, 51, 51], { sustainTime: 0 }, later)).toEqual(["high 10/10"]);
  });
});

test("samples up to the evaluated instant are not evaluated again", () => {
  const key = { key: limitKey(1, ADDRESS, "high"), side: "high" as const };
  const monitor = newMonitor(ADDRESS, [{ ...key, versions: [{ at: 0, rule }] }]);
  expect(evaluate(monitor, [10_000, 20_000], [50, 50], () => undefined)).toBeNull();
  expect(evaluate(monitor, [15_000, 20_000, 30_000], [61, 61, 50], () => undefined)).toBe(15_000);
  expect(monitor.through).toBe(30_000);
});
