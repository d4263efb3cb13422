import fc from "fast-check";
import { expect, test } from "vitest";
import type { EquipmentEvent } from "#domain/alarms/event.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import {
  type EventContext,
  eventKey,
  isRemovable,
  type KnownEvent,
  mergeEvent,
  replaceEvents,
  replacesThrough,
} from "./known-event.ts";

const T0 = 1_700_000_000_000;
const LIVE: EventContext = {
  now: T0,
  replacedThrough: Number.NEGATIVE_INFINITY,
  newestSample: null,
  uploadMs: MINUTE_MS,
};

function event(state: "raised" | "cleared", at: number, more: object = {}): EquipmentEvent {
  return { eventNo: 12, address: "003311", level: "fault", state, at, ...more };
}

function mergeAll(events: readonly EquipmentEvent[], context: EventContext = LIVE) {
  return events.reduce<KnownEvent | undefined>(
    (known, next) => mergeEvent(known, next, context),
    undefined,
  );
}

const isActive = (known: KnownEvent | undefined) => known?.state === "raised";

test("the greatest instant decides, in any order of arrival", () => {
  const raised = event("raised", T0 - 30);
  const cleared = event("cleared", T0 - 20);
  expect(isActive(mergeAll([raised]))).toBe(true);
  expect(isActive(mergeAll([raised, cleared]))).toBe(false);
  expect(isActive(mergeAll([cleared, raised]))).toBe(false);
  expect(isActive(mergeAll([cleared, event("raised", T0 - 10), raised]))).toBe(true);
});

test("on a tie the event is cleared", () => {
  expect(isActive(mergeAll([event("raised", T0), event("cleared", T0)]))).toBe(false);
  expect(isActive(mergeAll([event("cleared", T0), event("raised", T0)]))).toBe(false);
});

test("an event from the future counts as of its receipt, so that a clear can follow it", () => {
  const raised = mergeEvent(undefined, event("raised", T0 + 60 * MINUTE_MS), LIVE);
  expect(raised?.at).toBe(T0);
  const cleared = mergeEvent(raised, event("cleared", T0 + 5), { ...LIVE, now: T0 + 10 });
  expect(isActive(cleared)).toBe(false);
  const again = mergeEvent(cleared, event("raised", T0 + 60 * MINUTE_MS), {
    ...LIVE,
    now: T0 + 20,
  });
  expect(again).toBe(cleared);
});

test("of simultaneous events ahead of the server the later one wins, in any order", () => {
  const ahead = [
    event("raised", T0 + 5000),
    event("cleared", T0 + 5001),
    event("raised", T0 + 5002),
  ];
  expect(isActive(mergeAll(ahead))).toBe(true);
  expect(isActive(mergeAll(ahead.toReversed()))).toBe(true);
  expect(isActive(mergeAll([...ahead, event("cleared", T0 + 5003)]))).toBe(false);
  expect(isActive(mergeAll([event("cleared", T0 + 5000), event("raised", T0 + 5000)]))).toBe(false);
});

test("an event ahead of the server never outlives a clock that was put right", () => {
  const raised = mergeEvent(undefined, event("raised", T0 + 30_000), LIVE);
  const later = { ...LIVE, now: T0 + 5000 };
  expect(isActive(mergeEvent(raised, event("cleared", T0 + 5100), later))).toBe(false);
});

test("an old event raises no alarm, and still clears one", () => {
  const context = { ...LIVE, newestSample: T0 };
  const old = T0 - 16 * MINUTE_MS;
  expect(mergeAll([event("raised", old)], context)).toBeUndefined();
  expect(isActive(mergeAll([event("raised", T0 - 15 * MINUTE_MS)], context))).toBe(true);
  const active = mergeAll([event("raised", old - MINUTE_MS)]);
  expect(isActive(mergeEvent(active, event("cleared", old), context))).toBe(false);
});

test("events of a backlog that arrives oldest first are never active, whose logger has a clock or not", () => {
  const raisedAt = T0 - 3 * HOUR_MS;
  const backlog = [event("raised", raisedAt), event("cleared", raisedAt + 10 * MINUTE_MS)];
  // The newest sample is as old as the backlog, which arrives with it.
  for (const replacedThrough of [Number.NEGATIVE_INFINITY, T0 - MINUTE_MS]) {
    const context = { ...LIVE, replacedThrough, newestSample: raisedAt - MINUTE_MS };
    let known: KnownEvent | undefined;
    for (const one of backlog) {
      known = mergeEvent(known, one, context);
      expect(isActive(known)).toBe(false);
    }
  }
});

