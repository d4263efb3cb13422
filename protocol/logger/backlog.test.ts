import { expect, test } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import { announceBacklog, describeBacklog, followBacklog } from "./backlog.ts";

const FROM = Date.UTC(2026, 2, 1);
const announced = { from: FROM, to: FROM + 100 * DAY_MS };

/** Returns the progress after batches that each span from one day to another. */
function after(...batches: [from: number, to: number][]) {
  let progress = announceBacklog(announced, announced.to);
  for (const [from, to] of batches)
    progress = followBacklog(progress, {
      backlog: true,
      times: [FROM + from * DAY_MS, FROM + to * DAY_MS],
    });
  return progress && describeBacklog(progress);
}

test("before anything came all of it is missing", () => {
  expect(after()).toEqual({ ...announced, percent: 0, missing: announced });
});

test("if sending starts at either end, the missing samples are at the other", () => {
  expect(after([90, 100], [57, 90])).toEqual({
    ...announced,
    percent: 43,
    missing: { from: FROM, to: FROM + 57 * DAY_MS },
  });
  expect(after([0, 20], [20, 43])).toEqual({
    ...announced,
    percent: 43,
    missing: { from: FROM + 43 * DAY_MS, to: FROM + 100 * DAY_MS },
  });
});

test("all of it is there only once the logger says so", () => {
  expect(after([-5, 120])?.percent).toBe(99);
  const progress = announceBacklog(announced, announced.to);
  const [start, step] = [FROM, DAY_MS];
  expect(followBacklog(progress, { backlog: "end", start, step, count: 1 })).toBe(null);
});

test("live samples and an empty batch are not part of a backlog", () => {
  const progress = announceBacklog(announced, announced.to);
  expect(followBacklog(progress, { times: [announced.to + DAY_MS] })).toBe(progress);
  expect(followBacklog(progress, { backlog: true, start: 0, step: 1, count: 0 })).toBe(progress);
});

test("without an announcement no progress is reported", () => {
  expect(announceBacklog(undefined, FROM)).toBe(null);
  expect(announceBacklog({ from: FROM, to: FROM }, FROM)).toBe(null);
  expect(followBacklog(null, { backlog: true, times: [FROM] })).toBe(null);
});

test("announced samples of expired times are not part of a backlog", () => {
  const end = FROM + 26 * 3_600_000;
  const all = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };
  expect(announceBacklog(all, FROM)).toEqual({ from: Date.UTC(2000, 0, 1), to: end, came: null });
  expect(announceBacklog({ from: end + 1, to: end + DAY_MS }, FROM)).toBe(null);
  expect(announceBacklog({ from: -DAY_MS, to: 0 }, FROM)).toBe(null);
});
