import { expect, test } from "vitest";
import { makeBrowser, stampOf, TICKET, UUID } from "../../tests/support/viewer-browser.ts";
import type { ViewerStamp } from "../site-rpc.ts";
import { nextMoment, stepViewerSession } from "./conversation.ts";
import {
  startConversation,
  storeViewer,
  type ViewerState,
  viewerState,
} from "./conversation-state.ts";
import type { ViewerEffect } from "./conversation-step.ts";
import { countPush } from "./reading-pace.ts";

const CONTROL = {
  commandId: "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11",
  address: "FFFF000400",
  value: 0,
};

/** One connection; every step goes through JSON, as it does through an attachment. */
function connect(changes: Partial<ViewerStamp> = {}) {
  const stamp = stampOf(changes);
  const browser = makeBrowser(stamp);
  let state: ViewerState = startConversation(stamp, "connection", 0);
  const step = (event: Parameters<typeof stepViewerSession>[1], now = 0): ViewerEffect[] => {
    const { state: next, effects } = stepViewerSession(state, event, now);
    state = viewerState.parse(JSON.parse(JSON.stringify(storeViewer(next))));
    return effects;
  };
  return {
    browser,
    step,
    send: (data: string | ArrayBuffer, now = 0) => step({ kind: "frame", data }, now),
    push: (now = 0) => {
      state = countPush(state, now);
    },
    get state() {
      return state;
    },
  };
}

function logIn(changes: Partial<ViewerStamp> = {}) {
  const connection = connect(changes);
  connection.send(connection.browser.writeLogin());
  connection.step({ kind: "ticket", tag: "login", fresh: true });
  return connection;
}

const close = (code: number) => ({ kind: "close", code });
const refusal = (tag: string, status: number) => ({
  kind: "send",
  cmd: 511,
  tag,
  body: { status },
});
const refusedLogin = (tag: string, status: number) => [
  { kind: "send", cmd: 273, tag, body: { status } },
  close(4401),
];

test("a login with the ticket of its key asks for the ticket to be used, and a fresh one is welcomed", () => {
  const { browser, send, step } = connect();
  expect(send(browser.writeLogin())).toEqual([
    {
      kind: "takeTicket",
      tag: "login",
      hash: stampOf().ticketHash,
      until: Number.MAX_SAFE_INTEGER,
    },
  ]);
  expect(step({ kind: "ticket", tag: "login", fresh: true })).toEqual([
    { kind: "welcome", tag: "login" },
  ]);
});

test("a ticket that was used before is refused with 401", () => {
  const { browser, send, step } = connect();
  send(browser.writeLogin());
  expect(step({ kind: "ticket", tag: "login", fresh: false })).toEqual(refusedLogin("login", 401));
});

test("a ticket of another key is refused with 401", () => {
  const { browser, send } = connect();
  expect(send(browser.writeLogin({ ticket: "another" }))).toEqual(refusedLogin("login", 401));
});

test("a ticket past its time is refused with 401", () => {
  const { browser, send } = connect({ ticketUntil: 5_000 });
  expect(send(browser.writeLogin(), 5_000)).toEqual(refusedLogin("login", 401));
});

test("a login without a ticket is refused with 400", () => {
  const { browser, send } = connect();
  expect(send(browser.writeLogin({}))).toEqual(refusedLogin("login", 400));
});

test("a user without a role in the site is refused with 404", () => {
  const { browser, send } = connect({ role: 0 });
  expect(send(browser.writeLogin())).toEqual(refusedLogin("login", 404));
});

test("heartbeats may come before the login", () => {
  const { browser, send } = connect();
  expect(send('{"cmd":256}')).toEqual([{ kind: "answerHeartbeat" }]);
  expect(send('{ "cmd": 256 }')).toEqual([{ kind: "answerHeartbeat" }]);
  expect(send(browser.writeLogin())).toMatchObject([{ kind: "takeTicket" }]);
});

const otherBrowser = makeBrowser();
const unopenable: [string, (text: string) => string | ArrayBuffer][] = [
  ["no JSON", () => "hello"],
  ["no frame", () => '{"cmd":272}'],
  ["bytes", (text) => new TextEncoder().encode(text).buffer as ArrayBuffer],
  ["another command", (text) => text.replace('"cmd":272', '"cmd":288')],
  ["another tag", (text) => text.replace('"tag":"login"', '"tag":"logon"')],
  ["another uuid", (text) => text.replace(UUID, UUID.replace("3", "4"))],
  ["another's key", () => otherBrowser.write(272, "login", { ticket: TICKET }, "A".repeat(43))],
  ["no key", () => otherBrowser.write(272, "login", { ticket: TICKET })],
  ["a padded key", (text) => text.replace(/"key":"([^"]*)"/, '"key":"$1="')],
  ["a request", () => otherBrowser.write(288, "login", {})],
  ["more than 64 KiB", () => otherBrowser.writeLogin({ ticket: "x".repeat(70_000) })],
];
test.each(unopenable)(
  "a first message that cannot be opened ends it unanswered: %s",
  (_, spoil) => {
    const { browser, send, state } = connect();
    expect(send(spoil(browser.writeLogin()))).toEqual([close(4401)]);
    expect(state.login).not.toBeNull();
  },
);

