import fc from "fast-check";
import { expect, test } from "vitest";
import {
  IDLE_SESSION,
  nextMoment,
  type SessionEvent,
  type SessionState,
  step,
} from "./session-machine.ts";

const NOW = 1_000_000;

function run(events: readonly SessionEvent[], from: SessionState = IDLE_SESSION) {
  const effects: string[] = [];
  let state = from;
  for (const event of events) {
    const next = step(state, event, NOW, 0.5);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

const toLive: readonly SessionEvent[] = [
  { kind: "connect" },
  { kind: "ticketGiven" },
  { kind: "opened" },
  { kind: "welcomed", jitterMs: 4_000 },
];
const live = run(toLive).state;

test("a connection is a ticket, a socket, a login and a welcome", () => {
  const { state, effects } = run(toLive);
  expect(effects).toEqual(["dropSocket", "askTicket", "openSocket", "sendLogin"]);
  expect(state).toMatchObject({ phase: "live", attempt: 0, until: null });
});

test("a lost connection is tried again after 10 s and the jitter the server asked for", () => {
  const { state, effects } = run([{ kind: "closed", code: 1006 }], live);
  expect(state).toMatchObject({ phase: "waiting", attempt: 1, until: NOW + 12_000 });
  expect(effects).toEqual(["dropSocket"]);
  expect(step(state, { kind: "timeout" }, NOW + 11_999, 0).effects).toEqual([]);
  expect(step(state, { kind: "timeout" }, NOW + 12_000, 0).effects).toEqual(["askTicket"]);
});

test("the cause of a lost connection is named", () => {
  const causeAfter = (...events: Parameters<typeof run>[0]) => run(events, live).state.cause;
  expect(causeAfter({ kind: "closed", code: 1006 })).toBe("error");
  expect(causeAfter({ kind: "closed", code: 1001 })).toBe("closed");
  const beaten = step(live, { kind: "timeout" }, nextMoment(live) ?? 0, 0).state;
  const silent = step(beaten, { kind: "timeout" }, nextMoment(beaten) ?? 0, 0).state;
  expect(silent).toMatchObject({ phase: "waiting", cause: "timeout" });
  expect(run([{ kind: "connect" }, { kind: "ticketRefused", status: 0 }], live).state.cause).toBe(
    "error",
  );
});

test("retries are counted until one is live", () => {
  let { state } = run([{ kind: "closed", code: 1006 }], live);
  state = step(state, { kind: "timeout" }, NOW + 12_000, 0).state;
  state = run([{ kind: "ticketRefused", status: 503 }], state).state;
  expect(state).toMatchObject({ phase: "waiting", attempt: 2 });
  state = step(state, { kind: "timeout" }, NOW + 30_000, 0).state;
  expect(run(toLive.slice(1), state).state.attempt).toBe(0);
});

test("a forced connection clears the counter and does not wait", () => {
  const { state } = run([{ kind: "closed", code: 1006 }], live);
  const forced = run([{ kind: "connect" }], state);
  expect(forced.state).toMatchObject({ phase: "asking", attempt: 0 });
  expect(forced.effects).toEqual(["dropSocket", "askTicket"]);
});

test.each([
  [401, "signedOut"],
  [501, "signedOut"],
  [403, "notYours"],
  [404, "notYours"],
] as const)("a ticket refused with %i ends the attempt: %s", (status, end) => {
  const { state } = run([{ kind: "connect" }, { kind: "ticketRefused", status }]);
  expect(state).toMatchObject({ phase: "ended", end });
  expect(run([{ kind: "visibilityRegained" }, { kind: "timeout" }], state).effects).toEqual([]);
});

test("a forced connection also restarts an ended session", () => {
  const { state } = run([{ kind: "connect" }, { kind: "ticketRefused", status: 404 }]);
  const forced = run([{ kind: "connect" }], state);
  expect(forced.state).toMatchObject({ phase: "asking", attempt: 0, end: null });
  expect(forced.effects).toEqual(["dropSocket", "askTicket"]);
  expect(run(toLive.slice(1), forced.state).state.phase).toBe("live");
});

test.each([0, 429, 500, 503])("a ticket refused with %i is asked for again later", (status) => {
  const { state } = run([{ kind: "connect" }, { kind: "ticketRefused", status }]);
  expect(state.phase).toBe("waiting");
});

test("when access ends the next ticket is requested at once and decides what remains", () => {
  const ended = run([{ kind: "closed", code: 4403 }], live);
  expect(ended.effects).toEqual(["askTicket"]);
  expect(run([{ kind: "ticketRefused", status: 404 }], ended.state).state.end).toBe("accessEnded");
  expect(run([{ kind: "ticketRefused", status: 401 }], ended.state).state.end).toBe("signedOut");
  expect(run(toLive.slice(1), ended.state).state.phase).toBe("live");
});

test("a right that ends again and again is not asked for in a loop", () => {
  const { state } = run(
    [
      { kind: "closed", code: 4403 },
      { kind: "ticketGiven" },
      { kind: "opened" },
      { kind: "closed", code: 4403 },
    ],
    live,
  );
  expect(state.phase).toBe("waiting");
});

test("each sixteenth push of values is acknowledged", () => {
  const pushes = Array.from({ length: 40 }, () => ({ kind: "valuesPushed" }) as const);
  const { state, effects } = run(pushes, live);
  expect(effects).toEqual(["acknowledge", "acknowledge"]);
  expect(state.unacknowledged).toBe(8);
});

test("a heartbeat is due each 20 s, and without an answer within 20 s the connection is closed", () => {
  const beat = step(live, { kind: "timeout" }, NOW + 20_000, 0);
  expect(beat.effects).toEqual(["sendHeartbeat"]);
  const late = step(beat.state, { kind: "timeout" }, NOW + 40_000, 0);
  expect(late.state.phase).toBe("waiting");
  const answered = step(beat.state, { kind: "heartbeatAnswered" }, NOW + 20_050, 0);
  expect(nextMoment(answered.state)).toBe(NOW + 40_050);
});

test("a login that is not answered within 10 s is abandoned", () => {
  const { state } = run(toLive.slice(0, 3));
  expect(step(state, { kind: "timeout" }, NOW + 10_000, 0).state.phase).toBe("waiting");
});

test("a page that becomes visible ends a wait and checks a live connection", () => {
  const { state } = run([{ kind: "closed", code: 1006 }], live);
  expect(run([{ kind: "visibilityRegained" }], state).effects).toEqual(["askTicket"]);
  expect(
    run([{ kind: "visibilityRegained" }, { kind: "visibilityRegained" }], live).effects,
  ).toEqual(["sendHeartbeat"]);
});

test("after any sequence of events the page is live, about to connect, or has ended with a reason", () => {
  const event: fc.Arbitrary<SessionEvent> = fc.oneof(
    fc.constantFrom<SessionEvent>(
      { kind: "connect" },
      { kind: "ticketGiven" },
      { kind: "opened" },
      { kind: "welcomed", jitterMs: 1_000 },
      { kind: "loginRefused" },
      { kind: "valuesPushed" },
      { kind: "heartbeatAnswered" },
      { kind: "visibilityRegained" },
      { kind: "timeout" },
    ),
    fc
      .constantFrom(0, 401, 403, 404, 500)
      .map((status) => ({ kind: "ticketRefused", status }) as const),
    fc.constantFrom(1006, 4401, 4403, 4408).map((code) => ({ kind: "closed", code }) as const),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.nat(30_000))), (events) => {
      let now = NOW;
      let { state } = step(IDLE_SESSION, { kind: "connect" }, now, 0);
      for (const [happened, passed] of events) {
        now += passed;
        state = step(state, happened, now, 0.3).state;
        expect(state.phase === "ended").toBe(state.end !== null);
        if (["opening", "live", "waiting"].includes(state.phase))
          expect(nextMoment(state)).not.toBeNull();
      }
    }),
    { verbose: true },
  );
});
