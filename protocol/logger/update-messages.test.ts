import { expect, test } from "vitest";
import { IDLE_SAMPLING } from "#domain/loggers/sampling.ts";
import { COMMAND } from "./command-numbers.ts";
import { openConversation, stepLoggerSession } from "./conversation.ts";
import { FRAMES_BURST } from "./limits.ts";
import { readLoggerFrame } from "./read-frame.ts";

const T0 = 1_700_000_000_000;
const SERIAL = "HP-000001";
const CONNECT = {
  ...{ cmd: COMMAND.connect, id: "c", protocol: 1, serial: SERIAL, systemType: "10001" },
  ...{ equipment: [], events: [] },
};

const parse = (message: object) => {
  const read = readLoggerFrame(JSON.stringify(message));
  return read.ok ? read.message : read.refusal;
};

/** A connected logger that sends frames at one instant. */
function connected() {
  let { state } = stepLoggerSession(openConversation(SERIAL, T0), frame(CONNECT));
  return {
    expectAnswer: () => {
      ({ state } = stepLoggerSession(state, { kind: "asked" }));
    },
    receive: (message: object) => {
      const next = stepLoggerSession(state, frame(message));
      ({ state } = next);
      return next.effects;
    },
  };
}

function frame(message: object) {
  return { kind: "frame", at: T0, frame: JSON.stringify(message), wanted: IDLE_SAMPLING } as const;
}

test("the features of a logger are optional, and unknown ones do no harm", () => {
  expect(parse(CONNECT)).not.toHaveProperty("features", expect.anything());
  expect(
    parse({ ...CONNECT, features: ["atomic", "later"], remoteControl: false, lock: "locked" }),
  ).toMatchObject({ features: ["atomic", "later"], remoteControl: false, lock: "locked" });
  expect(parse({ ...CONNECT, features: "atomic", remoteControl: 1, lock: "open" })).toMatchObject({
    cmd: COMMAND.connect,
    id: "c",
  });
});

test("a synchronisation without a result has that of its status", () => {
  const answer = { cmd: COMMAND.synchronizeAnswer, id: "s" };
  expect(parse({ ...answer, status: 200 })).toMatchObject({ result: "success" });
  expect(parse({ ...answer, status: 409 })).toMatchObject({ result: "failure" });
  expect(parse({ ...answer, status: 200, result: "failure" })).toMatchObject({ result: "failure" });
  expect(parse(answer)).toMatchObject({ cmd: COMMAND.refusal, id: "s", status: 400 });
});

test("an unsolicited progress is passed on and counts as a frame, an answer does not", () => {
  const logger = connected();
  const progress = { cmd: COMMAND.firmwareProgress, id: "u", state: "transferring", progress: 40 };
  expect(logger.receive(progress)).toMatchObject([{ kind: "answered", message: progress }]);
  for (let sent = 2; sent < FRAMES_BURST; sent += 1) logger.receive(progress);
  logger.expectAnswer();
  const answer = { cmd: COMMAND.firmwareProgress, id: "u", status: 200 };
  expect(logger.receive(answer)).toMatchObject([{ kind: "answered", message: answer }]);
  logger.expectAnswer();
  const synchronized = { cmd: COMMAND.synchronizeAnswer, id: "s", status: 409 };
  expect(logger.receive(synchronized)).toMatchObject([{ kind: "answered" }]);
  expect(logger.receive(progress)).toMatchObject([{ kind: "close" }]);
});

test("an old logger refuses a command that it does not know, which reaches its sender", () => {
  const logger = connected();
  logger.expectAnswer();
  const refusal = { cmd: COMMAND.refusal, id: "s", status: 501 };
  expect(logger.receive(refusal)).toMatchObject([{ kind: "answered", message: refusal }]);
});