test("no effect follows a close", () => {
  const { browser, send, step } = connect();
  send("hello");
  expect(send(browser.writeLogin())).toEqual([]);
  expect(step({ kind: "timeout", heartbeatAt: null }, 99_999_999)).toEqual([]);
});

test("a viewer that does not log in within ten seconds is closed", () => {
  const { step, state } = connect();
  expect(nextMoment(state, null)).toBe(10_000);
  expect(step({ kind: "timeout", heartbeatAt: null }, 9_999)).toEqual([]);
  expect(step({ kind: "timeout", heartbeatAt: 9_000 }, 10_000)).toEqual([close(4401)]);
});

test("the server's private key is deleted with the login", () => {
  const { state } = logIn();
  expect(JSON.stringify(state)).not.toContain(stampOf().privateKey);
});

test("an attachment stays far below its 16 KiB with the longest name", () => {
  const { state } = connect({ name: "ř".repeat(100_000) });
  expect(new TextEncoder().encode(JSON.stringify(state)).length).toBeLessThan(2_048);
});

test("a request is handed on with its tag", () => {
  const { browser, send } = logIn();
  expect(send(browser.write(320, "t1", CONTROL))).toEqual([
    { kind: "request", tag: "t1", request: { cmd: 320, body: CONTROL } },
  ]);
  expect(send(browser.write(336, "t2", { addresses: ["ffff00f000"] }))).toEqual([
    { kind: "request", tag: "t2", request: { cmd: 336, body: { addresses: ["FFFF00F000"] } } },
  ]);
});

const malformed: [string, (browser: ReturnType<typeof makeBrowser>) => string | ArrayBuffer][] = [
  ["no JSON", () => "{"],
  ["bytes", () => new ArrayBuffer(8)],
  ["an unknown command", ({ write }) => write(999, "t", {})],
  ["a second login", ({ writeLogin }) => writeLogin({ ticket: TICKET }, "t")],
  ["an empty tag", ({ write }) => write(288, "", {})],
  ["an address that is none", ({ write }) => write(336, "t", { addresses: ["xyz"] })],
  ["a command id that is none", ({ write }) => write(320, "t", { ...CONTROL, commandId: "1" })],
  ["the same command twice", ({ write }) => write(322, "t", { items: [CONTROL, CONTROL] })],
  ["a body that is no object", ({ write }) => write(288, "t", 5)],
  ["a changed command", ({ write }) => write(288, "t", {}).replace('"cmd":288', '"cmd":338')],
  ["another uuid", ({ write }) => write(288, "t", {}).replace(UUID, UUID.replace("3", "4"))],
];
test.each(malformed)("a frame that is not valid gets a 511: %s", (_, make) => {
  const { browser, send } = logIn();
  const [effect, ...others] = send(make(browser));
  expect(effect).toMatchObject({ kind: "send", cmd: 511, body: { status: 400 } });
  expect(others).toEqual([]);
});

test("five invalid frames in a row close the socket", () => {
  const { browser, send } = logIn();
  for (let count = 1; count < 5; count++) expect(send("{")).toEqual([refusal("", 400)]);
  expect(send(browser.write(304, "t", {}))).toMatchObject([{ kind: "request" }]);
  for (let count = 1; count < 5; count++) expect(send("{")).toEqual([refusal("", 400)]);
  expect(send("{")).toEqual([refusal("", 400), close(4400)]);
});

test("a heartbeat between them does not end a row of invalid frames", () => {
  const { send } = logIn();
  for (let count = 1; count < 5; count++) {
    expect(send("{")).toEqual([refusal("", 400)]);
    expect(send('{ "cmd": 256 }')).toEqual([{ kind: "answerHeartbeat" }]);
  }
  expect(send("{")).toEqual([refusal("", 400), close(4400)]);
});

test.each([
  ["without data", { uuid: "u", cmd: 336, tag: "t-1" }],
  ["with a command that is a text", { uuid: "u", cmd: "336", data: "AA", tag: "t-1" }],
  ["with nothing but a tag", { tag: "t-1" }],
])("a frame %s is refused with its tag", (_, frame) => {
  const { send } = logIn();
  expect(send(JSON.stringify(frame))).toEqual([refusal("t-1", 400)]);
});

test.each([
  ["an empty tag", { cmd: 336, tag: "" }],
  ["a tag that is too long", { cmd: 336, tag: "x".repeat(65) }],
  ["a tag that is no text", { cmd: 336, tag: 7 }],
])("a frame with %s is refused without one", (_, frame) => {
  const { send } = logIn();
  expect(send(JSON.stringify(frame))).toEqual([refusal("", 400)]);
});

