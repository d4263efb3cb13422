import { expect, test } from "vitest";
import { HOUR_MS } from "../units/durations.ts";
import {
  isTouchDue,
  judgeSession,
  MAX_SESSION_AGE_MS,
  SESSION_LIFETIME_MS,
} from "./session-life.ts";

const used = { createdAt: 0, lastUsedAt: 0, endedAt: null, endedBy: null };

test("a session lives 30 days from its last use, and never less for being written down late", () => {
  expect(judgeSession(used, SESSION_LIFETIME_MS)).toBe("live");
  expect(judgeSession(used, SESSION_LIFETIME_MS + HOUR_MS - 1)).toBe("live");
  expect(judgeSession(used, SESSION_LIFETIME_MS + HOUR_MS)).toBe("expired");
});

test("a session that is used every day ends 180 days after its sign-in", () => {
  const last = MAX_SESSION_AGE_MS - 1;
  expect(judgeSession({ ...used, lastUsedAt: last }, last)).toBe("live");
  expect(judgeSession({ ...used, lastUsedAt: last }, last + 1)).toBe("expired");
});

test("a session that its person ended has merely expired", () => {
  expect(judgeSession({ ...used, endedAt: 5, endedBy: "self" }, 6)).toBe("expired");
});

test("that a session was ended from elsewhere is remembered for 30 days", () => {
  const ended = { ...used, endedAt: 0, endedBy: "elsewhere" } as const;
  expect(judgeSession(ended, 30 * 24 * HOUR_MS - 1)).toBe("endedElsewhere");
  expect(judgeSession(ended, 30 * 24 * HOUR_MS)).toBe("expired");
});

test("the use of a session is written down once an hour", () => {
  expect(isTouchDue(used, HOUR_MS - 1)).toBe(false);
  expect(isTouchDue(used, HOUR_MS)).toBe(true);
});