test("an event of the past is active while the list of a connect names it, whatever the backlog repeats", () => {
  const raised = event("raised", T0 - 3 * HOUR_MS);
  for (const clock of [undefined, T0 - 5]) {
    const through = replacesThrough(clock, T0);
    const known = replaceEvents(new Map(), [raised], through ?? T0, T0).get(eventKey(raised));
    expect(isActive(known)).toBe(true);
    const context = {
      ...LIVE,
      replacedThrough: through ?? Number.NEGATIVE_INFINITY,
      newestSample: T0 - 3 * HOUR_MS,
    };
    expect(mergeEvent(known, raised, context)).toBe(known);
    expect(isActive(mergeEvent(known, event("cleared", T0 - 1), context))).toBe(false);
  }
});

test("an event that began after the clock of a connect is active, however late it arrives", () => {
  const context = { ...LIVE, replacedThrough: T0 - 2 * HOUR_MS, newestSample: T0 - HOUR_MS };
  expect(isActive(mergeAll([event("raised", T0 - HOUR_MS)], context))).toBe(true);
});

test("an event replaced by a connect does not return", () => {
  const context = { ...LIVE, replacedThrough: T0 - 50 };
  expect(mergeAll([event("raised", T0 - 50)], context)).toBeUndefined();
  expect(isActive(mergeAll([event("raised", T0 - 49)], context))).toBe(true);
});

test("the list of a connect replaces everything up to its clock and nothing after it", () => {
  const known = new Map(
    [
      event("raised", T0 - 100, { eventNo: 1 }),
      event("raised", T0 - 50, { eventNo: 2 }),
      event("raised", T0 - 10, { eventNo: 3 }),
      event("cleared", T0 - 10, { eventNo: 4 }),
    ].flatMap((one) => {
      const merged = mergeEvent(undefined, one, LIVE);
      return merged === undefined ? [] : [[eventKey(one), merged] as const];
    }),
  );
  const list = [
    event("raised", T0 - 3_600_000, { eventNo: 4 }),
    event("raised", 5, { eventNo: 5 }),
  ];
  const next = replaceEvents(known, list, T0 - 50, T0);
  const active = [...next.values()].filter(isActive).map(({ eventNo }) => eventNo);
  expect(active.sort()).toEqual([3, 5]);
});

test("an event replaced by a list does not return when it is sent again", () => {
  const raised = event("raised", T0 - 100);
  const known = mergeEvent(undefined, raised, LIVE);
  if (known === undefined) throw new Error("not known");
  const next = replaceEvents(new Map([[eventKey(raised), known]]), [], T0 - 50, T0);
  const replaced = next.get(eventKey(raised));
  expect(isActive(replaced)).toBe(false);
  expect(mergeEvent(replaced, raised, LIVE)).toBe(replaced);
});

test("a connect replaces up to its clock, unless that is missing or obviously wrong", () => {
  expect(replacesThrough(undefined, T0)).toBeNull();
  expect(replacesThrough(0, T0)).toBeNull();
  expect(replacesThrough(T0 + MINUTE_MS, T0)).toBe(T0);
  expect(replacesThrough(T0 - MINUTE_MS, T0)).toBe(T0 - MINUTE_MS);
});

const anyEvent = fc.record({
  state: fc.constantFrom("raised" as const, "cleared" as const),
  at: fc.integer({ min: T0 - 20, max: T0 }),
  eventNo: fc.constantFrom(1, 2),
});

test("the active events do not depend on order and repetition", () => {
  fc.assert(
    fc.property(
      fc
        .array(anyEvent, { maxLength: 12 })
        .chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
          ),
        ),
      ([events, shuffled]) => {
        for (const eventNo of [1, 2]) {
          const of = (list: typeof events) =>
            mergeAll(
              list
                .filter((one) => one.eventNo === eventNo)
                .map(({ state, at }) => event(state, at, { eventNo })),
            );
          expect(isActive(of(shuffled))).toBe(isActive(of(events)));
          expect(of(shuffled)?.at).toBe(of(events)?.at);
        }
      },
    ),
  );
});

test("a late raise does not undo a clear that was removed", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 60 }),
      (clearedAgo, earlier) => {
        const cleared = mergeAll([event("cleared", T0 - clearedAgo * MINUTE_MS)]);
        const context = { ...LIVE, newestSample: T0 };
        if (cleared === undefined || !isRemovable(cleared, context.newestSample)) return;
        const late = event("raised", cleared.at - earlier * MINUTE_MS);
        expect(isActive(mergeEvent(undefined, late, context))).toBe(false);
      },
    ),
  );
});
