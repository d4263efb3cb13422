import { expect, test } from "vitest";
import type { RegisterValue } from "#domain/registers/register.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { plainRule, REGISTER, START } from "../../../tests/support/limit-histories.ts";
import { LimitLog } from "../../../tests/support/limit-log.ts";
import type { AlarmRule } from "../site-rules.ts";
import { findAnchor } from "./anchor.ts";

type Sample = readonly [second: number, value: RegisterValue];
type Change = readonly [second: number, changes: Partial<AlarmRule>];

const instant = (second: number) => START + second * SECOND_MS;
const every = (step: number, from: number, until: number, value: RegisterValue): Sample[] =>
  Array.from({ length: Math.floor((until - from) / step) + 1 }, (_, index) => [
    from + index * step,
    value,
  ]);

/** Returns the alarms of stored samples and of late ones that arrive one by one, as `startTime/dateTime–endTime`, s. */
function logOf(sustainTime: number, stored: Sample[], late: Sample[], changes: Change[] = []) {
  const rule = { ...plainRule, sustainTime };
  const log = new LimitLog([[]]);
  log.addVersion(0, { at: START - 1, rule });
  const add = (samples: Sample[]) =>
    log.addSamples(
      samples.map(([second]) => instant(second)),
      samples.map(([, value]) => value),
    );
  let next = 0;
  for (const [second, changed] of changes) {
    const until = stored.findIndex(([at]) => at > second);
    add(stored.slice(next, until));
    next = until;
    log.addVersion(0, { at: instant(second), rule: { ...rule, ...changed } });
  }
  add(stored.slice(next));
  log.reevaluate();
  for (const sample of late) {
    add([sample]);
    log.reevaluate();
  }
  const seconds = (at: number | null) => (at === null ? "" : (at - START) / SECOND_MS);
  return log.rows.map(
    ({ startTime, dateTime, endTime, reason }) =>
      `${seconds(startTime)}/${seconds(dateTime)}–${seconds(endTime)}${reason ? ` ${reason}` : ""}`,
  );
}

test("a late sample completes a run whose last breach is longer ago than a gap", () => {
  const dense = [[0, 61], ...every(10, 10, 150, 57)] as Sample[];
  expect(logOf(5, dense, [[145, 61]])).toEqual(["0/145–"]);
});

test("a late sample completes a run that began a sustain time before its last breach", () => {
  const stored = [...every(10, 0, 590, 61), ...every(10, 600, 1_180, 57), [1_200, 57]] as Sample[];
  expect(logOf(600, stored, [[1_190, 61]])).toEqual(["0/1190–"]);
});

test("a late sample completes a run that only its slow samples hold together", () => {
  const before = every(300, -1_500, -300, 50);
  const stored: Sample[] = [...before, [0, 61], [1, 57], [2, 57], [252, 57], [503, 57]];
  expect(logOf(0.5, stored, [[502, 61]])).toEqual(["0/502–"]);
});

test("a late sample completes a run from a time in which the rule had a longer sustain time", () => {
  const stored = [...every(10, 0, 300, 61), ...every(10, 310, 340, 57)];
  expect(logOf(600, stored, [[335, 61]], [[305, { sustainTime: 5 }]])).toEqual(["0/335–"]);
});

test("a late sample divides an alarm, and the earlier part keeps the row", () => {
  const stored = [...every(10, 0, 100, 61)];
  expect(logOf(0, stored, [[55, 50]])).toEqual(["0/0–55 recovered", "60/60–"]);
});

test("a late sample in the run that ended an alarm continues it", () => {
  const stored = [...every(10, 0, 50, 61), ...every(10, 60, 200, 50)];
  expect(logOf(60, stored, [])).toEqual([]);
  expect(logOf(30, stored, [])).toEqual(["0/30–60 recovered"]);
  expect(logOf(30, stored, [[85, 61]])).toEqual(["0/30–90 recovered"]);
});

test("the sample interval at the anchor comes from the five samples before it", () => {
  // With an interval of 300 s the step of 800 s is no gap, with one of 10 s it is.
  const stored: Sample[] = [...every(300, 0, 900, 50), [910, 61], [1_710, 61], [1_720, 61]];
  expect(logOf(5, stored, [[1_715, 61]])).toEqual(["910/1710–"]);
});

test("a changed limit ends an alarm that continues from before the anchor by its last known value", () => {
  const stored: Sample[] = [...every(10, 0, 50, 61), ...every(10, 60, 900, null)];
  const changes: Change[] = [[1_000, { highAlarm: 70, highClear: 65 }]];
  const after: Sample[] = [...stored, [1_010, null]];
  expect(logOf(10, after, [[995, null]], changes)).toEqual(["0/10–1000 rule changed"]);
});

test("a late sample completes a run that has been between the limits for hours", () => {
  const stored: Sample[] = [[0, 61], ...every(10, 10, 20_000, 57)];
  expect(logOf(5, stored, [[19_995, 61]])).toEqual(["0/19995–"]);
});

test("a late sample interrupts a run that became active much later", () => {
  const stored: Sample[] = [[0, 61], ...every(10, 10, 20_000, 57), [20_010, 61]];
  expect(logOf(5, stored, [])).toEqual(["0/20010–"]);
  expect(logOf(5, stored, [[15, 50]])).toEqual([]);
  expect(logOf(0, stored, [[15, 50]])).toEqual(["0/0–15 recovered", "20010/20010–"]);
});

test("a run that has been between the limits for more than a day begins again", () => {
  const day = 86_400;
  const until = (end: number): Sample[] => [[0, 61], ...every(100, 100, end - 100, 57), [end, 61]];
  expect(logOf(5, until(day), [])).toEqual([`0/${day}–`]);
  expect(logOf(5, until(day + 100), [])).toEqual([]);
});

test("an anchor is before the newest sample that is not between the limits", () => {
  const versions = [{ at: 0, rule: { ...plainRule, sustainTime: 30 } }];
  const anchorOf = (samples: Sample[]) =>
    findAnchor(
      instant(1_000),
      { times: samples.map(([at]) => instant(at)), column: samples.map(([, value]) => value) },
      [{ side: "high", versions }],
      REGISTER,
    );
  expect(anchorOf([[900, 50], ...every(10, 910, 990, 57)])).toBe(instant(900 - 30));
  expect(
    anchorOf([
      [900, null],
      [990, 57],
    ]),
  ).toBe(instant(900 - 30));
  expect(anchorOf([[990, 57]])).toBe(instant(1_000 - 86_400 - 30));
});
