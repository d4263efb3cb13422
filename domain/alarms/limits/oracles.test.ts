import { describe, expect, test } from "vitest";
import type { AlarmRule } from "../site-rules.ts";
import { evaluate } from "./evaluate.ts";
import { evaluateHistory } from "./history.ts";
import { type Monitor, newMonitor } from "./monitor.ts";
import bacnet from "./oracles/bacnet-stack-analog-input.json" with { type: "json" };
import homeAssistant from "./oracles/home-assistant-threshold.json" with { type: "json" };
import prometheus from "./oracles/prometheus-alerting.json" with { type: "json" };
import victoriaMetrics from "./oracles/victoria-metrics-alerting.json" with { type: "json" };
import { isOpenPhase } from "./side-state.ts";
import { sidesOf } from "./sides.ts";

const ADDRESS = "FFFF000131";
const FIRST = 1_790_000_000_000;
const noLimit = { lowAlarm: null, lowClear: null, highAlarm: null, highClear: null };

function ruleWith(changes: Partial<AlarmRule>): AlarmRule {
  return {
    ruleId: 1,
    alarmType: "custom",
    address: ADDRESS,
    addresses: [],
    min: 0,
    max: 0,
    ...noLimit,
    isOneOf: null,
    sustainTime: 0,
    notifyAfter: 0,
    level: "fault",
    monitor: "all",
    isOpen: true,
    ...changes,
  };
}

function monitorOf(rule: AlarmRule): Monitor {
  const versions = [{ at: 0, rule }];
  return newMonitor(
    ADDRESS,
    sidesOf(rule).map((side) => ({ key: side, side, versions })),
  );
}

const stateOf = (monitor: Monitor, side: string) =>
  monitor.sides.find(({ key }) => key === side)?.state ?? {
    phase: "normal",
    since: 0,
    startTime: 0,
  };

describe("thresholds of home-assistant", () => {
  const differing = new Map(homeAssistant.differences.map((each) => [each.sequence, each.here]));
  let sequences = 0;
  for (const { type, lower, upper, hysteresis, sequences: list } of homeAssistant.groups) {
    const low =
      lower === null ? {} : { lowAlarm: lower - hysteresis, lowClear: lower + hysteresis };
    const high =
      upper === null ? {} : { highAlarm: upper + hysteresis, highClear: upper - hysteresis };
    const positionOf = (monitor: Monitor) => {
      if (isOpenPhase(stateOf(monitor, "high").phase)) return "above";
      if (isOpenPhase(stateOf(monitor, "low").phase)) return "below";
      if (type === "upper") return "below";
      return type === "lower" ? "above" : "in range";
    };
    const isOn: Record<string, (position: string) => boolean> = {
      upper: (position) => position === "above",
      lower: (position) => position === "below",
      range: (position) => position === "in range",
      "inverted range": (position) => position !== "in range",
    };
    test.each(list)(`${type} ${lower} ${upper} ±${hysteresis}: %s`, (line) => {
      sequences += 1;
      const [values = "", expected] = line.split(": ");
      const monitor = monitorOf(ruleWith({ ...low, ...high }));
      let before = "";
      const column = values.split(" ").map((value) => (value === "null" ? null : value));
      for (const [index, text] of column.entries()) {
        before = positionOf(monitor);
        const value = text === null || text === "cat" ? text : Number(text);
        evaluate(monitor, [FIRST + index * 10_000], [value], () => undefined);
      }
      const position = positionOf(monitor);
      const actual = `${position}, ${isOn[type]?.(position) ? "on" : "off"}`;
      if (expected === "unknown, unknown") expect(position).toBe(before);
      else expect(actual).toBe(differing.get(`${type}: ${line}`) ?? expected);
    });
  }

  test("are all 136 sequences and four with a threshold of zero", () => {
    expect(sequences).toBe(140);
    expect(differing.size).toBe(2);
  });
});

type Case = {
  name: string;
  side: string;
  limit: number;
  for: number;
  keep: number;
  steps: string[];
  warmUp?: number;
  longer?: { after: number; for: number };
  fill?: { every: number; until: number; value: number; state: string };
  differs?: string[];
  here?: string[];
};

