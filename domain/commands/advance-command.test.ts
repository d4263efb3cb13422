import { expect, test } from "vitest";
import { advanceCommand, type CommandEvent } from "./advance-command.ts";
import { dueAt, startCommand, type TrackedCommand } from "./tracked-command.ts";

const GIVEN = {
  commandId: "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11",
  by: "Olga Owner",
  address: "0033110047",
  value: 230,
  once: false,
};
const ALLOWED = { ok: true, precision: 1 } as const;

const start = (changes: Partial<typeof GIVEN> = {}) =>
  startCommand({ ...GIVEN, ...changes }, ALLOWED, 0);

/** Goes through events, each one second after the other unless it says when. */
function run(first: TrackedCommand, ...events: (CommandEvent & { now?: number })[]) {
  let command = first;
  const changes: string[] = [];
  const effects: (string | undefined)[] = [];
  for (const [index, event] of events.entries()) {
    const step = advanceCommand(command, event, event.now ?? (index + 1) * 1_000);
    command = step.command;
    for (const { state, result } of step.changes) changes.push(result ?? state);
    effects.push(step.effect);
  }
  return { command, record: command.record, changes, effects };
}

const turn = { kind: "turn" } as const;
const success = (value?: number | string | null) =>
  ({ kind: "answered", status: 200, result: "success", value }) as const;
const readBack = (value?: number | string | null) => ({ kind: "readBack", value }) as const;
const time = (now: number) => ({ kind: "timeout", now }) as const;

test("an acknowledgement with an equal read-back is success, reported step by step", () => {
  const { record, changes, effects } = run(start(), turn, success(230.04));
  expect(record).toMatchObject({ state: "ended", result: "success", readBack: 230.04 });
  expect(changes).toEqual(["sent", "acknowledged", "success"]);
  expect(effects).toEqual(["send", undefined]);
});

test("an acknowledgement with an unequal read-back is a failed configuration", () => {
  const { record } = run(start(), turn, success(229.9));
  expect(record).toMatchObject({ result: "configuration failed", readBack: 229.9 });
});

test.each([undefined, null])(
  "an acknowledgement whose read-back is %s asks once for the register",
  (value) => {
    const { record, changes, effects } = run(start(), turn, success(value), readBack(230));
    expect(effects).toEqual(["send", "ask", undefined]);
    expect(changes).toEqual(["sent", "acknowledged", "success"]);
    expect(record).toMatchObject({ result: "success", readBack: 230 });
  },
);

test("an acknowledgement whose register cannot be read is no success", () => {
  const { record } = run(start(), turn, success(), readBack());
  expect(record).toMatchObject({ state: "ended", result: "response timeout" });
  expect(record).not.toHaveProperty("readBack");
});

test("an acknowledgement whose register is not reported within twenty seconds is a response timeout", () => {
  const asked = run(start(), turn, success());
  expect(dueAt(asked.command)).toBe(22_000);
  const { record, command } = run(asked.command, time(21_999), time(22_000));
  expect(record).toMatchObject({ state: "ended", result: "response timeout" });
  expect(command.needsReadBack).toBe(true);
});

test.each(["parameter error", "response timeout", "configuration failed"] as const)(
  "the device's own %s stands, with what it read back",
  (result) => {
    const { record } = run(start(), turn, { kind: "answered", status: 500, result, value: 230 });
    expect(record).toMatchObject({ state: "ended", result, readBack: 230 });
  },
);

test.each([
  [400, "parameter error"],
  [408, "response timeout"],
  [500, "configuration failed"],
] as const)("a success with status %i is none", (status, result) => {
  const { record } = run(start(), turn, { ...success(230), status });
  expect(record.result).toBe(result);
});

test.each([
  [400, "parameter error"],
  [501, "configuration failed"],
] as const)("a refusal with status %i ends it", (status, result) => {
  const { record } = run(start(), turn, { kind: "refused", status });
  expect(record).toMatchObject({ state: "ended", result });
});

