import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../units/durations.ts";
import { planFollowUps } from "./follow-ups.ts";
import { endOfHolds, findMassOutages } from "./mass-outage.ts";
import { MAX_REPEATS, OFFLINE_RECHECK_MS, SENT_KINDS } from "./notice.ts";
import { planMails, releaseOf, type Waiting } from "./plan-mails.ts";

const BEGIN = Date.UTC(2026, 10, 24, 12);

const waiting: fc.Arbitrary<Waiting> = fc.record({
  id: fc.integer({ min: 1, max: 1_000_000 }),
  siteId: fc.integer({ min: 1, max: 4 }),
  kind: fc.constantFrom(...SENT_KINDS),
  level: fc.constantFrom("fault", "warning", "info"),
  createdAt: fc.integer({ min: 0, max: 180 }).map((seconds) => BEGIN + seconds * SECOND_MS),
  heldUntil: fc.constantFrom(null, null, null, BEGIN + 5 * MINUTE_MS),
  emailInterval: fc.constantFrom(1, 5, 30),
  lastSentAt: fc.constantFrom(null, BEGIN - MINUTE_MS, BEGIN - HOUR_MS),
  preferences: fc.record({
    quietHours: fc.constantFrom(
      null,
      { from: "11:00", to: "13:30", weekdays: [1, 2, 3, 4, 5, 6, 7] },
      { from: "22:00", to: "06:00", weekdays: [2] },
    ),
    faultsThrough: fc.boolean(),
    digestAt: fc.constantFrom(null, null, "12:02", "08:00"),
    timeZone: fc.constantFrom(null, "Europe/Berlin"),
  }),
  siteZone: fc.constant("UTC"),
});
const list = fc.uniqueArray(waiting, { selector: ({ id }) => id, maxLength: 12 });
const time = fc.integer({ min: 0, max: 30 * 60 }).map((seconds) => BEGIN + seconds * SECOND_MS);

test("every notification is either in exactly one message or waits until a later instant", () => {
  fc.assert(
    fc.property(list, time, (rows, now) => {
      const { messages, postponed } = planMails(rows, now);
      const seen = [...messages.flatMap(({ ids }) => ids), ...postponed.map(({ id }) => id)];
      expect(seen.sort()).toEqual(rows.map(({ id }) => id).sort());
      for (const { dueAt } of postponed) expect(dueAt).toBeGreaterThan(now);
      for (const { ids } of messages) expect(ids.length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});

test("a notification is never delivered before its release, nor within the interval of its site", () => {
  fc.assert(
    fc.property(list, time, (rows, now) => {
      for (const { kind, ids } of planMails(rows, now).messages)
        for (const row of rows.filter(({ id }) => ids.includes(id))) {
          const release = releaseOf(row, now);
          expect(release.at).toBeLessThanOrEqual(now);
          expect(kind === "digest").toBe(release.isDeferred);
          if (kind === "digest" || kind === "outage" || kind === "escalated") continue;
          if (row.lastSentAt !== null)
            expect(now).toBeGreaterThanOrEqual(row.lastSentAt + row.emailInterval * MINUTE_MS);
        }
    }),
    { numRuns: 500 },
  );
});

test("planned again and again, every notification is delivered, in as few messages as the rules allow", () => {
  fc.assert(
    fc.property(list, (rows) => {
      let left = [...rows];
      const lastSent = new Map<number, number>();
      const live: number[] = [];
      for (let now = BEGIN; left.length > 0; ) {
        expect(now).toBeLessThan(BEGIN + 3 * 24 * HOUR_MS);
        const current = left
          .filter(({ createdAt }) => createdAt <= now)
          .map((row) => ({ ...row, lastSentAt: lastSent.get(row.siteId) ?? row.lastSentAt }));
        for (const { kind, ids } of planMails(current, now).messages) {
          for (const row of current.filter(({ id }) => ids.includes(id)))
            lastSent.set(row.siteId, now);
          left = left.filter(({ id }) => !ids.includes(id));
          if (kind !== "digest" && kind !== "outage") live.push(now);
        }
        now += now < BEGIN + 40 * MINUTE_MS ? 30 * SECOND_MS : 10 * MINUTE_MS;
      }
      expect(new Set(live).size).toBe(live.length);
    }),
    { numRuns: 40 },
  );
});

const first = { level: "fault", createdAt: BEGIN, since: BEGIN, repeatAt: null } as const;
const notice = { ...first, emailInterval: 10 };
const active = {
  ...{ endTime: null, acknowledgedAt: null, snoozedUntil: null },
  isLoggerOffline: false,
};

test("an escalation does not wait for the interval of its site, and other notifications do", () => {
  const now = BEGIN + 10 * MINUTE_MS;
  const row = {
    ...{ siteId: 1, level: "fault" as const, createdAt: now, heldUntil: null, siteZone: "UTC" },
    ...{ emailInterval: 1_440, lastSentAt: BEGIN },
    preferences: { quietHours: null, faultsThrough: true, digestAt: null, timeZone: null },
  };
  const [escalation, repeat] = [
    { ...row, id: 1, kind: "escalation" as const },
    { ...row, id: 2, kind: "repeat" as const },
  ];
  expect(planMails([escalation], now).messages).toEqual([{ kind: "escalated", ids: [1] }]);
  expect(planMails([repeat], now).messages).toEqual([]);
});

test("the steps of an escalation count from the first notice of the alarm, and continue after the last one", () => {
  const steps = [5, 15, 30].map((afterMinutes) => ({ afterMinutes, userIds: [2] }));
  // The alarm was escalated once as a warning, and became a fault after twelve minutes.
  const worse = { ...notice, createdAt: BEGIN + 12 * MINUTE_MS, repeats: 0, escalations: 1 };
  const early = planFollowUps(worse, active, steps, BEGIN + 14 * MINUTE_MS);
  expect(early).toMatchObject({ escalation: null, nextAt: BEGIN + 15 * MINUTE_MS });
  const due = planFollowUps(worse, active, steps, BEGIN + 15 * MINUTE_MS);
  expect(due).toMatchObject({ escalation: 2, nextAt: BEGIN + 23 * MINUTE_MS });
});

test("a fault is repeated six times at most, however often and late the planner runs", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 60 }), (pauses) => {
      let state = { ...notice, repeats: 0, escalations: 0, repeatAt: null as number | null };
      let last = Number.NEGATIVE_INFINITY;
      let now = BEGIN;
      for (const pause of pauses) {
        now += pause * MINUTE_MS;
        const { repeat, repeatAt, nextAt } = planFollowUps(state, active, [], now);
        if (repeat !== null) {
          expect(repeat).toBe(state.repeats + 1);
          expect(now - last).toBeGreaterThanOrEqual(10 * MINUTE_MS);
          last = now;
        }
        state = { ...state, repeats: repeat ?? state.repeats, repeatAt };
        if (state.repeats === MAX_REPEATS) expect(nextAt).toBeNull();
      }
      expect(state.repeats).toBeLessThanOrEqual(MAX_REPEATS);
    }),
  );
});