/** Runs a case and returns the state after each step, as the oracle writes it. */
function runCase(oracle: Case): { actual: string[]; expected: string[]; elsewhere: string[] } {
  const limits =
    oracle.side === "low"
      ? { lowAlarm: oracle.limit, lowClear: oracle.limit }
      : { highAlarm: oracle.limit, highClear: oracle.limit };
  const monitor = monitorOf(ruleWith(limits));
  const steps = oracle.steps.map((line) => {
    const [at, value, ...state] = line.split(" ");
    return {
      at: Number(at),
      value: value === "null" ? null : Number(value),
      state: state.join(" "),
    };
  });
  if (oracle.fill) {
    const { every, until, value, state } = oracle.fill;
    for (let at = (steps.at(-1)?.at ?? 0) + every; at <= until; at += every) {
      steps.push({ at, value, state });
    }
  }
  const first = steps[0]?.at ?? 0;
  for (let back = 6; oracle.warmUp !== undefined && back > 0; back--) {
    const at = FIRST + (first - back * oracle.warmUp) * 1_000;
    evaluate(monitor, [at], [0], () => undefined);
  }
  const actual = steps.map(({ at, value, state }) => {
    const isOpen = isOpenPhase(stateOf(monitor, oracle.side).phase);
    const isLonger = oracle.longer !== undefined && at > oracle.longer.after;
    const sustainTime = isOpen ? oracle.keep : isLonger ? (oracle.longer?.for ?? 0) : oracle.for;
    const instant = FIRST + Math.round(at * 1_000);
    const versions = [...(monitor.sides[0]?.versions ?? [])];
    versions.push({ at: instant - 1, rule: ruleWith({ ...limits, sustainTime }) });
    for (const side of monitor.sides) side.versions = versions;
    evaluate(monitor, [instant], [value], () => undefined);
    const { phase, since, startTime } = stateOf(monitor, oracle.side);
    if (phase === "normal") return "inactive";
    const name = phase === "pending" ? "pending" : "firing";
    const hasStart = /\d$/.test(oracle.here?.[0] ?? state);
    const start = ((phase === "pending" ? since : startTime) - FIRST) / 1_000;
    return hasStart ? `${name} ${start}` : name;
  });
  const elsewhere = steps.map(({ state }) => state);
  return { actual, expected: oracle.here ?? elsewhere, elsewhere };
}

describe.each([
  { oracle: "prometheus", differences: prometheus.differences, cases: prometheus.cases },
  {
    oracle: "vmalert",
    differences: victoriaMetrics.differences,
    cases: victoriaMetrics.cases,
  },
  { oracle: "bacnet-stack", differences: bacnet.differences, cases: bacnet.cases },
])("durations of $oracle", ({ differences, cases }) => {
  test.each(cases as Case[])("$name", (oracle) => {
    const { actual, expected, elsewhere } = runCase(oracle);
    expect(actual).toEqual(expected);
    if (oracle.differs) expect(actual).not.toEqual(elsewhere);
    for (const reason of oracle.differs ?? []) expect(Object.keys(differences)).toContain(reason);
  });
});

describe("restores of vmalert, whose state is here that of the stored samples", () => {
  test.each(victoriaMetrics.restores)("$name", ({ saved, expected, here }) => {
    const sustainTime = saved === "firing" ? 0 : 60;
    const rule = ruleWith({ highAlarm: 0.5, highClear: 0.5, sustainTime });
    const sides = monitorOf(rule).sides.map((side) => ({ ...side, episodes: [] }));
    const stored = saved === null || saved === "other" ? [] : [FIRST];
    const column = stored.map(() => 1);
    const { monitor } = evaluateHistory(ADDRESS, sides, stored, column, FIRST, FIRST);
    evaluate(monitor, [FIRST + 10_000], [1], () => undefined);
    const { phase, since, startTime } = stateOf(monitor, "high");
    const name = phase === "active" ? "firing" : phase;
    const start = phase === "pending" ? since : startTime;
    expect(`${name} ${start === FIRST ? "saved" : "now"}`).toBe(here ?? expected);
  });
});
