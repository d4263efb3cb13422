import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../units/durations.ts";
import { SENT_KINDS } from "./notice.ts";
import { planPushes, type WaitingPush } from "./plan-pushes.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const BERLIN = "Europe/Berlin";

/** A warning at an instant, for a user with quiet hours. */
function warning(id: number, at: number, from: string, to: string): WaitingPush {
  return {
    id,
    siteId: 1,
    kind: "start",
    level: "warning",
    createdAt: at,
    dueAt: at,
    heldUntil: null,
    emailInterval: 30,
    lastSentAt: null,
    preferences: {
      quietHours: { from, to, weekdays: EVERY_DAY },
      faultsThrough: true,
      digestAt: null,
      timeZone: BERLIN,
    },
    siteZone: "UTC",
  };
}

/** Plans each minute from an instant on, as the planner does, and returns when which messages were sent. */
function play(rows: readonly WaitingPush[], begin: number, minutes: number) {
  let waiting = [...rows];
  const sent: { at: number; ids: number[] }[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    const at = begin + minute * MINUTE_MS;
    const due = waiting.filter((row) => row.createdAt <= at && row.dueAt <= at);
    const lastSentAt = sent.at(-1)?.at ?? null;
    const { single, collected, postponed } = planPushes(
      due.map((row) => ({ ...row, lastSentAt })),
      at,
    );
    const messages = [...single.map((id) => [id]), ...collected.map(({ ids }) => ids)];
    sent.push(...messages.map((ids) => ({ at, ids })));
    const settled = new Set(messages.flat());
    const moved = new Map(postponed.map(({ id, dueAt }) => [id, dueAt]));
    waiting = waiting
      .filter(({ id }) => !settled.has(id))
      .map((row) => ({ ...row, dueAt: moved.get(row.id) ?? row.dueAt }));
  }
  expect(waiting).toEqual([]);
  return sent;
}

const nights = [
  { night: "without a change", begin: "2026-11-23T20:00Z", end: "2026-11-24T01:30Z" },
  { night: "with a missing hour", begin: "2026-03-28T20:00Z", end: "2026-03-29T01:00Z" },
  { night: "with a repeated hour", begin: "2026-10-24T20:00Z", end: "2026-10-25T01:30Z" },
];
test.each(nights)("a night $night has one digest, when quiet hours end", ({ begin, end }) => {
  const from = Date.parse(begin);
  // One each quarter of an hour, from an hour before the quiet hours until long after them.
  const rows = Array.from({ length: 40 }, (_, index) =>
    warning(index + 1, from + index * 15 * MINUTE_MS, "22:00", "02:30"),
  );
  const sent = play(rows, from, 12 * 60);
  const isHeld = ({ createdAt }: WaitingPush) =>
    createdAt >= Date.parse(begin) + quietAfter(begin) && createdAt < Date.parse(end);
  expect(sent.filter(({ ids }) => ids.length > 1)).toEqual([
    { at: Date.parse(end), ids: rows.filter(isHeld).map(({ id }) => id) },
  ]);
  for (const { at, ids } of sent)
    if (ids.length === 1) expect(at).toBe(rows.find(({ id }) => id === ids[0])?.createdAt);
});

/** Time from the beginning of a night until 22:00 in Berlin, ms. */
function quietAfter(begin: string): number {
  return begin.startsWith("2026-10") ? 0 : HOUR_MS;
}

test("faults are sent at once, unless the user chose otherwise", () => {
  const at = Date.parse("2026-11-24T00:00Z");
  const fault = { ...warning(1, at, "22:00", "07:00"), level: "fault" as const };
  const other = { ...fault, id: 2, preferences: { ...fault.preferences, faultsThrough: false } };
  const { single, postponed } = planPushes([fault, other], at);
  expect(single).toEqual([1]);
  expect(postponed).toEqual([{ id: 2, dueAt: Date.parse("2026-11-24T06:00Z") }]);
});

test("what was deferred is one digest even if the user turns the quiet hours off meanwhile", () => {
  const at = Date.parse("2026-11-24T00:00Z");
  const rows = [1, 2, 3].map((id) => {
    const row = warning(id, at, "22:00", "07:00");
    const preferences = { ...row.preferences, quietHours: null };
    return { ...row, dueAt: at + HOUR_MS, preferences };
  });
  const plan = planPushes(rows, at + HOUR_MS);
  expect(plan).toEqual({
    single: [],
    collected: [{ kind: "digest", ids: [1, 2, 3] }],
    postponed: [],
  });
});

test("the first push about a site is sent at once, and one a minute contains what follows", () => {
  const begin = Date.parse("2026-11-24T12:00Z");
  const SECOND_STEPS = 600;
  const offsets = [0, 10, 20, 65, 119, 300];
  const rows = offsets.map((second, index) =>
    warning(index + 1, begin + second * SECOND_MS, "22:00", "07:00"),
  );
  const other = { ...warning(9, begin + 10 * SECOND_MS, "22:00", "07:00"), siteId: 2 };
  let waiting: WaitingPush[] = [...rows, other];
  const sent: [second: number, ids: number[]][] = [];
  const last = new Map<number, number>();
  for (let second = 0; second < SECOND_STEPS; second++) {
    const now = begin + second * SECOND_MS;
    const due = waiting
      .filter((row) => row.createdAt <= now && row.dueAt <= now)
      .map((row) => ({ ...row, lastSentAt: last.get(row.siteId) ?? null }));
    const { single, collected, postponed } = planPushes(due, now);
    for (const ids of [...single.map((id) => [id]), ...collected.map(({ ids }) => ids)]) {
      sent.push([second, ids]);
      last.set(due.find(({ id }) => id === ids[0])?.siteId ?? 0, now);
      waiting = waiting.filter(({ id }) => !ids.includes(id));
    }
    const moved = new Map(postponed.map(({ id, dueAt }) => [id, dueAt]));
    waiting = waiting.map((row) => ({ ...row, dueAt: moved.get(row.id) ?? row.dueAt }));
  }
  expect(sent).toEqual([
    [0, [1]],
    [10, [9]],
    [60, [2, 3]],
    [120, [4, 5]],
    [300, [6]],
  ]);
});

test("every notification is in one message or postponed, and those of an outage are one message", () => {
  const begin = Date.parse("2026-11-24T12:00Z");
  const row = fc
    .record({
      id: fc.integer({ min: 1, max: 1_000 }),
      kind: fc.constantFrom(...SENT_KINDS),
      level: fc.constantFrom("fault" as const, "warning" as const, "info" as const),
      minute: fc.integer({ min: 0, max: 600 }),
      held: fc.boolean(),
      to: fc.constantFrom("12:30", "18:00", "23:00"),
    })
    .map(({ id, kind, level, minute, held, to }) => {
      const at = begin + minute * MINUTE_MS;
      const heldUntil = held ? at + 10 * MINUTE_MS : null;
      return { ...warning(id, at, "12:00", to), kind, level, heldUntil };
    });
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ id }) => id }), (rows) => {
      const now = begin + 12 * HOUR_MS;
      const { single, collected, postponed } = planPushes(rows, now);
      const seen = [...single, ...collected.flatMap(({ ids }) => ids)];
      expect([...seen, ...postponed.map(({ id }) => id)].sort()).toEqual(
        rows.map(({ id }) => id).sort(),
      );
      for (const { ids } of collected) expect(ids.length).toBeGreaterThan(1);
      const named = collected.filter(({ kind }) => kind !== "site");
      expect(new Set(named.map(({ kind }) => kind)).size).toBe(named.length);
    }),
    { numRuns: 200 },
  );
});
