import { expect, test } from "vitest";
import { plainRule, REGISTER, START } from "../../../tests/support/limit-histories.ts";
import { evaluate } from "./evaluate.ts";
import { evaluateHistory, joinNulls } from "./history.ts";
import { newMonitor } from "./monitor.ts";

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
  expect({ ...monitor, sides: monitor.sides.map(({ state }) => state) }).toEqual({
    ...live,
    sides: live.sides.map(({ state }) => state),
  });
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
