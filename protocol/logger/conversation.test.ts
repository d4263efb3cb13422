import fc from "fast-check";
import { expect, test } from "vitest";
import { FAST_SAMPLING, IDLE_SAMPLING, MONITOR_SAMPLING } from "#domain/loggers/sampling.ts";
import {
  type ConversationEffect,
  type ConversationState,
  connectDueAt,
  conversationState,
  openConversation,
  stepLoggerSession,
  storeConversation,
} from "./conversation.ts";

const SERIAL = "HP-000001";
const T0 = 1_700_000_000_000;
const CONNECT = {
  cmd: 258,
  id: "c",
  protocol: 1,
  serial: SERIAL,
  systemType: "10001",
  equipment: [],
  events: [],
};

/** One socket, with a second between frames unless stated otherwise. */
function open() {
  let state: ConversationState = openConversation(SERIAL, T0);
  let at = T0;
  const take = (effects: { state: ConversationState; effects: ConversationEffect[] }) => {
    state = conversationState.parse(JSON.parse(JSON.stringify(storeConversation(effects.state))));
    return effects.effects;
  };
  return {
    receive(message: unknown, { after = 1000 } = {}) {
      at += after;
      const frame = typeof message === "string" ? message : JSON.stringify(message);
      return take(stepLoggerSession(state, { kind: "frame", at, frame, wanted: IDLE_SAMPLING }));
    },
    asked: () => take(stepLoggerSession(state, { kind: "asked" })),
    time: (after: number) => take(stepLoggerSession(state, { kind: "timeout", at: at + after })),
    offer: (wanted = FAST_SAMPLING) =>
      take(stepLoggerSession(state, { kind: "offerSampling", at, wanted, id: "k" })),
    end: () => take(stepLoggerSession(state, { kind: "ended" })),
    now: () => at,
    state: () => state,
  };
}

function connected() {
  const socket = open();
  socket.receive(CONNECT);
  return socket;
}

const refused = (id: string | null, status = 400) =>
  expect.objectContaining({
    kind: "send",
    message: expect.objectContaining({ cmd: 511, id, status }),
  });

test("a connect is welcomed with the sampling due", () => {
  const socket = open();
  expect(socket.receive(CONNECT)).toEqual([
    { kind: "welcome", message: CONNECT, sampling: IDLE_SAMPLING },
  ]);
  expect(socket.state()).toMatchObject({ step: "connected", sampling: IDLE_SAMPLING });
});

test("before the connect only a heartbeat is answered", () => {
  const socket = open();
  for (const cmd of [260, 262, 264]) {
    const body = { start: 1, step: 1, count: 0, values: {}, events: [], statuses: [] };
    expect(socket.receive({ cmd, id: "x", ...body })).toEqual([refused("x")]);
  }
  expect(socket.receive({ cmd: 256, id: "h" })).toEqual([
    { kind: "send", message: { cmd: 257, id: "h" } },
  ]);
  expect(socket.receive('{ "cmd": 256 }')).toEqual([{ kind: "send", message: { cmd: 257 } }]);
  expect(socket.state().step).toBe("opened");
});

test("a second connect is refused, whatever protocol it requests", () => {
  const socket = connected();
  expect(socket.receive({ ...CONNECT, id: "again" })).toEqual([refused("again")]);
  expect(socket.receive({ ...CONNECT, id: "other", protocol: 2 })).toEqual([refused("other")]);
  expect(socket.state().step).toBe("connected");
});

test("a serial other than that of the connection is refused", () => {
  const socket = open();
  expect(socket.receive({ ...CONNECT, serial: "HP-000002" })).toEqual([refused("c")]);
  expect(socket.state().step).toBe("opened");
});

test("a protocol that is not spoken here is refused and the socket closed with 4426", () => {
  const socket = open();
  expect(socket.receive({ cmd: 258, id: "c", protocol: 2 })).toEqual([
    refused("c", 426),
    expect.objectContaining({ kind: "close", code: 4426 }),
  ]);
  expect(socket.receive(CONNECT)).toEqual([]);
});

test("five invalid frames in a row close the socket with 4400", () => {
  const socket = connected();
  for (let count = 0; count < 4; count++) expect(socket.receive("?")).toEqual([refused(null)]);
  expect(socket.receive("?")).toEqual([
    refused(null),
    expect.objectContaining({ kind: "close", code: 4400 }),
  ]);
  expect(socket.receive({ cmd: 256, id: "late" })).toEqual([]);
});

test("a valid frame between them breaks the row, a heartbeat does not", () => {
  const socket = connected();
  for (let count = 0; count < 4; count++) socket.receive("?");
  socket.receive({ cmd: 262, id: "e", events: [] });
  for (let count = 0; count < 4; count++) {
    expect(socket.receive("?")).toEqual([refused(null)]);
    expect(socket.receive({ cmd: 256, id: "h" })).toHaveLength(1);
  }
  expect(socket.receive("?")).toHaveLength(2);
});

test("more than 50 frames in a burst close the socket with 4429", () => {
  const socket = open();
  socket.receive(CONNECT, { after: 0 });
  for (let count = 0; count < 49; count++)
    expect(socket.receive({ cmd: 256 }, { after: 0 })).toHaveLength(1);
  expect(socket.receive({ cmd: 256 }, { after: 0 })).toEqual([
    expect.objectContaining({ kind: "close", code: 4429 }),
  ]);
});