test("an alarm that ended, was acknowledged or is unknown is followed up no more", () => {
  const steps = [{ afterMinutes: 1, userIds: [2] }];
  const state = { ...notice, repeats: 0, escalations: 0 };
  const late = BEGIN + HOUR_MS;
  expect(planFollowUps(state, active, steps, late)).toMatchObject({ repeat: 1, escalation: 1 });
  for (const alarm of [null, { ...active, endTime: 1 }, { ...active, acknowledgedAt: 1 }])
    expect(planFollowUps(state, alarm, steps, late)).toMatchObject({
      repeat: null,
      escalation: null,
      nextAt: null,
    });
  const snoozed = { ...active, snoozedUntil: late + 1 };
  const suppressed = { repeat: null, escalation: null };
  expect(planFollowUps(state, snoozed, steps, late)).toEqual({
    ...suppressed,
    repeatAt: BEGIN + 11 * MINUTE_MS,
    nextAt: late + 1,
  });
  const offline = { ...active, isLoggerOffline: true };
  expect(planFollowUps(state, offline, steps, late)).toMatchObject({
    ...suppressed,
    nextAt: late + OFFLINE_RECHECK_MS,
  });
});

test("a mass outage is more than 5 % of the online sites and more than 20 within five minutes", () => {
  const stops = (count: number, spreadMs: number) =>
    Array.from(
      { length: count },
      (_, place) => BEGIN + (place * spreadMs) / Math.max(1, count - 1),
    );
  const isMass = (count: number, online: number, spreadMs = MINUTE_MS) =>
    findMassOutages(stops(count, spreadMs), online)(BEGIN + spreadMs / 2);
  expect(isMass(20, 0)).toBe(false);
  expect(isMass(21, 0)).toBe(true);
  expect(isMass(50, 950)).toBe(false);
  expect(isMass(51, 949)).toBe(true);
  expect(isMass(21, 0, HOUR_MS)).toBe(false);
  expect(findMassOutages(stops(100, MINUTE_MS), 0)(BEGIN + HOUR_MS)).toBe(false);
});

test("held notices of a user are one message when the last one is released that followed within five minutes", () => {
  const at = (...minutes: number[]) => minutes.map((minute) => BEGIN + minute * MINUTE_MS);
  expect(endOfHolds(at(3, 0, 5, 6))).toBe(BEGIN + 5 * MINUTE_MS);
  expect(endOfHolds([])).toBe(Number.NEGATIVE_INFINITY);
});
