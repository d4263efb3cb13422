import { expect, test } from "vitest";
import { plainRule, REGISTER, START } from "../../../tests/support/limit-histories.ts";
import { decodeMonitor, encodeMonitor } from "./encode-monitor.ts";
import { evaluate, settleVersions } from "./evaluate.ts";
import { evaluateHistory, joinNulls } from "./history.ts";
import { type LimitEffect, newMonitor } from "./monitor.ts";

const rule = { ...plainRule, sustainTime: 10 };
const versions = [{ at: START - 1, rule }];
const keys = [
  { key: "low", side: "low" as const, versions },
  { key: "high", side: "high" as const, versions },
];
const times = (...seconds: number[]) => seconds.map((second) => START + second * 1_000);

test("nulls are joined with samples, and a value at the same instant wins", () => {
  expect(joinNulls([2, 4, 6], [20, 40, 60], [1, 4, 5, 7])).toEqual({
    times: [1, 2, 4, 5, 6, 7],
    column: [null, 20, 40, null, 60, null],
  });
  expect(joinNulls([], [], [1, 2])).toEqual({ times: [1, 2], column: [null, null] });
});

test("history leaves the state that live evaluation leaves", () => {
  const live = newMonitor(REGISTER, keys);
  const at = times(0, 10, 20, 30, 40, 50);
  const column = [50, 61, 61, 61, 54, null];
  evaluate(live, at, column, () => undefined);
  const sides = keys.map((key) => ({ ...key, episodes: [] }));
  const { episodes, monitor } = evaluateHistory(REGISTER, sides, at, column, START, START);
  expect(encodeMonitor(monitor)).toEqual(encodeMonitor(live));
  expect(episodes.get("low")).toEqual([]);
  expect(episodes.get("high")).toEqual([
    {
      startTime: START + 10_000,
      dateTime: START + 20_000,
      endTime: null,
      value: 61,
      limit: 60,
      reason: null,
      rule,
    },
  ]);
});

test("an alarm whose row covers the anchor continues with the parts of that row", () => {
  const startTime = START - 5_000_000;
  const known = { startTime, dateTime: startTime, value: 70, limit: 60 };
  const sides = keys.map((key) => ({
    ...key,
    episodes: key.key === "high" ? [{ ...known, endTime: START + 20_000, reason: null }] : [],
  }));
  const at = times(10, 20, 30, 40);
  const { episodes } = evaluateHistory(REGISTER, sides, at, [61, 61, 54, 54], START, START);
  expect(episodes.get("high")).toEqual([
    { ...known, endTime: START + 30_000, reason: "recovered", rule: null },
  ]);
});

test("the state of a register without alarms is short, whatever it monitors", () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    keys.map((key) => ({ ...key, key: `${index} ${key.key}` })),
  ).flat();
  const monitor = newMonitor(REGISTER, many);
  const samples = Array.from({ length: 1_000 }, (_, index) => index * 10);
  evaluate(monitor, times(...samples), Array(1_000).fill(50), () => undefined);
  expect(JSON.stringify(encodeMonitor(monitor)).length).toBeLessThan(80);
});

test("a version that a stored state does not have yet is applied to its alarm", () => {
  const monitor = newMonitor(REGISTER, keys);
  evaluate(monitor, times(0, 10), [61, 61], () => undefined);
  const later = [...versions, { at: START + 9_000, rule: null }];
  const changed = keys.map((key) => ({ ...key, versions: later }));
  const restored = decodeMonitor(REGISTER, changed, encodeMonitor(monitor));
  const effects: LimitEffect[] = [];
  settleVersions(restored, START + 11_000, (effect) => effects.push(effect));
  expect(effects).toEqual([
    {
      kind: "ended",
      key: "high",
      startTime: START,
      endTime: START + 9_000,
      reason: "rule disabled",
    },
  ]);
});
