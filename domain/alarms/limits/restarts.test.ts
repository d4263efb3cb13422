import { describe, expect, test } from "vitest";
import { plainRule, REGISTER, START } from "../../../tests/support/limit-histories.ts";
import { evaluate } from "./evaluate.ts";
import { evaluateHistory } from "./history.ts";

const MINUTE_S = 60;
/** Sustain time, s. */
const SUSTAIN = 25 * MINUTE_S;
const rule = { ...plainRule, highAlarm: null, highClear: null, sustainTime: SUSTAIN };

/** Samples every five minutes; 50 is normal, 30 breaches the low limit. */
type Restart = {
  name: string;
  /** Minutes and values before the restart. */
  before: readonly (readonly [number, number])[];
  /** Minutes and values of the uploads afterwards. */
  after: readonly (readonly [number, number])[];
  /** Phase after the last sample, with the start of its run in minutes. */
  expected: string;
};

const steady = [-20, -15, -10, -5].map((minute) => [minute, 50] as const);

const RESTARTS: readonly Restart[] = [
  {
    name: "a pending run continues, and the outage counts as part of it",
    before: [...steady, [0, 30], [5, 30]],
    after: [[15, 30]],
    expected: "pending 0",
  },
  {
    name: "a run that has lasted for long enough raises the alarm with the first sample",
    before: [...steady, [0, 30], [5, 30], [10, 30], [15, 30], [20, 30]],
    after: [[25, 30]],
    expected: "active 0",
  },
  {
    name: "a pending run ends with a gap of more than three intervals",
    before: [...steady, [0, 30], [5, 30]],
    after: [[40, 30]],
    expected: "pending 40",
  },
  {
    name: "a pending run ends with the first normal value",
    before: [...steady, [0, 30], [5, 30]],
    after: [[10, 50]],
    expected: "normal",
  },
  {
    name: "an active alarm continues, however long the gap",
    before: [...steady, [0, 30], [10, 30], [20, 30], [25, 30]],
    after: [[600, 30]],
    expected: "active 0",
  },
];

/** A restart is an eviction of the site's object: only stored samples, rules and rows remain. */
describe("after a restart", () => {
  test.each(RESTARTS)("$name", ({ before, after, expected }) => {
    const versions = [{ at: START - 1_440 * MINUTE_S * 1_000, rule }];
    const sides = [{ key: "low", side: "low" as const, versions, episodes: [] }];
    const at = (minute: number) => START + minute * MINUTE_S * 1_000;
    const times = before.map(([minute]) => at(minute));
    const column = before.map(([, value]) => value);
    const [first = START] = times;
    const last = times.at(-1) ?? START;
    const { monitor } = evaluateHistory(REGISTER, sides, times, column, first, last);
    for (const [minute, value] of after) evaluate(monitor, [at(minute)], [value], () => undefined);
    const state = monitor.sides[0]?.state;
    const start = state?.phase === "pending" ? state.since : (state?.startTime ?? 0);
    const minutes = (start - START) / (MINUTE_S * 1_000);
    expect(state?.phase === "normal" ? "normal" : `${state?.phase} ${minutes}`).toBe(expected);
  });
});
