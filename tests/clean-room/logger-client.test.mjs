// Written from the public protocol pages alone, without reading the server.
import { expect, test, vi } from "vitest";
import { Batches, columns, instantsOf, split } from "./logger-batches.mjs";
import { loggerWait, retryAfterMs, viewerWait } from "./pace.mjs";

const seconds = (options) => loggerWait(options) / 1000;

test("a logger waits 10 to 20 s, doubling to 5 min", () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((failures) => seconds({ failures, random: () => 0 }))).toEqual([
    10, 20, 40, 80, 160, 300, 300,
  ]);
  expect([0, 1, 2, 3, 4, 9].map((failures) => seconds({ failures, random: () => 0.5 }))).toEqual([
    15, 30, 60, 120, 240, 300,
  ]);
});

test("a logger waits 60 s after 4001 and 4003, doubling to 5 min", () => {
  for (const code of [4001, 4003]) {
    expect([0, 1, 2, 3, 4].map((failures) => seconds({ failures, code }))).toEqual([
      60, 120, 240, 300, 300,
    ]);
  }
});

test("a logger never connects before what Retry-After asks", () => {
  expect(seconds({ retryAfter: 60_000, random: () => 0 })).toBe(60);
  expect(seconds({ retryAfter: 600_000, failures: 9 })).toBe(600);
  expect(seconds({ retryAfter: 1000, random: () => 0 })).toBe(10);
});

test("Retry-After is read in seconds and as a date", () => {
  expect(retryAfterMs("60")).toBe(60_000);
  expect(retryAfterMs("Thu, 01 Jan 2026 00:00:30 GMT", Date.UTC(2026, 0, 1))).toBe(30_000);
  expect([undefined, null, "soon"].map((header) => retryAfterMs(header))).toEqual([0, 0, 0]);
});

test("a viewer waits 10 s and a part of the named jitter", () => {
  expect(viewerWait({ jitterMs: 4000, random: () => 0.5 })).toBe(12_000);
  expect(viewerWait({ jitterMs: 0 })).toBe(10_000);
});

const timings = { answer: 30_000, resend: 0 };
const make = (held) => {
  const sent = [];
  const batches = new Batches({
    send: (frame) => sent.push({ ...frame }),
    fail: () => {},
    timings,
    held,
  });
  return { sent, batches };
};
const fill = (batches, n, from = 0) => {
  for (let i = from; i < from + n; i += 1)
    batches.add({ start: i * 1000, step: 1000, count: 1, values: { FFFF000120: [i] } });
};

test("evenly spaced instants become start, step and count", () => {
  const batch = columns([
    { at: 1000, values: { FFFF000100: 1 } },
    { at: 2000, values: { FFFF000120: 2 } },
  ]);
  expect(batch).toEqual({
    start: 1000,
    step: 1000,
    count: 2,
    values: { FFFF000100: [1, null], FFFF000120: [null, 2] },
  });
});

test("uneven instants become times", () => {
  const samples = [1000, 2000, 4000].map((at) => ({ at, values: { FFFF000100: at } }));
  expect(columns(samples)).toEqual({
    times: [1000, 2000, 4000],
    values: { FFFF000100: [1000, 2000, 4000] },
  });
});

test("a clock that was set back begins another batch", () => {
  const { batches } = make();
  for (const at of [5000, 6000, 3000, 3000]) batches.take(at, { FFFF000100: at });
  batches.upload();
  expect(batches.held().map((frame) => instantsOf(frame))).toEqual([[5000, 6000], [3000]]);
});

test("a batch that is too large is split and nothing is lost", () => {
  const count = 25_000;
  const parts = split({
    start: 0,
    step: 1000,
    count,
    values: { FFFF000100: Array.from({ length: count }, (_, i) => i) },
  });
  expect(parts.every((each) => each.count <= 10_000)).toBe(true);
  expect(parts.flatMap((each) => each.values.FFFF000100)).toEqual(
    Array.from({ length: count }, (_, i) => i),
  );
  expect(parts.flatMap((each) => instantsOf(each))).toEqual(
    Array.from({ length: count }, (_, i) => i * 1000),
  );
});

