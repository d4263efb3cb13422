import { expect, test } from "vitest";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf } from "#protocol/logger/messages.ts";
import { START, setUpLogger } from "../../tests/support/tabletop-logger.ts";

test("a batch is kept until its answer and sent again after a reconnection, as backlog with an end", () => {
  const { portal, pass } = setUpLogger();
  pass(1_000);
  portal.inbox.length = 0;
  portal.manner.batchAnswer = null;
  pass(120_000);
  expect(portal.dialled.length).toBeGreaterThan(1);
  portal.inbox.length = 0;
  portal.manner.batchAnswer = 200;
  pass(400_000);
  const connects = portal.take(COMMAND.connect);
  expect(connects[0]?.backlog?.from).toBeLessThanOrEqual(START + 10_000);
  const batches = portal.take(COMMAND.realDataUpdate);
  const backlog = batches.filter((batch) => batch.backlog !== undefined);
  expect(backlog.at(-1)?.backlog).toBe("end");
  expect(backlog.filter((batch) => batch.backlog === "end")).toHaveLength(1);
  const instants = new Set(batches.flatMap(instantsOf));
  for (let at = START + 10_000; at <= START + 400_000; at += 10_000) expect(instants).toContain(at);
});

test("without an answer to a batch within 30 s it hangs up", () => {
  const { logger, portal, pass } = setUpLogger();
  pass(1_000);
  portal.manner.batchAnswer = null;
  portal.send({ cmd: COMMAND.config, id: "c", sampling: { sampleMs: 1_000, uploadMs: 1_000 } });
  pass(29_500);
  expect(logger.state).toBe("online");
  pass(2_000);
  expect(logger.state).toBe("waiting");
});

test("a batch answered with another status rests for 30 s and is sent again", () => {
  const { logger, portal, pass } = setUpLogger();
  portal.manner.batchAnswer = 503;
  pass(1_000);
  const first = portal.take(COMMAND.realDataUpdate);
  expect(first).not.toEqual([]);
  portal.manner.batchAnswer = 200;
  pass(29_000);
  expect(portal.take(COMMAND.realDataUpdate)).toEqual([]);
  pass(3_000);
  expect(portal.take(COMMAND.realDataUpdate)).toEqual(first);
  expect(logger.state).toBe("online");
});

test("a batch refused with 511 is set aside and the next ones go on", () => {
  const { logger, portal, pass } = setUpLogger();
  portal.manner.batchAnswer = "refuse";
  pass(1_000);
  portal.manner.batchAnswer = 200;
  portal.inbox.length = 0;
  pass(120_000);
  expect(portal.take(COMMAND.realDataUpdate).length).toBeGreaterThan(0);
  expect(logger.waiting).toBeLessThan(10);
  expect(portal.dialled).toHaveLength(1);
});

test("no more than four batches are unanswered at a time", () => {
  const { portal, pass } = setUpLogger();
  portal.manner.sampling = { sampleMs: 1_000, uploadMs: 1_000 };
  portal.manner.batchAnswer = null;
  pass(20_000);
  expect(portal.take(COMMAND.realDataUpdate)).toHaveLength(4);
});
