import fc from "fast-check";
import { expect, test } from "vitest";
import { FAST_SAMPLING, IDLE_SAMPLING } from "#domain/loggers/sampling.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { isAlive, type LivenessInput, nextLivenessCheck } from "./liveness.ts";

const T0 = 1_700_000_000_000;
const SOCKET = {
  step: "connected" as const,
  keptFrom: T0,
  lastFrameAt: T0,
  heartbeatAt: null,
  polledAt: null,
  sentAt: T0,
  sampling: IDLE_SAMPLING,
};

function livenessInput(socket: object | null = {}, online = true): LivenessInput {
  return { online, since: T0, socket: socket === null ? null : { ...SOCKET, ...socket } };
}

test("without a socket a site is offline at once", () => {
  expect(isAlive(livenessInput(null), T0)).toBe(false);
  expect(nextLivenessCheck(livenessInput(null), T0 + 5)).toBe(T0 + 5);
  expect(nextLivenessCheck(livenessInput(null, false), T0 + 5)).toBeNull();
});

test("silence is counted from the later of message, heartbeat and config", () => {
  for (const later of ["lastFrameAt", "heartbeatAt", "sentAt"] as const) {
    const fast = livenessInput({ sampling: FAST_SAMPLING, [later]: T0 + 1000 });
    expect(isAlive(fast, T0 + 90_999)).toBe(true);
    expect(isAlive(fast, T0 + 91_000)).toBe(false);
    expect(nextLivenessCheck(fast, T0 + 2000)).toBe(T0 + 91_000);
    const idle = livenessInput({ [later]: T0 + 1000 });
    expect(isAlive(idle, T0 + 120_999)).toBe(true);
    expect(isAlive(idle, T0 + 121_000)).toBe(false);
    expect(nextLivenessCheck(idle, T0 + 2000)).toBe(T0 + 126_000);
    expect(nextLivenessCheck(idle, T0 + 121_500)).toBe(T0 + 121_500);
  }
});

test("a config sent to a silent logger keeps a site online and brings none online", () => {
  const sampling = { sampling: FAST_SAMPLING, sentAt: T0 + 200_000 };
  expect(isAlive(livenessInput(sampling), T0 + 200_001)).toBe(true);
  expect(isAlive(livenessInput(sampling, false), T0 + 200_001)).toBe(false);
  expect(
    isAlive(livenessInput({ ...sampling, lastFrameAt: T0 + 200_001 }, false), T0 + 200_002),
  ).toBe(true);
});

test("a silent logger that may be silent for longer from now on is not online for that", () => {
  const since = T0 + 90_000;
  const idle = { sampling: IDLE_SAMPLING, sentAt: T0 + 105_000 };
  const silent = { ...livenessInput(idle, false), since };
  expect(isAlive(silent, T0 + 105_001)).toBe(false);
  const active = { ...livenessInput({ ...idle, heartbeatAt: since }, false), since };
  expect(isAlive(active, T0 + 105_001)).toBe(true);
});

test("a socket before its connect keeps a site online for 30 s, heartbeats or not, and brings none online", () => {
  const opened = {
    step: "opened",
    sampling: null,
    lastFrameAt: T0 + 80_000,
    heartbeatAt: T0 + 80_000,
  };
  expect(isAlive(livenessInput(opened), T0 + 29_999)).toBe(true);
  expect(isAlive(livenessInput(opened), T0 + 30_000)).toBe(false);
  expect(isAlive(livenessInput(opened, false), T0 + 1)).toBe(false);
  expect(nextLivenessCheck(livenessInput(opened, false), T0 + 1)).toBeNull();
});

test("the planned liveness checks miss no change and come to an end", () => {
  const offset = fc.integer({ min: 0, max: 400_000 });
  const socket = fc.record({
    step: fc.constantFrom("opened" as const, "connected" as const),
    keptFrom: fc.constant(T0),
    lastFrameAt: offset.map((ms) => T0 + ms),
    heartbeatAt: fc.option(offset.map((ms) => T0 + ms)),
    polledAt: fc.constant(null),
    sentAt: offset.map((ms) => T0 + ms),
    sampling: fc.constantFrom(IDLE_SAMPLING, FAST_SAMPLING),
  });
  fc.assert(
    fc.property(fc.option(socket), fc.boolean(), offset, (given, online, after) => {
      const now = T0 + after;
      const state = { online, since: T0, socket: given };
      const next = nextLivenessCheck(state, now);
      if (isAlive(state, now) !== online) {
        expect(next).toBe(now);
        return;
      }
      if (next === null) {
        expect(isAlive(state, now + 10_000_000)).toBe(online);
        return;
      }
      expect(next).toBeGreaterThan(now);
      const late =
        online && given?.step === "connected" && given.sampling === IDLE_SAMPLING ? 5_000 : 0;
      expect(isAlive(state, next - late - 1)).toBe(online);
      if (online) expect(isAlive(state, next)).toBe(false);
    }),
  );
});

