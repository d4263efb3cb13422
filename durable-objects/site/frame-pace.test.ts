import { expect, test } from "vitest";
import { FramePace } from "./frame-pace.ts";

const HEAVY = "x".repeat(70_000);

function startPace() {
  const taken: string[] = [];
  const flooded: WebSocket[] = [];
  const rests: { ms: number; end: () => Promise<void> }[] = [];
  let now = 0;
  const pace = new FramePace({
    clock: { now: () => now },
    rest(ms) {
      const { promise, resolve } = Promise.withResolvers<void>();
      rests.push({ ms, end: async () => resolve() });
      return promise;
    },
    take: (_, frame) => taken.push(String(frame).slice(0, 8)),
    flooded: (socket) => flooded.push(socket),
  });
  return { pace, taken, flooded, rests, pass: (ms: number) => (now += ms) };
}

const socketOf = (name: string) => ({ name }) as unknown as WebSocket;
const socket = socketOf("one");

test("light frames are taken at once, in order, however many", () => {
  const { pace, taken, flooded } = startPace();
  const frames = Array.from({ length: 200 }, (_, index) => `light ${index}`.slice(0, 8));
  for (const frame of frames) pace.hear(socket, frame);
  expect(taken).toEqual(frames);
  expect(flooded).toEqual([]);
});

test("what comes after a heavy frame waits for its rest, in order", async () => {
  const { pace, taken, rests } = startPace();
  pace.hear(socket, HEAVY);
  pace.hear(socket, "light 1");
  pace.hear(socket, HEAVY);
  pace.hear(socket, "light 2");
  expect(taken).toEqual(["xxxxxxxx"]);
  expect(rests[0]?.ms).toBeGreaterThan(50);
  await rests[0]?.end();
  expect(taken).toEqual(["xxxxxxxx", "light 1", "xxxxxxxx"]);
  await rests[1]?.end();
  expect(taken).toEqual(["xxxxxxxx", "light 1", "xxxxxxxx", "light 2"]);
  pace.hear(socket, "light 3");
  expect(taken.at(-1)).toBe("light 3");
});

test.each([
  ["more than eight heavy frames", HEAVY, 8],
  ["more than eight megabytes", "x".repeat(32_000), 260],
  ["no end of short frames", "x", 32_640],
])("%s that wait are the end, and none of them is taken", async (_, frame, most) => {
  const { pace, taken, flooded, rests } = startPace();
  pace.hear(socket, HEAVY);
  for (let sent = 0; sent < most; sent++) pace.hear(socket, frame);
  expect(flooded).toEqual([]);
  pace.hear(socket, frame);
  expect(flooded).toEqual([socket]);
  await rests[0]?.end();
  expect(taken).toHaveLength(1);
});

test("the 51st heavy frame of a burst is the end, answered or not", async () => {
  const { pace, taken, flooded, rests } = startPace();
  for (let sent = 0; sent < 50; sent++) {
    pace.hear(socket, HEAVY);
    await rests.at(-1)?.end();
  }
  expect(flooded).toEqual([]);
  pace.hear(socket, HEAVY);
  expect(flooded).toEqual([socket]);
  expect(taken).toHaveLength(50);
});

test("ten heavy frames a second may come for ever", async () => {
  const { pace, taken, flooded, rests, pass } = startPace();
  for (let sent = 0; sent < 500; sent++) {
    pace.hear(socket, HEAVY);
    await rests.at(-1)?.end();
    pass(100);
  }
  expect(taken).toHaveLength(500);
  expect(flooded).toEqual([]);
});

test("what waits on an older socket is forgotten, and its rest holds nobody up", async () => {
  const { pace, taken, rests } = startPace();
  pace.hear(socket, HEAVY);
  pace.hear(socket, "older");
  const newer = socketOf("newer");
  pace.hear(newer, "newer");
  pace.hear(newer, HEAVY);
  pace.hear(newer, "newest");
  await rests[0]?.end();
  expect(taken).toEqual(["xxxxxxxx", "newer", "xxxxxxxx"]);
  await rests[1]?.end();
  expect(taken).toEqual(["xxxxxxxx", "newer", "xxxxxxxx", "newest"]);
});
