import fc from "fast-check";
import { expect, test } from "vitest";
import type { Link } from "../logger/link.ts";
import type { Direction, Fault, FaultEffect } from "./fault.ts";
import { FaultyLine } from "./faulty-line.ts";
import { FRAME_MEASURE } from "./measure.ts";

type Step =
  | { send: Direction }
  | { tick: number }
  | { inflict: Fault }
  | { leave: "close" | "cut" };
type Passed = Record<Direction, number[]>;
type Talk = { sent: Passed; passed: Passed };
type Trace = { talks: Talk[]; effects: FaultEffect[]; ends: string[] };

const direction = fc.constantFrom<Direction>("up", "down");
const ways = fc.constantFrom<Direction | "both">("up", "down", "both");
const ms = fc.integer({ min: 0, max: 3_000 });
const on = fc.oneof(
  fc.record({ direction }),
  fc.record({ direction, withinMs: fc.integer({ min: 1, max: 2_000 }) }),
);
const orderly = fc.oneof(
  fc.record({ on, kind: fc.constant("delay" as const), ms }),
  fc.record({
    kind: fc.constant("slow" as const),
    direction: ways,
    bytesPerSecond: fc.integer({ min: 5, max: 1_000 }),
    forMs: ms,
  }),
);
const frameFault = fc.oneof(
  fc.record({ on, kind: fc.constant("drop" as const) }),
  fc.record({ on, kind: fc.constant("duplicate" as const), afterMs: ms }),
  fc.record({
    on,
    kind: fc.constant("reorder" as const),
    places: fc.integer({ min: 1, max: 4 }),
    withinMs: ms,
  }),
);
const cutting = fc.oneof(
  fc.record({
    on,
    kind: fc.constant("cut" as const),
    moment: fc.constantFrom<"before" | "after">("before", "after"),
  }),
  fc.record({ kind: fc.constant("cut" as const) }),
  fc.record({ kind: fc.constant("half-open" as const), direction: ways, forMs: ms }),
  fc.record({ kind: fc.constant("half-open" as const), direction: ways }),
  fc.record({ kind: fc.constant("refuse" as const), forMs: ms, unanswered: fc.boolean() }),
);

function stepsWith(...faults: fc.Arbitrary<Fault>[]): fc.Arbitrary<Step[]> {
  return fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.record({ send: direction }) },
      { weight: 2, arbitrary: fc.record({ tick: fc.integer({ min: 1, max: 1_500 }) }) },
      { weight: 2, arbitrary: fc.record({ inflict: fc.oneof(...faults) }) },
    ),
    { maxLength: 60 },
  );
}

/** Plays steps; the dialling side reconnects after every end. Each frame has a unique number. */
function play(steps: readonly Step[]): Trace {
  const trace: Trace = { talks: [], effects: [], ends: [] };
  let now = 0;
  let last = 0;
  // Held in an object because callbacks change them.
  const here: { portalSends: ((text: string) => void) | null; link: Link | null } = {
    portalSends: null,
    link: null,
  };
  const opening: (() => void)[] = [];
  const line = new FaultyLine<null>({
    now,
    measure: FRAME_MEASURE,
    onEffect: (effect) => trace.effects.push(effect),
    dial: (_to, events) => {
      const talk = trace.talks.at(-1);
      let isOver = false;
      const end = (reason: string) => {
        if (isOver) return;
        isOver = true;
        here.portalSends = null;
        events.ended({ reason });
      };
      here.portalSends = (text) => {
        talk?.sent.down.push(commandOf(text));
        events.received(text);
      };
      opening.push(events.opened);
      return {
        send: (text) => talk?.passed.up.push(commandOf(text)),
        close: () => end("closed"),
        cut: () => end("cut"),
        pause: () => {},
        resume: () => {},
      };
    },
  });
  const dial = () => {
    const talk: Talk = { sent: { up: [], down: [] }, passed: { up: [], down: [] } };
    trace.talks.push(talk);
    here.link = line.dial(null, {
      opened: () => {},
      received: (text) => talk.passed.down.push(commandOf(text)),
      ended: (end) => {
        trace.ends.push(end.reason);
        here.link = null;
      },
    });
    for (const open of opening.splice(0)) open();
  };
  dial();
  for (const step of steps) {
    if (here.link === null) dial();
    if ("tick" in step) {
      now += step.tick;
      line.tick(now);
    } else if ("inflict" in step) line.inflict(step.inflict);
    else if ("leave" in step) here.link?.[step.leave]();
    else {
      last += 1;
      const text = JSON.stringify({ cmd: last });
      if (step.send === "up") {
        trace.talks.at(-1)?.sent.up.push(last);
        here.link?.send(text);
      } else here.portalSends?.(text);
    }
  }
  line.calm();
  line.tick(now + 1e9);
  expect(line.underWay).toBe(0);
  return trace;
}

