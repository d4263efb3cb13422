import fc from "fast-check";
import { expect, test } from "vitest";
import type { EquipmentEvent, EventLevel } from "../event.ts";
import { findEventEpisodes } from "./event-episodes.ts";
import { type EventFact, factOf, listFactOf } from "./event-facts.ts";

function event(
  state: "raised" | "cleared",
  at: number,
  level: EventLevel = "fault",
  message = "Fault",
): EquipmentEvent {
  return { eventNo: 12, address: "003311", level, code: "000C", state, at, message };
}

/** Returns the fact of an event; it is received when it happened unless stated otherwise. */
function fact(state: "raised" | "cleared", at: number, receivedAt = at, level?: EventLevel) {
  return factOf(event(state, at, level), receivedAt);
}

/** Returns the fact of a list that names an event raised at `raisedAt`, or that does not name it. */
function list(raisedAt: number | null, clock: number | null, receivedAt = clock ?? 0) {
  const listed = raisedAt === null ? undefined : event("raised", raisedAt);
  return listFactOf(listed, clock, receivedAt);
}

function periods(facts: readonly EventFact[]) {
  return findEventEpisodes(facts).map(({ startTime, endTime }) => [startTime, endTime]);
}

test.each<[string, EventFact[], (number | null)[][]]>([
  ["nothing", [], []],
  ["a raise is active", [fact("raised", 10)], [[10, null]]],
  ["a clear ends it", [fact("raised", 10), fact("cleared", 20)], [[10, 20]]],
  ["a clear before its raise", [fact("cleared", 20), fact("raised", 10, 30)], [[10, 20]]],
  ["a clear alone is nothing", [fact("cleared", 20)], []],
  ["a repeated raise", [fact("raised", 10), fact("raised", 15), fact("cleared", 20)], [[10, 20]]],
  ["a repeated clear", [fact("raised", 10), fact("cleared", 20), fact("cleared", 25)], [[10, 20]]],
  [
    "two episodes",
    [fact("raised", 10), fact("cleared", 20), fact("raised", 30)],
    [
      [10, 20],
      [30, null],
    ],
  ],
  [
    "a late clear splits an episode",
    [fact("raised", 10), fact("raised", 30), fact("cleared", 40), fact("cleared", 20, 50)],
    [
      [10, 20],
      [30, 40],
    ],
  ],
  [
    "a raise and a clear at the same instant",
    [fact("cleared", 10), fact("raised", 10)],
    [[10, 10]],
  ],
  ["an instant ahead of receipt counts as receipt", [fact("raised", 99, 10)], [[10, null]]],
  [
    "of two that were ahead the logger's clock decides",
    [fact("raised", 99, 10), fact("cleared", 95, 10)],
    [[10, null]],
  ],
  [
    "a list that does not name it ends it at its clock",
    [fact("raised", 10), list(null, 20)],
    [[10, 20]],
  ],
  ["a list that names it", [list(10, 20)], [[10, null]]],
  ["a list that names what is known", [fact("raised", 10), list(10, 20)], [[10, null]]],
  ["a list that names an older raise", [fact("raised", 10), list(5, 20)], [[5, null]]],
  [
    "a list replaces what was cleared before it",
    [fact("raised", 10), fact("cleared", 15), list(10, 20)],
    [[10, null]],
  ],
  [
    "a list does not replace what was cleared after it",
    [fact("raised", 10), list(10, 20), fact("cleared", 25)],
    [[10, 25]],
  ],
  [
    "a raise that arrives after a list that does not name it",
    [list(null, 20), fact("raised", 10, 30)],
    [[10, 20]],
  ],
  [
    "a list without a clock ends what was received before it",
    [fact("raised", 10), list(null, null, 20)],
    [[10, 20]],
  ],
  [
    "a list without a clock does not end what was received after it",
    [list(null, null, 20), fact("raised", 10, 30)],
    [[10, null]],
  ],
  [
    "a clock ahead of receipt counts as receipt",
    [fact("raised", 10), list(null, 99, 20), fact("raised", 30)],
    [
      [10, 20],
      [30, null],
    ],
  ],
])("%s", (_what, facts, expected) => {
  expect(periods(facts)).toEqual(expected);
});

