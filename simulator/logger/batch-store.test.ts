import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf } from "#protocol/logger/messages.ts";
import { readLoggerFrame } from "#protocol/logger/read-frame.ts";
import { BatchStore } from "./batch-store.ts";

const COLUMNS = ["FFFF000120"];
let lastId = 0;
const makeStore = (most?: number) => new BatchStore(() => `b${++lastId}`, most);

function open(frame: string) {
  const read = readLoggerFrame(frame);
  if (!read.ok || read.message.cmd !== COMMAND.realDataUpdate) throw new Error("not a batch");
  return read.message;
}

test("every sample arrives despite any answers and interruptions", () => {
  const step = fc.oneof(
    fc.constant("sample" as const),
    fc.constant("seal" as const),
    fc.constant("ok" as const),
    fc.constant("later" as const),
    fc.constant("break" as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const store = makeStore();
      const stored = new Map<number, unknown>();
      const onTheirWay: string[] = [];
      let now = 0;
      let count = 0;
      let ends = 0;
      const deliver = (status: number) => {
        const frame = onTheirWay.shift();
        if (frame === undefined) return;
        const message = open(frame);
        if (status === 200) {
          if (message.backlog === "end") ends += 1;
          instantsOf(message).forEach((at, index) => {
            stored.set(at, message.values.FFFF000120?.[index]);
          });
        }
        store.answer(message.id, status, now);
      };
      const send = () => {
        for (let frame = store.next(now); frame !== null; frame = store.next(now))
          onTheirWay.push(frame);
        expect(onTheirWay.length).toBeLessThanOrEqual(4);
      };
      let breaks = 0;
      for (const action of steps) {
        now += 1_000;
        if (action === "sample")
          store.add(COLUMNS, [{ at: ++count, values: [count * 2] }], count % 3 > 0);
        if (action === "seal") store.seal();
        if (action === "ok") deliver(200);
        if (action === "later") deliver(503);
        if (action === "break") {
          breaks += 1;
          store.disconnect();
          onTheirWay.length = 0;
        }
        send();
      }
      store.seal();
      for (let round = 0; round < 400; round++) {
        now += 31_000;
        send();
        deliver(200);
      }
      expect(store.waiting).toBe(0);
      expect([...stored.keys()].sort((one, other) => one - other)).toEqual(
        Array.from({ length: count }, (_, index) => index + 1),
      );
      for (const [at, value] of stored) expect(value).toBe(at * 2);
      if (breaks === 0 && ends > 0) expect(count).toBeGreaterThan(0);
    }),
  );
});

test("when memory is full the oldest make room and are counted", () => {
  const store = makeStore(100);
  for (let at = 1; at <= 250; at++) {
    store.add(COLUMNS, [{ at, values: [at] }], false);
    if (at % 10 === 0) store.seal();
  }
  expect(store.waiting).toBeLessThanOrEqual(100);
  expect(store.dropped + store.waiting).toBe(250);
  expect(store.backlogRange()?.to).toBe(250);
});

test("uneven instants are listed, even ones are counted, and registers without any value are left out", () => {
  const store = makeStore();
  const columns = ["FFFF000120", "FFFF000130"];
  for (const at of [10, 20, 30]) store.add(columns, [{ at, values: [at, null] }], true);
  store.seal();
  for (const at of [10, 20, 31]) store.add(columns, [{ at, values: [at, "x"] }], true);
  store.seal();
  expect(open(store.next(0) ?? "")).toMatchObject({
    start: 10,
    step: 10,
    count: 3,
    values: { FFFF000120: [10, 20, 30] },
  });
  const uneven = open(store.next(0) ?? "");
  expect(uneven).toMatchObject({ times: [10, 20, 31] });
  expect(uneven.values.FFFF000130).toEqual(["x", "x", "x"]);
});

test("after a 429 no backlog is sent before retryAfter is over, and live batches go on", () => {
  const store = makeStore();
  for (let at = 1; at <= 6; at++) {
    store.add(COLUMNS, [{ at, values: [at] }], false);
    store.seal();
  }
  const take = (now: number) => {
    const frames = [];
    for (let frame = store.next(now); frame !== null; frame = store.next(now))
      frames.push(open(frame));
    return frames;
  };
  const first = take(0);
  expect(first.every(({ backlog }) => backlog === true)).toBe(true);
  for (const { id } of first) store.answer(id, 429, 1_000, 3);
  store.add(COLUMNS, [{ at: 7, values: [7] }], true);
  store.seal();
  const live = take(3_999);
  expect(live.map(({ backlog }) => backlog)).toEqual([undefined]);
  for (const { id } of live) store.answer(id, 200, 3_999);
  const stored: number[] = [];
  for (let now = 4_000; store.waiting > 0 && now < MINUTE_MS; now += 1_000)
    for (const frame of take(now)) {
      stored.push(...instantsOf(frame));
      store.answer(frame.id, 200, now);
    }
  expect(stored.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6]);
});
