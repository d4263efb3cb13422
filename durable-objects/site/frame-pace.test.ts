import { expect, test } from "vitest";
import { FramePace } from "./frame-pace.ts";

const HEAVY = "x".repeat(70_000);

function startPace() {
  const taken: string[] = [];
  const floods: WebSocket[] = [];
  const rests: { ms: number; end: () => Promise<void> }[] = [];
  let now = 0;
  const pace = new FramePace({
    clock: { now: () => now },
    rest(ms) {
      const { promise, resolve } = Promise.withResolvers<void>();
      rests.push({ ms, end: async () => resolve() });
      return promise;
    },
    receiveLoggerFrame: (_, frame) => taken.push(String(frame).slice(0, 8)),
    closeFloodingLogger: (socket) => floods.push(socket),
  });
  return { pace, taken, floods, rests, pass: (ms: number) => (now += ms) };
}

const socketOf = (name: string) => ({ name }) as unknown as WebSocket;
const socket = socketOf("one");

test("light frames are taken at once, in order, however many", () => {
  const { pace, taken, floods } = startPace();
  const frames = Array.from({ length: 200 }, (_, index) => `light ${index}`.slice(0, 8));
  for (const frame of frames) pace.paceFrame(socket, frame);
  expect(taken).toEqual(frames);
  expect(floods).toEqual([]);
});

test("frames behind a heavy frame wait for its pause, in order", async () => {
  const { pace, taken, rests } = startPace();
  pace.paceFrame(socket, HEAVY);
  pace.paceFrame(socket, "light 1");
  pace.paceFrame(socket, HEAVY);
  pace.paceFrame(socket, "light 2");
  expect(taken).toEqual(["xxxxxxxx"]);
  expect(rests[0]?.ms).toBeGreaterThan(50);
  await rests[0]?.end();
  expect(taken).toEqual(["xxxxxxxx", "light 1", "xxxxxxxx"]);
  await rests[1]?.end();
  expect(taken).toEqual(["xxxxxxxx", "light 1", "xxxxxxxx", "light 2"]);
  pace.paceFrame(socket, "light 3");
  expect(taken.at(-1)).toBe("light 3");
});

test.each([
  ["more than eight heavy frames", HEAVY, 8],
  ["more than eight megabytes", "x".repeat(32_000), 260],
  ["no end of short frames", "x", 32_640],
])("%s that wait are the end, and none of them is taken", async (_, frame, most) => {
  const { pace, taken, floods, rests } = startPace();
  pace.paceFrame(socket, HEAVY);
  for (let sent = 0; sent < most; sent++) pace.paceFrame(socket, frame);
  expect(floods).toEqual([]);
  pace.paceFrame(socket, frame);
  expect(floods).toEqual([socket]);
  await rests[0]?.end();
  expect(taken).toHaveLength(1);
});

test("the 51st heavy frame of a burst is the end, answered or not", async () => {
  const { pace, taken, floods, rests } = startPace();
  for (let sent = 0; sent < 50; sent++) {
    pace.paceFrame(socket, HEAVY);
    await rests.at(-1)?.end();
  }
  expect(floods).toEqual([]);
  pace.paceFrame(socket, HEAVY);
  expect(floods).toEqual([socket]);
  expect(taken).toHaveLength(50);
});

test("ten heavy frames a second may come for ever", async () => {
  const { pace, taken, floods, rests, pass } = startPace();
  for (let sent = 0; sent < 500; sent++) {
    pace.paceFrame(socket, HEAVY);
    await rests.at(-1)?.end();
    pass(100);
  }
  expect(taken).toHaveLength(500);
  expect(floods).toEqual([]);
});

test("frames waiting on an older socket are dropped, and their pause delays no other socket", async () => {
  const { pace, taken, rests } = startPace();
  pace.paceFrame(socket, HEAVY);
  pace.paceFrame(socket, "older");
  const newer = socketOf("newer");
  pace.paceFrame(newer, "newer");
  pace.paceFrame(newer, HEAVY);
  pace.paceFrame(newer, "newest");
  await rests[0]?.end();
  expect(taken).toEqual(["xxxxxxxx", "newer", "xxxxxxxx"]);
  await rests[1]?.end();
  expect(taken).toEqual(["xxxxxxxx", "newer", "xxxxxxxx", "newest"]);
});
