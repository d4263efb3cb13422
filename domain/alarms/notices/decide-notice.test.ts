import { describe, expect, test } from "vitest";
import type { AlarmSource } from "../alarm-row.ts";
import type { EventLevel } from "../event.ts";
import type { AutoLevel } from "../site-rules.ts";
import { decideNotice, isNotifying, type NoticeInput } from "./decide-notice.ts";

const T = 1_000_000;

function decide(input: Partial<NoticeInput> = {}, alarm: Partial<NoticeInput["alarm"]> = {}) {
  return decideNotice({
    alarm: {
      source: "user rule",
      level: "fault",
      dateTime: T,
      endTime: null,
      isRetroactive: false,
      snoozedUntil: null,
      ...alarm,
    },
    autoLevel: "faults",
    notifyAfter: 0,
    notifiedLevel: null,
    flapping: { isFlapping: false, isNotified: false },
    inhibition: null,
    now: T,
    ...input,
  });
}

const nothing = { step: null, decideAt: null };
const now = (step: string) => ({ step, decideAt: null });
const later = (decideAt: number) => ({ step: null, decideAt });

test.each<[AlarmSource, EventLevel, AutoLevel, boolean]>([
  ["system detection", "fault", "off", false],
  ["system detection", "fault", "faults", true],
  ["system detection", "warning", "faults", false],
  ["system detection", "warning", "warnings", true],
  ["system detection", "info", "warnings", false],
  ["user rule", "warning", "off", true],
  ["platform rule", "warning", "off", true],
  ["system event rule", "fault", "off", true],
])("%s at level %s with automatic level %s: %s", (source, level, autoLevel, expected) => {
  expect(isNotifying({ source, level }, autoLevel)).toBe(expected);
  expect(decide({ autoLevel }, { source, level })).toEqual(expected ? now("start") : nothing);
});

describe("delay", () => {
  test("the start is due notifyAfter after the alarm became active", () => {
    expect(decide({ notifyAfter: 60, now: T + 59_999 })).toEqual(later(T + 60_000));
    expect(decide({ notifyAfter: 60, now: T + 60_000 })).toEqual(now("start"));
  });
  test("an alarm that ends before that is only logged", () => {
    const ended = { endTime: T + 59_999 };
    expect(decide({ notifyAfter: 60, now: T + 90_000 }, ended)).toEqual(nothing);
  });
  test("an alarm that ended later is notified, even if its data came at once", () => {
    const ended = { endTime: T + 60_000 };
    expect(decide({ notifyAfter: 60, now: T + 90_000 }, ended)).toEqual(now("start"));
    expect(decide({ notifyAfter: 60, now: T + 90_000, notifiedLevel: "fault" }, ended)).toEqual(
      now("end"),
    );
  });
});

test("an alarm is notified once, and again only if it becomes worse", () => {
  expect(decide({ notifiedLevel: "fault" })).toEqual(nothing);
  expect(decide({ notifiedLevel: "warning" })).toEqual(now("worse"));
});

test("an end follows only a notified start, also while its cause lasts or without automatic alarms", () => {
  const inhibition = { by: "platform/loggerOffline", until: null };
  const ended = { source: "system detection", endTime: T + 1 } as const;
  expect(decide({ notifiedLevel: "fault", inhibition, autoLevel: "off" }, ended)).toEqual(
    now("end"),
  );
  expect(decide({ inhibition }, ended)).toEqual(nothing);
});

test("an alarm with a cause waits until it outlasts it", () => {
  expect(decide({ inhibition: { by: "night", until: T + 5 } })).toEqual(later(T + 5));
  expect(decide({ inhibition: { by: "night", until: null } })).toEqual(nothing);
});

test("a snoozed alarm waits", () => {
  expect(decide({ now: T + 10 }, { snoozedUntil: T + 20 })).toEqual(later(T + 20));
  expect(decide({ now: T + 20 }, { snoozedUntil: T + 20 })).toEqual(now("start"));
});

test("an alarm that starts and ends while its key is snoozed is only logged, also after the snooze", () => {
  const ended = { snoozedUntil: T + 20, endTime: T + 15 };
  for (const at of [T + 15, T + 19, T + 30]) expect(decide({ now: at }, ended)).toEqual(nothing);
  // One of which users were notified before the snooze has its end.
  expect(decide({ now: T + 15, notifiedLevel: "fault" }, ended)).toEqual(now("end"));
});

test("a retroactive alarm notifies nothing of its own, except the end of one that was notified", () => {
  expect(decide({}, { isRetroactive: true })).toEqual(nothing);
  expect(decide({ notifiedLevel: "fault" }, { isRetroactive: true, endTime: T })).toEqual(
    now("end"),
  );
});

test("a flapping key is notified once", () => {
  expect(
    decide({ flapping: { isFlapping: true, isNotified: false }, notifiedLevel: "fault" }),
  ).toEqual(now("flapping"));
  const notified = { flapping: { isFlapping: true, isNotified: true } };
  expect(decide({ ...notified, notifiedLevel: "fault" })).toEqual(nothing);
  expect(decide({ ...notified, notifiedLevel: "warning" })).toEqual(now("worse"));
});

test("a flapping key is notified after the delay, as any alarm", () => {
  const flapping = { isFlapping: true, isNotified: false };
  expect(decide({ flapping, notifyAfter: 60, now: T + 59_999 })).toEqual(later(T + 60_000));
  expect(decide({ flapping, notifyAfter: 60, now: T + 60_000 })).toEqual(now("flapping"));
});