test("the frames of a batch keep below 1 MiB", () => {
  const list = Array.from({ length: 5000 }, () => "x".repeat(200));
  const parts = split({
    times: list.map((_, i) => i),
    values: { FFFF000170: list, FFFF000171: list },
  });
  expect(Math.max(...parts.map((each) => JSON.stringify(each).length))).toBeLessThan(1 << 20);
  expect(parts.flatMap((each) => each.times)).toHaveLength(5000);
});

test("at most four batches are unanswered, and each is held until its answer", () => {
  const { sent, batches } = make();
  batches.start();
  fill(batches, 6);
  expect(sent).toHaveLength(4);
  expect(batches.held()).toHaveLength(6);
  batches.answer({ cmd: 261, id: sent[0].id, status: 200 });
  expect(sent).toHaveLength(5);
  expect(batches.held()).toHaveLength(5);
  batches.stop();
});

test("unanswered batches are sent again after a reconnection, with the same id and values", () => {
  const { sent, batches } = make();
  batches.start();
  fill(batches, 2);
  batches.stop();
  expect(batches.backlog()).toEqual({ from: 0, to: 1000 });
  batches.start();
  batches.answer({ cmd: 261, id: sent[0].id, status: 200 });
  expect(sent.map((frame) => [frame.id, frame.values])).toEqual(
    [0, 1, 0, 1].map((i) => [sent[i].id, sent[i].values]),
  );
  batches.stop();
});

test("the last of a backlog is its end, and goes when the others are answered", () => {
  const { sent, batches } = make();
  fill(batches, 3);
  batches.backlog();
  batches.start();
  expect(sent.map((frame) => frame.backlog)).toEqual([true, true]);
  for (const { id } of [...sent]) batches.answer({ cmd: 261, id, status: 200 });
  expect(sent.map((frame) => frame.backlog)).toEqual([true, true, "end"]);
  batches.stop();
});

test("a backlog leaves a place free for live batches", () => {
  const { sent, batches } = make();
  fill(batches, 10);
  batches.backlog();
  batches.start();
  expect(sent).toHaveLength(3);
  fill(batches, 1, 10);
  expect(sent.at(-1).backlog).toBeUndefined();
  batches.stop();
});

test("a batch is sent again after another status than 200 and set aside after a 511", async () => {
  const { sent, batches } = make();
  batches.start();
  fill(batches, 2);
  batches.answer({ cmd: 261, id: sent[0].id, status: 503 });
  batches.answer({ cmd: 511, id: sent[1].id, status: 400 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent.map((frame) => frame.id)).toEqual([sent[0].id, sent[1].id, sent[0].id]);
  expect(batches.setAside.map((frame) => frame.id)).toEqual([sent[1].id]);
  batches.stop();
});

test("after a 429 no backlog is sent before retryAfter is over, and live batches go on", () => {
  vi.useFakeTimers();
  const { sent, batches } = make([]);
  fill(batches, 6);
  batches.backlog();
  batches.start();
  expect(sent.map((frame) => frame.backlog)).toEqual([true, true, true]);
  const [first, second] = sent;
  batches.answer({ cmd: 261, id: first.id, status: 429, retryAfter: 3 });
  batches.answer({ cmd: 261, id: second.id, status: 429, retryAfter: 1 });
  batches.answer({ cmd: 261, id: sent[2].id, status: 200 });
  fill(batches, 2, 100);
  expect(sent.slice(3).map((frame) => frame.backlog)).toEqual([undefined, undefined]);
  for (const { id } of sent.slice(3)) batches.answer({ cmd: 261, id, status: 200 });
  vi.advanceTimersByTime(2_999);
  expect(sent).toHaveLength(5);
  expect(batches.held()).toHaveLength(5);
  vi.advanceTimersByTime(2);
  expect(sent.slice(5).every((frame) => frame.backlog)).toBe(true);
  for (let place = 5; place < sent.length; place += 1)
    batches.answer({ cmd: 261, id: sent[place].id, status: 200 });
  // Each is stored in the end, with its id, and the last one is the end of the backlog.
  expect(batches.held()).toEqual([]);
  const ids = new Set(sent.filter((frame) => frame.backlog).map(({ id }) => id));
  expect(ids.size).toBe(6);
  expect(sent.at(-1).backlog).toBe("end");
  batches.stop();
  vi.useRealTimers();
});