test("a value out of range ends unsent", () => {
  const command = startCommand(GIVEN, { ok: false, reason: "unknown" }, 0);
  expect(command.record).toMatchObject({ state: "ended", result: "parameter error" });
  expect(run(command, turn).effects).toEqual([undefined]);
});

test("a command lives for a minute, or less where its giver asks less", () => {
  const ask = (expires: number) => startCommand({ ...GIVEN, expires }, ALLOWED, 1_000).record;
  expect(start().record.expires).toBe(60_000);
  expect(ask(31_000).expires).toBe(31_000);
  expect(ask(9_999_000).expires).toBe(61_000);
  expect(ask(1_000)).toMatchObject({ state: "ended", result: "expired" });
});

test("a command that was never sent expires", () => {
  const { record, command } = run(start(), time(59_999), time(60_000));
  expect(record).toMatchObject({ state: "ended", result: "expired" });
  expect(command.needsReadBack).toBe(false);
});

test("dispatching an expired command does not send it", () => {
  const { record, effects } = run(start(), { ...turn, now: 60_000 });
  expect(effects).toEqual([undefined]);
  expect(record.result).toBe("expired");
});

test("a sent command without an answer ends as unknown, and a later read-back changes nothing else", () => {
  const { record, command, changes } = run(start(), turn, time(61_999), time(62_000));
  expect(record).toMatchObject({ state: "ended", result: "unknown" });
  expect(changes).toEqual(["sent", "unknown"]);
  const later = run(command, { ...readBack(230), now: 90_000 });
  expect(later.record).toEqual({ ...record, readBack: 230 });
  expect(run(later.command, { ...readBack(5), now: 91_000 }).record).toEqual(later.record);
});

test("an answer that comes after the end only fills the read-back", () => {
  const { command } = run(start(), turn, time(62_000));
  const late = run(command, { ...success(230), now: 63_000 });
  expect(late.record).toMatchObject({ result: "unknown", readBack: 230 });
});

test("an answer after its time, before the clock was looked at, comes to the same end", () => {
  const { record, changes } = run(start(), turn, { ...success(230), now: 62_000 });
  expect(record).toMatchObject({ result: "unknown", readBack: 230 });
  expect(changes).toEqual(["sent", "unknown", "unknown"]);
});

test("an unanswered command goes again to a logger that comes back, until it expires", () => {
  const { effects } = run(
    start(),
    turn,
    { kind: "reconnected" },
    { kind: "reconnected", now: 60_000 },
  );
  expect(effects).toEqual(["send", "send", undefined]);
});

test("a command without repeat never goes again", () => {
  const { effects, record } = run(start({ once: true }), turn, { kind: "reconnected" }, turn);
  expect(effects).toEqual(["send", undefined, undefined]);
  expect(record.state).toBe("sent");
});

test("a frame that no socket took leaves the command queued", () => {
  const { record, changes } = run(start({ once: true }), turn, { kind: "unsent" }, turn);
  expect(changes).toEqual(["sent", "queued", "sent"]);
  expect(record.state).toBe("sent");
});

test("a repeat that no socket took leaves it sent", () => {
  const { record } = run(start(), turn, { kind: "reconnected" }, { kind: "unsent" });
  expect(record.state).toBe("sent");
});

test("a right that ends takes its queued commands with it, unsent", () => {
  const { record, effects } = run(start(), { kind: "rightEnded" }, turn);
  expect(record).toMatchObject({ state: "ended", result: "expired" });
  expect(effects).toEqual([undefined, undefined]);
});

test("a revoked access stops the repeats of a sent command, not its answer", () => {
  const sent = run(start(), turn, { kind: "rightEnded" }, { kind: "reconnected" });
  expect(sent.effects).toEqual(["send", undefined, undefined]);
  expect(run(sent.command, success(230)).record.result).toBe("success");
});
