import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf } from "#protocol/logger/messages.ts";
import { makeControl, SETTING, START, setUpLogger } from "../../tests/support/tabletop-logger.ts";

test("silent and slow on request", () => {
  const { logger, plant, portal, pass } = setUpLogger();
  pass(1_000);
  logger.behave({ verb: "silent" });
  portal.send(makeControl("s", 2));
  pass(10_000);
  expect(plant.read(SETTING)).toBe(2);
  logger.behave({ verb: "slow", ms: 5_000 });
  portal.send(makeControl("t", 3));
  pass(4_800);
  expect(portal.take(COMMAND.controlAnswer)).toEqual([]);
  pass(400);
  expect(portal.take(COMMAND.controlAnswer).map(({ id }) => id)).toEqual(["t"]);
  logger.behave({ verb: "answer" });
  portal.send(makeControl("u", 4));
  pass(400);
  expect(portal.take(COMMAND.controlAnswer).map(({ id }) => id)).toEqual(["u"]);
});

test("frozen it says nothing on an open connection; thawed it goes on", () => {
  const { logger, portal, pass } = setUpLogger();
  pass(1_000);
  logger.behave({ verb: "freeze" });
  portal.inbox.length = 0;
  const before = portal.heartbeats;
  pass(300_000);
  expect(portal.inbox).toEqual([]);
  expect(portal.heartbeats).toBe(before);
  expect(portal.isConnected).toBe(true);
  logger.behave({ verb: "thaw" });
  pass(120_000);
  const instants = portal.take(COMMAND.realDataUpdate).flatMap(instantsOf);
  expect(instants.filter((at) => at > START + 10_000 && at < START + 300_000)).toEqual([]);
  expect(instants.at(-1)).toBeGreaterThan(START + 300_000);
  expect(portal.dialled).toHaveLength(1);
});

test("a killed logger is offline until it is revived, and then connects at once", () => {
  const { logger, portal, pass } = setUpLogger();
  pass(1_000);
  logger.behave({ verb: "kill" });
  pass(600_000);
  expect([logger.state, portal.isConnected]).toEqual(["off", false]);
  logger.behave({ verb: "revive" });
  pass(300);
  expect(logger.state).toBe("online");
});

test("with a wrong clock all samples are dated so, until the portal sends the time", () => {
  const { logger, plant, portal, pass, now } = setUpLogger();
  pass(61_000);
  portal.inbox.length = 0;
  logger.behave({ verb: "clock", ms: -3 * HOUR_MS, isKept: false });
  plant.status = "fault";
  portal.send({ cmd: COMMAND.query, id: "q", addresses: [SETTING] });
  portal.send(makeControl("k", 4));
  pass(65_000);
  const before = (at: number) => at < START - 2 * HOUR_MS;
  expect(portal.take(COMMAND.statusUpdate)[0]?.statuses.map(({ at }) => before(at))).toEqual([
    true,
  ]);
  expect(before(portal.take(COMMAND.queryAnswer)[0]?.at ?? 0)).toBe(true);
  const [taken = [], ...batches] = portal.take(COMMAND.realDataUpdate).map(instantsOf);
  expect(taken.some(before)).toBe(false);
  expect(batches.map((instants) => instants.every(before))).toEqual([true, true]);
  logger.behave({ verb: "drop" });
  pass(30_000);
  expect(before(portal.take(COMMAND.connect)[0]?.clock ?? 0)).toBe(true);
  portal.inbox.length = 0;
  pass(120_000);
  const [first = 0, ...later] = portal.take(COMMAND.realDataUpdate).flatMap(instantsOf);
  expect(Math.min(first, ...later)).toBeGreaterThan(now() - 300_000);
});

test("a clock that keeps its error is not set by the portal", () => {
  const { logger, portal, pass } = setUpLogger();
  logger.behave({ verb: "clock", ms: 5 * HOUR_MS, isKept: true });
  pass(90_000);
  const instants = portal.take(COMMAND.realDataUpdate).flatMap(instantsOf);
  expect(Math.min(...instants)).toBeGreaterThanOrEqual(START + 5 * HOUR_MS);
  logger.behave({ verb: "clock", ms: 0, isKept: false });
  pass(70_000);
  const right = portal.take(COMMAND.realDataUpdate).flatMap(instantsOf);
  expect(right.some((at) => at < START + HOUR_MS)).toBe(true);
});