type Life = { uploads: number[]; polls: number[] };

/** What an object would do in a life of uploads and polls: alarms set, and when it takes itself for offline. */
function live({ uploads, polls }: Life) {
  let alarmAt: number | null = null;
  let alarms = 0;
  let lastFrameAt = T0;
  let polledAt: number | null = null;
  const wakings = [...uploads, ...polls].sort((a, b) => a - b);
  for (;;) {
    const waking = wakings[0] ?? Number.POSITIVE_INFINITY;
    const now = Math.min(waking, alarmAt ?? Number.POSITIVE_INFINITY);
    if (!Number.isFinite(now)) throw new Error("no check is planned");
    if (now === waking) wakings.shift();
    if (alarmAt === now) alarmAt = null;
    if (uploads.includes(now)) lastFrameAt = now;
    if (polls.includes(now)) polledAt = now;
    const state = livenessInput({ lastFrameAt, polledAt });
    if (!isAlive(state, now)) return { offlineAt: now, lastFrameAt, alarms };
    const due = nextLivenessCheck(state, now);
    if (due !== null && (alarmAt === null || due < alarmAt)) {
      alarmAt = due;
      alarms += 1;
    }
  }
}

const everyMinute = (from: number, count: number, jitters: number[]) =>
  Array.from({ length: count }, (_, index) => from + index * MINUTE_MS + (jitters[index % 7] ?? 0));
const jitters = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 7, maxLength: 7 });
const lives = fc.record({
  phase: fc.integer({ min: 1, max: MINUTE_MS }),
  uploads: fc.integer({ min: 1, max: 40 }),
  pollPhase: fc.integer({ min: 1, max: MINUTE_MS }),
  uploadJitters: jitters,
  pollJitters: jitters,
});

test("while the site is polled, silence is noticed in time, whenever it begins", () => {
  fc.assert(
    fc.property(lives, ({ phase, uploads, pollPhase, uploadJitters, pollJitters }) => {
      const life = {
        uploads: everyMinute(T0 + phase, uploads, uploadJitters),
        polls: everyMinute(T0 + pollPhase, uploads + 10, pollJitters),
      };
      const { offlineAt, lastFrameAt } = live(life);
      expect(lastFrameAt).toBe(life.uploads.at(-1));
      expect(offlineAt - lastFrameAt).toBeGreaterThanOrEqual(120_000);
      expect(offlineAt - lastFrameAt).toBeLessThanOrEqual(125_000);
    }),
  );
});

test("without polls an object checks liveness itself from the next upload on", () => {
  fc.assert(
    fc.property(lives, fc.nat(20), (given, polls) => {
      const { phase, uploads, pollPhase, uploadJitters, pollJitters } = given;
      const life = {
        uploads: everyMinute(T0 + phase, uploads + polls + 3, uploadJitters),
        polls: everyMinute(T0 + pollPhase, polls, pollJitters),
      };
      const { offlineAt, lastFrameAt } = live(life);
      expect(lastFrameAt).toBe(life.uploads.at(-1));
      expect(offlineAt - lastFrameAt).toBeLessThanOrEqual(125_000);
    }),
  );
});

test("should logger and polls end together, silence is noticed within half an hour", () => {
  const uploads = everyMinute(T0 + 10_000, 20, []);
  const { offlineAt, lastFrameAt } = live({ uploads, polls: everyMinute(T0 + 40_000, 20, []) });
  expect(offlineAt - lastFrameAt).toBeGreaterThan(125_000);
  expect(offlineAt - lastFrameAt).toBeLessThanOrEqual(31 * MINUTE_MS);
});

test("polls spare nearly all alarms, and without them one serves for two uploads", () => {
  const uploads = everyMinute(T0 + 10_000, 600, []);
  const polls = everyMinute(T0 + 40_000, 600, []);
  expect(live({ uploads, polls }).alarms).toBeLessThan(30);
  expect(live({ uploads, polls: [] }).alarms).toBeLessThanOrEqual(302);
});