test("the level of an episode is its most severe one, and the instants are known at which it became worse", () => {
  const facts = [
    fact("raised", 10, 10, "info"),
    fact("raised", 20, 20, "fault"),
    fact("raised", 30, 30, "warning"),
  ];
  expect(findEventEpisodes(facts)).toMatchObject([
    { level: "fault", currentLevel: "warning", worsened: [{ at: 20, level: "fault" }] },
  ]);
});

test("the receipt of an episode is the first that says that it was active", () => {
  const facts = [fact("raised", 10, 90), fact("raised", 20, 80), fact("raised", 10, 85)];
  expect(findEventEpisodes(facts)[0]?.receivedAt).toBe(80);
});

test("an episode that was open before the first known fact continues", () => {
  const [open = null] = findEventEpisodes([fact("raised", 10)]);
  expect(findEventEpisodes([fact("cleared", 20)], open)).toEqual([{ ...open, endTime: 20 }]);
  expect(open?.endTime).toBeNull();
});

const instant = fc.integer({ min: 0, max: 40 });
const level = fc.constantFrom<EventLevel>("fault", "warning", "info");
const anyFact: fc.Arbitrary<EventFact> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        state: fc.constantFrom("raised" as const, "cleared" as const),
        at: instant,
        level,
        delay: instant,
      })
      .map(({ state, at, level, delay }) => fact(state, at, at - 3 + delay, level)),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ raisedAt: fc.option(instant), clock: fc.option(instant), receivedAt: instant })
      .map(({ raisedAt, clock, receivedAt }) => list(raisedAt, clock, receivedAt)),
  },
);

test("episodes do not depend on the order of arrival or on repetitions", () => {
  const shuffled = fc.array(anyFact, { maxLength: 12 }).chain((facts) =>
    fc.tuple(
      fc.constant(facts),
      fc.shuffledSubarray([...facts, ...facts], {
        minLength: 2 * facts.length,
        maxLength: 2 * facts.length,
      }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([facts, others]) => {
      expect(findEventEpisodes(others)).toEqual(findEventEpisodes(facts));
    }),
  );
});

test("episodes are ascending, do not overlap, and only the last one is active", () => {
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 15 }), (facts) => {
      const found = periods(facts);
      for (const [place, [start = 0, end]] of found.entries()) {
        const next = found[place + 1]?.[0];
        if (next !== undefined && next !== null) {
          expect(end).not.toBeNull();
          expect(end).toBeLessThanOrEqual(next);
        }
        if (end !== null) expect(end).toBeGreaterThanOrEqual(start ?? 0);
      }
    }),
  );
});

test("events that arrive in time are active exactly from raise to clear", () => {
  const instants = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { maxLength: 20 });
  fc.assert(
    fc.property(instants, (unsorted) => {
      const sorted = [...unsorted].sort((one, other) => one - other);
      const facts = sorted.map((at, place) => fact(place % 2 === 0 ? "raised" : "cleared", at));
      const expected = sorted.flatMap((at, place) =>
        place % 2 === 0 ? [[at, sorted[place + 1] ?? null]] : [],
      );
      expect(periods(facts)).toEqual(expected);
    }),
  );
});

test("a list that repeats what the events say changes nothing", () => {
  const instants = fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { maxLength: 9 });
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 101 }), (unsorted, clock) => {
      const sorted = [...unsorted].sort((one, other) => one - other);
      const facts = sorted.map((at, place) => fact(place % 2 === 0 ? "raised" : "cleared", at));
      const through = sorted.filter((at) => at <= clock);
      const isActive = through.length % 2 === 1;
      const repeated = list(isActive ? (through.at(-1) ?? null) : null, clock);
      expect(periods([repeated, ...facts])).toEqual(periods(facts));
    }),
  );
});
