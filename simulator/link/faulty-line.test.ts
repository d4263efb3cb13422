import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Link, LinkEnd, LinkEvents } from "../logger/link.ts";
import type { FaultEffect } from "./fault.ts";
import { FaultyLine } from "./faulty-line.ts";
import { FRAME_MEASURE } from "./measure.ts";

/** A line whose far side only records. */
function setUp() {
  const far: { events: LinkEvents; inbox: string[] }[] = [];
  const effects: FaultEffect[] = [];
  const line = new FaultyLine<string>({
    now: 1_000,
    measure: FRAME_MEASURE,
    onEffect: (effect) => effects.push(effect),
    dial: (_to, events) => {
      const inbox: string[] = [];
      far.push({ events, inbox });
      return {
        send: (text) => inbox.push(text),
        close: () => inbox.push("closed"),
        cut: () => inbox.push("cut"),
        pause: () => {},
        resume: () => {},
      };
    },
  });
  const dial = () => {
    const near: { link: Link; inbox: (string | LinkEnd)[] } = {
      link: line.dial("", {
        opened: () => near.inbox.push("opened"),
        received: (text) => near.inbox.push(text),
        ended: (end) => near.inbox.push(end),
      }),
      inbox: [],
    };
    far.at(-1)?.events.opened();
    return near;
  };
  return { line, dial, far, effects };
}

test("a half-open connection receives and sends nothing, and leaving it leaves the other side open", () => {
  const { line, dial, far } = setUp();
  const near = dial();
  line.inflict({ kind: "half-open", direction: "both" });
  near.link.send("up");
  far[0]?.events.received("down");
  line.tick(500_000);
  expect([near.inbox, far[0]?.inbox]).toEqual([["opened"], []]);
  near.link.close();
  expect(near.inbox).toEqual(["opened"]);
  line.tick(500_001);
  expect(near.inbox).toEqual(["opened", { reason: "left unheard" }]);
  const next = dial();
  next.link.send("hello");
  expect([far[0]?.inbox, far[1]?.inbox]).toEqual([[], ["hello"]]);
  far[0]?.events.ended({ reason: "closed with 4001", code: 4001 });
  line.tick(500_002);
  expect(near.inbox).toHaveLength(2);
  expect(next.inbox).toEqual(["opened"]);
});

test("half-open one way the other way still works, and after its time both do", () => {
  const { line, dial, far } = setUp();
  const near = dial();
  line.inflict({ kind: "half-open", direction: "down", forMs: 5_000 });
  near.link.send("1");
  far[0]?.events.received("lost");
  line.tick(6_000);
  far[0]?.events.received("received");
  expect([near.inbox, far[0]?.inbox]).toEqual([["opened", "received"], ["1"]]);
});

test("a far side that closes while nothing passes down is not noticed", () => {
  const { line, dial, far } = setUp();
  const near = dial();
  line.inflict({ kind: "half-open", direction: "down" });
  far[0]?.events.ended({ reason: "closed with 4408", code: 4408 });
  line.tick(900_000);
  expect(near.inbox).toEqual(["opened"]);
  near.link.cut();
  line.tick(900_001);
  expect(near.inbox).toEqual(["opened", { reason: "cut" }]);
});

test("a cut before a frame loses it, one after a frame does not, and both sides notice", () => {
  for (const moment of ["before", "after"] as const) {
    const { line, dial, far, effects } = setUp();
    const near = dial();
    line.inflict({ kind: "cut", on: { direction: "up", commands: [260] }, moment });
    near.link.send('{"cmd":258}');
    near.link.send('{"cmd":260}');
    near.link.send('{"cmd":262}');
    const passed = moment === "before" ? [] : ['{"cmd":260}'];
    expect(far[0]?.inbox).toEqual(['{"cmd":258}', ...passed, "cut"]);
    line.tick(1_001);
    expect(near.inbox).toEqual(["opened", { reason: "cut on the way" }]);
    expect(effects.map(({ frame }) => frame)).toEqual([{ direction: "up", command: 260 }]);
  }
});

test("a cut after a frame downwards lets nothing follow, not even an answer to it", () => {
  const { line, far } = setUp();
  const link: Link = line.dial("", {
    opened: () => {},
    received: () => link.send("answer"),
    ended: () => {},
  });
  far[0]?.events.opened();
  line.inflict({ kind: "cut", on: { direction: "down" }, moment: "after" });
  far[0]?.events.received("question");
  expect(far[0]?.inbox).toEqual(["cut"]);
});

test("an overtaken frame arrives after the others, or when its time has elapsed", () => {
  const { line, dial, far } = setUp();
  const near = dial();
  const reorder = { kind: "reorder", on: { direction: "up" }, places: 2, withinMs: 100 } as const;
  line.inflict(reorder);
  for (const text of ["1", "2", "3", "4"]) near.link.send(text);
  line.inflict(reorder);
  near.link.send("5");
  line.tick(1_099);
  expect(far[0]?.inbox).toEqual(["2", "3", "1", "4"]);
  line.tick(1_100);
  expect(far[0]?.inbox.at(-1)).toBe("5");
});

test("a delay holds back all following frames, a close too; a slow line passes bytes at its rate", () => {
  const { line, dial, far } = setUp();
  const near = dial();
  line.inflict({ kind: "delay", on: { direction: "up" }, ms: 300 });
  near.link.send("late");
  line.inflict({ kind: "slow", direction: "up", bytesPerSecond: 100, forMs: MINUTE_MS });
  near.link.send("x".repeat(50));
  near.link.close();
  line.tick(1_299);
  expect(far[0]?.inbox).toEqual([]);
  line.tick(1_300);
  expect(far[0]?.inbox).toEqual(["late"]);
  line.tick(1_799);
  expect(far[0]?.inbox).toHaveLength(1);
  line.tick(1_800);
  expect(far[0]?.inbox.slice(2)).toEqual(["closed"]);
});

test("dialling is refused at once, with a status, or not answered at all", () => {
  const { line, dial, far } = setUp();
  line.inflict({ kind: "refuse", forMs: 100, status: 429, retryAfterMs: 7_000 });
  const refused = dial();
  line.tick(1_000);
  expect(refused.inbox).toEqual([{ reason: "HTTP 429", refused: 429, retryAfterMs: 7_000 }]);
  line.tick(1_100);
  line.inflict({ kind: "refuse", forMs: 100, unanswered: true });
  const ignored = dial();
  line.tick(16_099);
  expect(ignored.inbox).toEqual([]);
  line.tick(16_100);
  expect(ignored.inbox).toEqual([{ reason: "ETIMEDOUT" }]);
  expect(far).toEqual([]);
  expect(dial().inbox).toEqual(["opened"]);
});

test("a fault that met no frame in its time expires, and so do those of an ended schedule", () => {
  const { line, dial, far } = setUp();
  const near = dial();
  line.inflict({ kind: "drop", on: { direction: "up", withinMs: 100 } });
  line.tick(1_100);
  const end = line.play(() => [{ at: 0, fault: { kind: "drop", on: { direction: "up" } } }]);
  line.tick(1_101);
  end();
  near.link.send("1");
  expect(far[0]?.inbox).toEqual(["1"]);
});

test("a slow reader loses no frames", () => {
  const { line, dial, far } = setUp();
  const near = dial();
  near.link.pause();
  far[0]?.events.received("1");
  line.tick(2_000);
  expect(near.inbox).toEqual(["opened"]);
  near.link.resume();
  expect(near.inbox).toEqual(["opened", "1"]);
});
