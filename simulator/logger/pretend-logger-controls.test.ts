import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf } from "#protocol/logger/messages.ts";
import { makeControl, SETTING, START, setUpLogger } from "../../tests/support/tabletop-logger.ts";
import { keepInMemory } from "./flash.ts";

test("a control is executed once, answered with the read-back, and its new value is uploaded", () => {
  const { plant, portal, pass, settle } = setUpLogger();
  pass(1_000);
  portal.inbox.length = 0;
  portal.send(makeControl("k1", 4));
  pass(200);
  expect(portal.take(COMMAND.controlAnswer)).toEqual([]);
  pass(200);
  const answer = { cmd: COMMAND.controlAnswer, id: "k1", status: 200, result: "success", value: 4 };
  expect(portal.take(COMMAND.controlAnswer)).toEqual([answer]);
  expect(
    portal.take(COMMAND.realDataUpdate).some((batch) => batch.values[SETTING]?.[0] === 4),
  ).toBe(true);
  portal.send(makeControl("k1", 4));
  pass(400);
  settle();
  expect(portal.take(COMMAND.controlAnswer)).toEqual([answer]);
  expect(plant.writes).toBe(1);
});

test("out of range and unknown registers are a parameter error, a refusing device a failed configuration", () => {
  const { plant, portal, pass } = setUpLogger();
  pass(1_000);
  portal.send(makeControl("a", 11));
  portal.send(makeControl("b", 4, { address: "0033110099" }));
  portal.send(makeControl("c", 4, { address: "FFFF000120" }));
  portal.send(makeControl("d", 4, { address: "00331100F1" }));
  portal.send(makeControl("e", 4, { expires: START }));
  pass(1_000);
  expect(
    portal
      .take(COMMAND.controlAnswer)
      .map(({ id, status, result, value }) => [id, status, result, value ?? null]),
  ).toEqual([
    ["a", 400, "parameter error", 1],
    ["b", 400, "parameter error", null],
    ["c", 400, "parameter error", expect.any(Number)],
    ["d", 500, "configuration failed", null],
    ["e", 408, "response timeout", 1],
  ]);
  expect(plant.writes).toBe(1);
});

test("expiry goes by the server's clock", () => {
  const { plant, portal, pass } = setUpLogger();
  portal.clockOffset = HOUR_MS;
  pass(1_000);
  portal.send(makeControl("late", 4, { expires: START + 600_000 }));
  portal.send(makeControl("good", 5, { expires: START + 3_700_000 }));
  pass(1_000);
  expect(portal.take(COMMAND.controlAnswer).map(({ id, status }) => [id, status])).toEqual([
    ["late", 408],
    ["good", 200],
  ]);
  expect(plant.read(SETTING)).toBe(5);
  portal.inbox.length = 0;
  pass(70_000);
  const instants = portal.take(COMMAND.realDataUpdate).flatMap(instantsOf);
  expect(Math.min(...instants)).toBeGreaterThan(START + 3_500_000);
});

test("a batch of controls is executed in order and answered once", () => {
  const { portal, pass } = setUpLogger();
  pass(1_000);
  portal.send({
    cmd: COMMAND.batchControl,
    id: "b",
    expires: START + 600_000,
    items: [
      { id: "1", address: SETTING, value: 2 },
      { id: "2", address: SETTING, value: 99 },
      { id: "3", address: SETTING, value: 3 },
    ],
  });
  pass(1_000);
  const [answer, ...more] = portal.take(COMMAND.batchControlAnswer);
  expect(more).toEqual([]);
  expect(answer?.items.map(({ id, status, value }) => [id, status, value])).toEqual([
    ["1", 200, 2],
    ["2", 400, 2],
    ["3", 200, 3],
  ]);
});

test("killed between executing and answering, it does not execute again but reads the register", () => {
  const { logger, plant, portal, pass } = setUpLogger();
  pass(1_000);
  logger.behave({ verb: "die" });
  portal.send(makeControl("k", 7));
  pass(1_000);
  expect(portal.isConnected).toBe(false);
  expect(portal.take(COMMAND.controlAnswer)).toEqual([]);
  pass(5_000);
  expect(logger.state).toBe("online");
  portal.send(makeControl("k", 7));
  pass(1_000);
  expect(portal.take(COMMAND.controlAnswer)).toEqual([
    { cmd: COMMAND.controlAnswer, id: "k", status: 200, result: "success", value: 7 },
  ]);
  expect(plant.writes).toBe(1);
});

test("a new process on the same flash remembers commands and settings", () => {
  const flash = keepInMemory();
  const first = setUpLogger({ flash });
  first.pass(1_000);
  first.portal.send(makeControl("k", 7));
  first.pass(1_000);
  first.logger.save();
  const second = setUpLogger({ flash });
  second.pass(1_000);
  second.portal.send(makeControl("k", 9));
  second.pass(1_000);
  expect(second.portal.take(COMMAND.controlAnswer)[0]).toMatchObject({ status: 200, value: 7 });
  expect(second.plant.writes).toBe(0);
  expect(second.plant.read(SETTING)).toBe(7);
});
