import { expect, test } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import type { HistoryReader } from "#protocol/history/history-call.ts";
import { HistoryCalls } from "./history-calls.ts";

const SHARE: HistoryReader = { kind: "share", id: "one" };
const USER: HistoryReader = { kind: "user", id: "7" };
const heavy = (place: number) => ({
  addresses: Array.from({ length: 48 }, (_, index) => `FFFF00${1000 + index}`),
  from: place,
  until: place + 399 * DAY_MS,
  points: 208,
  timeZone: "UTC",
  siteTimeZone: "UTC",
});
/** Assumed for such a query, ms: some 20 of them a second kept an object busy. The tests prove the budget, not this. */
const HEAVY_MS = 45;

function stage(samples = 0) {
  let time = 1_000_000;
  let reads = 0;
  const calls = new HistoryCalls({ now: () => time }, ((
    _kind: string,
    _asked: unknown,
    count: (n: number) => void,
  ) => {
    reads += 1;
    count(samples);
    return { bucketMs: null, series: [reads] };
  }) as never);
  return {
    ask: (reader: HistoryReader, place = time) => calls.answer("curves", heavy(place), reader),
    turn: (ms: number) => {
      time += ms;
    },
    reads: () => reads,
  };
}

/** Asks at full speed for a minute and returns the share of the time that the object is busy. */
function busyFor(readers: readonly HistoryReader[], samples = 0): number {
  const { ask, turn, reads } = stage(samples);
  for (let ms = 0; ms < 60_000; ms += 50) {
    for (const reader of readers) ask(reader, ms + readers.indexOf(reader) / 100);
    turn(50);
  }
  return (reads() * (HEAVY_MS + samples * 0.000_1)) / 60_000;
}

test("one session of a share link leaves the object idle for more than 95 % of a minute", () => {
  expect(busyFor([SHARE])).toBeLessThan(0.05);
});

test("many sessions of a site's links together leave it free for more than 90 %", () => {
  const many = Array.from(
    { length: 30 },
    (_, place): HistoryReader => ({ kind: "share", id: `${place}` }),
  );
  expect(busyFor(many)).toBeLessThan(0.1);
});

test("samples that are read one by one are paid for", () => {
  expect(busyFor([SHARE], 1_000_000)).toBeLessThan(0.05);
});

test("a user has many times as much, and is not kept waiting by links", () => {
  const { ask, turn } = stage();
  for (let call = 0; call < 1_000; call++) ask(SHARE, call);
  expect(ask(SHARE)).toEqual({ retryAfterS: expect.any(Number) });
  for (let call = 0; call < 100; call++) expect(ask(USER, call)).toHaveProperty("found");
  for (let call = 0; call < 1_000; call++) ask(USER, call);
  expect(ask(USER)).toHaveProperty("retryAfterS");
  turn(2_000);
  expect(ask(USER)).toHaveProperty("found");
});

test("the time to wait is that after which a query is let in", () => {
  const { ask, turn } = stage();
  let answer = ask(SHARE, 0);
  for (let call = 1; "found" in answer; call++) answer = ask(SHARE, call);
  turn(answer.retryAfterS * 1000);
  expect(ask(SHARE)).toHaveProperty("found");
});

test("equal queries of links within five seconds are read once, and those of users each time", () => {
  const { ask, turn, reads } = stage();
  for (let call = 0; call < 5; call++) ask(SHARE, 1);
  expect(reads()).toBe(1);
  turn(5_000);
  ask({ kind: "share", id: "two" }, 1);
  expect(reads()).toBe(2);
  ask(USER, 1);
  ask(USER, 1);
  expect(reads()).toBe(4);
});

test("previews of rules over much history are refused before they keep the object busy", () => {
  let time = 1_000_000;
  const week = 50 * 60_480;
  const calls = new HistoryCalls({ now: () => time }, ((
    _kind: string,
    _asked: unknown,
    count: (n: number) => void,
  ) => {
    // Evaluating a sample takes as long as reading six.
    count(week * 6);
    return 0;
  }) as never);
  const asked = { rule: {} as never, from: 0, until: 7 * DAY_MS };
  let answered = 0;
  for (let second = 0; second < 600; second++) {
    if ("found" in calls.answer("alarmPreview", asked, USER)) answered += 1;
    time += 1_000;
  }
  expect(answered).toBeGreaterThan(3);
  expect(answered).toBeLessThan(80);
});