test.each([
  ["none", undefined, "de"],
  ["null", null, "de"],
  ["no text", 7, "de"],
  ["too long", "x".repeat(36), "de"],
  ["the longest", "x".repeat(35), "x".repeat(35)],
])("a language that cannot be taken changes nothing: %s", (_, language, expected) => {
  const connection = logIn();
  const say = (given: unknown) => {
    const frame = JSON.parse(connection.browser.write(304, "t", {})) as object;
    return connection.send(JSON.stringify({ ...frame, language: given }));
  };
  say("de");
  expect(say(language)).toMatchObject([{ kind: "request" }]);
  expect(connection.state.language).toBe(expected);
});

test("a key of null after the login is no key", () => {
  const { browser, send } = logIn();
  const frame = JSON.parse(browser.write(304, "t", {})) as object;
  expect(send(JSON.stringify({ ...frame, key: null }))).toMatchObject([{ kind: "request" }]);
});

test("a frame that is too large is refused with its tag, wherever it stands", () => {
  const { browser, send } = logIn();
  const frame = JSON.parse(browser.write(336, "big", { pad: "x".repeat(60_000) })) as object;
  expect(send(JSON.stringify(frame))).toEqual([refusal("big", 400)]);
  const { tag, ...rest } = frame as { tag: string };
  expect(send(JSON.stringify({ tag, ...rest }))).toEqual([refusal("big", 400)]);
  expect(send(JSON.stringify(rest))).toEqual([refusal("", 400)]);
});

test("a command id in capitals is the same command", () => {
  const { browser, send } = logIn();
  const capitals = { ...CONTROL, commandId: CONTROL.commandId.toUpperCase() };
  expect(send(browser.write(320, "t", capitals))).toMatchObject([
    { kind: "request", request: { body: { commandId: CONTROL.commandId } } },
  ]);
  expect(send(browser.write(322, "t", { items: [CONTROL, capitals] }))).toEqual([
    refusal("t", 400),
  ]);
});

test("more than fifty frames at once close the socket", () => {
  const { browser, send } = logIn();
  for (let count = 2; count <= 50; count++) expect(send(browser.write(261, "", {}))).toEqual([]);
  expect(send(browser.write(261, "", {}))).toEqual([close(4429)]);
});

test("a monitor may query and may change nothing", () => {
  const { browser, send } = logIn({ role: 3, owner: false });
  expect(send(browser.write(336, "q", { addresses: [] }))).toMatchObject([{ kind: "request" }]);
  expect(send(browser.write(320, "a", CONTROL))).toEqual([refusal("a", 403)]);
  expect(send(browser.write(324, "b", CONTROL))).toEqual([refusal("b", 403)]);
  expect(send(browser.write(322, "c", { items: [CONTROL] }))).toEqual([refusal("c", 403)]);
});

test("the demo account may change nothing though it has role 1", () => {
  const { browser, send } = logIn({ demo: true });
  expect(send(browser.write(320, "a", CONTROL))).toEqual([refusal("a", 403)]);
});

test("a share session may ask for nothing", () => {
  const { browser, send } = logIn({ role: 3, owner: false, share: true, person: 0 });
  for (const cmd of [288, 304, 338])
    expect(send(browser.write(cmd, "a", {}))).toEqual([refusal("a", 403)]);
  expect(send(browser.write(336, "a", { addresses: [] }))).toEqual([refusal("a", 403)]);
  expect(send(browser.write(320, "a", CONTROL))).toEqual([refusal("a", 403)]);
  expect(send(browser.write(261, "", {}))).toEqual([]);
});

test("sixty-four unanswered values hold the rest back until a 261", () => {
  const connection = logIn();
  for (let count = 0; count < 63; count++) connection.push();
  expect(connection.state.fullSince).toBeNull();
  connection.push(1_000);
  expect(nextMoment(connection.state, 1_000)).toBe(31_000);
  expect(connection.send(connection.browser.write(261, "", {}), 2_000)).toEqual([
    { kind: "resume" },
  ]);
  expect(connection.state).toMatchObject({ unanswered: 48, fullSince: null });
});

test("a viewer that answers none of sixty-four values for thirty seconds is closed", () => {
  const connection = logIn();
  for (let count = 0; count < 64; count++) connection.push(1_000);
  expect(connection.step({ kind: "timeout", heartbeatAt: 30_000 }, 30_999)).toEqual([]);
  expect(connection.step({ kind: "timeout", heartbeatAt: 30_000 }, 31_000)).toEqual([close(4408)]);
});

test("a 261 too many earns no credit", () => {
  const connection = logIn();
  for (let count = 0; count < 5; count++)
    connection.send(connection.browser.write(261, "", {}), count * 1_000);
  expect(connection.state.unanswered).toBe(0);
});

test("a viewer that is silent for ninety seconds is offline, one with heartbeats is not", () => {
  const connection = logIn();
  expect(connection.step({ kind: "timeout", heartbeatAt: 80_000 }, 95_000)).toEqual([]);
  expect(connection.step({ kind: "timeout", heartbeatAt: null }, 90_000)).toEqual([close(4408)]);
});
