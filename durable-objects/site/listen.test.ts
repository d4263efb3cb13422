import fc from "fast-check";
import { expect, test } from "vitest";
import { FAST_SAMPLING, IDLE_SAMPLING } from "#domain/loggers/sampling.ts";
import { isHeard, type Listening, nextLook } from "./listen.ts";

const T0 = 1_700_000_000_000;
const SOCKET = {
  step: "connected" as const,
  openedAt: T0,
  heardAt: T0,
  heartbeatAt: null,
  toldAt: T0,
  told: IDLE_SAMPLING,
};

function listening(socket: object | null = {}, online = true): Listening {
  return { online, since: T0, socket: socket === null ? null : { ...SOCKET, ...socket } };
}

test("without a socket a site is offline at once", () => {
  expect(isHeard(listening(null), T0)).toBe(false);
  expect(nextLook(listening(null), T0 + 5)).toBe(T0 + 5);
  expect(nextLook(listening(null, false), T0 + 5)).toBeNull();
});

test("silence is counted from the later of message, heartbeat and config", () => {
  for (const later of ["heardAt", "heartbeatAt", "toldAt"] as const) {
    const fast = listening({ told: FAST_SAMPLING, [later]: T0 + 1000 });
    expect(isHeard(fast, T0 + 90_999)).toBe(true);
    expect(isHeard(fast, T0 + 91_000)).toBe(false);
    expect(nextLook(fast, T0 + 2000)).toBe(T0 + 91_000);
    const idle = listening({ [later]: T0 + 1000 });
    expect(isHeard(idle, T0 + 120_999)).toBe(true);
    expect(isHeard(idle, T0 + 121_000)).toBe(false);
  }
});

test("a socket before its connect keeps a site online for 30 s, heartbeats or not, and brings none online", () => {
  const opened = { step: "opened", told: null, heardAt: T0 + 80_000, heartbeatAt: T0 + 80_000 };
  expect(isHeard(listening(opened), T0 + 29_999)).toBe(true);
  expect(isHeard(listening(opened), T0 + 30_000)).toBe(false);
  expect(isHeard(listening(opened, false), T0 + 1)).toBe(false);
  expect(nextLook(listening(opened, false), T0 + 1)).toBeNull();
});

test("whatever was heard, looking when told never misses a change and never looks without end", () => {
  const offset = fc.integer({ min: 0, max: 400_000 });
  const socket = fc.record({
    step: fc.constantFrom("opened" as const, "connected" as const),
    openedAt: fc.constant(T0),
    heardAt: offset.map((ms) => T0 + ms),
    heartbeatAt: fc.option(offset.map((ms) => T0 + ms)),
    toldAt: offset.map((ms) => T0 + ms),
    told: fc.constantFrom(IDLE_SAMPLING, FAST_SAMPLING),
  });
  fc.assert(
    fc.property(fc.option(socket), fc.boolean(), offset, (given, online, after) => {
      const now = T0 + after;
      const state = { online, since: T0, socket: given };
      const next = nextLook(state, now);
      if (isHeard(state, now) !== online) {
        expect(next).toBe(now);
        return;
      }
      if (next === null) {
        expect(isHeard(state, now + 10_000_000)).toBe(online);
        return;
      }
      expect(next).toBeGreaterThan(now);
      expect(isHeard(state, next - 1)).toBe(online);
      if (online) expect(isHeard(state, next)).toBe(false);
    }),
  );
});