function commandOf(text: string): number {
  return FRAME_MEASURE.commandOf(text) ?? 0;
}

function struckBy(trace: Trace, kind: Fault["kind"]): number[] {
  return trace.effects.flatMap(({ fault, frame }) =>
    fault.kind === kind && frame !== undefined ? [frame.command ?? 0] : [],
  );
}

const both = ["up", "down"] as const;

test("without faults everything passes at once and in order", () => {
  fc.assert(
    fc.property(stepsWith(fc.record({ kind: fc.constant("cut" as const) })), (all) => {
      const steps = all.filter((step) => !("inflict" in step));
      for (const { sent, passed } of play(steps).talks) expect(passed).toEqual(sent);
    }),
  );
});

test("delayed and slow frames all pass, in order", () => {
  fc.assert(
    fc.property(stepsWith(orderly), (steps) => {
      for (const { sent, passed } of play(steps).talks) expect(passed).toEqual(sent);
    }),
  );
});

test("frames pass unchanged except dropped and duplicated ones, in order except moved ones", () => {
  fc.assert(
    fc.property(stepsWith(orderly, frameFault), (steps) => {
      const trace = play(steps);
      const dropped = struckBy(trace, "drop");
      const doubled = struckBy(trace, "duplicate");
      const moved = [...doubled, ...struckBy(trace, "reorder")];
      for (const { sent, passed } of trace.talks)
        for (const way of both) {
          const expected = sent[way].flatMap((frame) =>
            dropped.includes(frame) ? [] : doubled.includes(frame) ? [frame, frame] : [frame],
          );
          const inOrder = (frames: number[]) => frames.filter((frame) => !moved.includes(frame));
          expect(passed[way].toSorted((a, b) => a - b)).toEqual(expected);
          expect(inOrder(passed[way])).toEqual(inOrder(expected));
        }
    }),
  );
});

test("a connection that is only cut or half-open passes frames in order up to its end", () => {
  fc.assert(
    fc.property(stepsWith(cutting), (steps) => {
      const trace = play(steps);
      const lasts = trace.effects.some(({ fault }) => fault.kind === "half-open" && fault.forMs);
      for (const { sent, passed } of trace.talks)
        for (const way of both)
          if (lasts) expect(sent[way]).toEqual(expect.arrayContaining(passed[way]));
          else expect(passed[way]).toEqual(sent[way].slice(0, passed[way].length));
    }),
  );
});

test("under all faults at once no frame is invented or repeated beyond its duplication, and ends are reported once", () => {
  fc.assert(
    fc.property(
      stepsWith(orderly, frameFault, cutting).chain((steps) =>
        fc
          .array(fc.record({ leave: fc.constantFrom<"close" | "cut">("close", "cut") }), {
            maxLength: 2,
          })
          .map((leaves) => [...steps, ...leaves, { tick: 1 }, ...steps]),
      ),
      (steps) => {
        const trace = play(steps);
        const doubled = struckBy(trace, "duplicate");
        for (const { sent, passed } of trace.talks)
          for (const way of both)
            for (const frame of new Set(passed[way])) {
              expect(sent[way]).toContain(frame);
              const times = passed[way].filter((other) => other === frame).length;
              expect(times).toBeLessThanOrEqual(doubled.includes(frame) ? 2 : 1);
            }
        expect(trace.ends.length).toBeLessThanOrEqual(trace.talks.length);
      },
    ),
  );
});

test("the same calls have the same effects", () => {
  fc.assert(
    fc.property(stepsWith(orderly, frameFault, cutting), (steps) => {
      expect(play(steps)).toEqual(play(steps));
    }),
  );
});