test("an answer to a request of ours costs none of the logger's frames, and each request pays for one", () => {
  const socket = connected();
  for (let count = 0; count < 60; count++) socket.asked();
  const answers = [
    { cmd: 337, id: "q", status: 200 },
    { cmd: 289, id: "q", status: 200 },
    { cmd: 321, id: "q", status: 200, result: "success" },
    { cmd: 323, id: "q", items: [] },
    { cmd: 339, id: "q", equipment: [] },
    { cmd: 511, id: "q", status: 501 },
  ];
  for (let count = 0; count < 60; count++)
    for (const effect of socket.receive(answers[count % answers.length], { after: 0 }))
      expect(effect.kind).not.toBe("close");
  const budget = socket.state().budget.left;
  socket.receive(answers[0], { after: 0 });
  expect(socket.state().budget.left).toBeLessThan(budget);
});

test("a config is a request, and its answer is free", () => {
  const socket = connected();
  socket.offer(FAST_SAMPLING);
  const { left } = socket.state().budget;
  socket.receive({ cmd: 305, id: "k", status: 200 }, { after: 0 });
  expect(socket.state().budget.left).toBe(left);
});

test("messages that answer nothing are counted, also while an answer is pending", () => {
  const socket = connected();
  socket.asked();
  for (let count = 0; count < 49; count++)
    socket.receive({ cmd: 339, equipment: [] }, { after: 0 });
  expect(socket.state().step).toBe("connected");
  expect(socket.receive({ cmd: 337, id: "q", status: 200 }, { after: 0 })).toHaveLength(1);
  socket.asked();
  expect(socket.receive({ cmd: 339, equipment: [] }, { after: 0 })).toEqual([
    expect.objectContaining({ kind: "close", code: 4429 }),
  ]);
});

test("no more than a hundred answers are awaited", () => {
  const socket = connected();
  for (let count = 0; count < 200; count++) socket.asked();
  expect(socket.state().awaited).toBe(100);
});

test("a stored state of an older release, without awaited answers, is continued", () => {
  const { awaited: _, ...before } = storeConversation(openConversation(SERIAL, T0));
  expect(conversationState.parse(before)).toEqual(openConversation(SERIAL, T0));
});

test("a socket without a connect is closed after 30 s, heartbeats or not", () => {
  const socket = open();
  socket.receive({ cmd: 256 }, { after: 10_000 });
  expect(connectDueAt(socket.state())).toBe(T0 + 30_000);
  expect(socket.time(19_999)).toEqual([]);
  expect(socket.time(20_000)).toEqual([expect.objectContaining({ kind: "close", code: 4408 })]);
  const other = connected();
  expect(connectDueAt(other.state())).toBeNull();
  expect(other.time(30_000)).toEqual([]);
});

test("a logger is sent another sampling once, and not before it was welcomed", () => {
  const socket = open();
  expect(socket.offer()).toEqual([]);
  socket.receive(CONNECT);
  expect(socket.offer(IDLE_SAMPLING)).toEqual([]);
  expect(socket.offer(FAST_SAMPLING)).toEqual([
    { kind: "send", message: { cmd: 304, id: "k", sampling: FAST_SAMPLING } },
  ]);
  expect(socket.offer(FAST_SAMPLING)).toEqual([]);
  expect(socket.offer(MONITOR_SAMPLING)).toHaveLength(1);
  expect(socket.state()).toMatchObject({ sampling: MONITOR_SAMPLING, sentAt: socket.now() });
});

test("a logger's messages lead to the effects that store them", () => {
  const socket = connected();
  const batch = { cmd: 260, id: "b", times: [1], values: {} };
  expect(socket.receive(batch)).toEqual([{ kind: "storeBatch", message: batch }]);
  const events = { cmd: 262, id: "e", events: [] };
  expect(socket.receive(events)).toEqual([{ kind: "updateEvents", message: events }]);
  const statuses = { cmd: 264, id: "s", statuses: [] };
  expect(socket.receive(statuses)).toEqual([{ kind: "updateStatuses", message: statuses }]);
  const tree = { cmd: 339, equipment: [] };
  expect(socket.receive(tree)).toEqual([
    { kind: "replaceTree", equipment: [] },
    { kind: "answered", message: tree },
  ]);
  expect(socket.receive({ cmd: 305, id: "k", status: 200 })).toEqual([]);
  for (const answer of [
    { cmd: 321, id: "a", status: 200, result: "success", value: 1 },
    { cmd: 325, id: "a", status: 408, result: "response timeout" },
    { cmd: 323, id: "a", items: [{ id: "i", status: 200, result: "success" }] },
    { cmd: 337, id: "a", status: 200, at: T0, values: { FFFF000400: 1 } },
    { cmd: 289, id: "a", status: 200 },
    { cmd: 511, id: "a", status: 501, message: "not supported" },
    { cmd: 511, id: null, status: 400 },
  ])
    expect(socket.receive(answer)).toEqual([{ kind: "answered", message: answer }]);
});

test("an ended conversation ignores further frames", () => {
  const socket = connected();
  socket.end();
  expect(socket.receive({ cmd: 262, id: "e", events: [] })).toEqual([]);
  expect(socket.offer()).toEqual([]);
});

test("after any input the state stays small and a close is the last effect", () => {
  const said = fc.oneof(
    fc.constantFrom<unknown>(CONNECT, "?", { cmd: 256 }, { cmd: 262, id: "e", events: [] }),
    fc.object(),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(said, fc.integer({ min: 0, max: 300 })), { maxLength: 120 }),
      (frames) => {
        const socket = open();
        let closed = false;
        for (const [frame, after] of frames) {
          const effects = socket.receive(frame, { after });
          if (closed) expect(effects).toEqual([]);
          const close = effects.findIndex((effect) => effect.kind === "close");
          if (close !== -1) {
            expect(close).toBe(effects.length - 1);
            closed = true;
          }
          expect(JSON.stringify(socket.state()).length).toBeLessThan(500);
        }
      },
    ),
    { numRuns: 200 },
  );
});
