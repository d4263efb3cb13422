import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { SETTING, setUpLogger } from "../../tests/support/tabletop-logger.ts";

test("events are sent once, repeated until confirmed, and end with a cleared", () => {
  const { logger, portal, pass } = setUpLogger();
  pass(1_000);
  portal.manner.answersEvents = false;
  logger.behave({ verb: "raise" });
  pass(1_000);
  const [raised, ...more] = portal.take(COMMAND.eventUpdate);
  expect(more).toEqual([]);
  expect(raised?.events).toEqual([
    expect.objectContaining({ eventNo: 99, level: "fault", state: "raised" }),
  ]);
  portal.close(1006);
  portal.manner.answersEvents = true;
  pass(20_000);
  expect(portal.take(COMMAND.connect).at(-1)?.events).toEqual([
    expect.objectContaining({ eventNo: 99 }),
  ]);
  logger.behave({ verb: "clear" });
  pass(1_000);
  expect(portal.take(COMMAND.eventUpdate).flatMap(({ events }) => events)).toEqual([
    expect.objectContaining({ eventNo: 99, state: "cleared" }),
  ]);
});

test("statuses are sent on connecting and when they change", () => {
  const { plant, portal, pass } = setUpLogger();
  pass(MINUTE_MS);
  expect(portal.take(COMMAND.statusUpdate).map(({ statuses }) => statuses[0]?.status)).toEqual([
    "normal",
  ]);
  plant.status = "fault";
  pass(1_000);
  expect(portal.take(COMMAND.statusUpdate).map(({ statuses }) => statuses[0]?.status)).toEqual([
    "fault",
  ]);
});

test("the status of a battery is reported once it has lasted for two minutes", () => {
  const { plant, portal, pass } = setUpLogger();
  plant.statusOf = "008B11";
  plant.status = "charging";
  pass(MINUTE_MS);
  const taken = () =>
    portal.take(COMMAND.statusUpdate).flatMap(({ statuses }) => statuses.map((one) => one.status));
  expect(taken()).toEqual(["charging"]);
  plant.status = "idle";
  pass(MINUTE_MS);
  plant.status = "charging";
  pass(MINUTE_MS);
  expect(taken()).toEqual([]);
  plant.status = "idle";
  pass(3 * MINUTE_MS);
  expect(taken()).toEqual(["idle"]);
});

test("queries, real data and the tree are answered, other commands refused with 501", () => {
  const { plant, portal, pass } = setUpLogger();
  pass(11_000);
  portal.inbox.length = 0;
  portal.send({ cmd: COMMAND.query, id: "q", addresses: [SETTING, "FFFF00AAAA"] });
  portal.send({ cmd: COMMAND.realData, id: "r" });
  portal.send({ cmd: COMMAND.treeQuery, id: "t" });
  portal.send({ cmd: 400, id: "u" });
  pass(200);
  expect(portal.take(COMMAND.queryAnswer)).toEqual([
    expect.objectContaining({ id: "q", status: 200, values: { [SETTING]: 1, FFFF00AAAA: null } }),
  ]);
  expect(portal.take(COMMAND.realDataAnswer)[0]?.values).toEqual({ FFFF000120: 1, [SETTING]: 1 });
  expect(portal.take(COMMAND.treeQueryAnswer)[0]?.equipment).toEqual(plant.equipment);
  expect(portal.take(COMMAND.refusal)).toEqual([expect.objectContaining({ id: "u", status: 501 })]);
  expect(portal.faults).toEqual([]);
});

test("without an answer to a report within 30 s it hangs up, and an answer to another one does not count", () => {
  const { logger, portal, pass } = setUpLogger();
  pass(1_000);
  portal.manner.answersEvents = false;
  logger.behave({ verb: "raise" });
  pass(1_000);
  const [report] = portal.take(COMMAND.eventUpdate);
  portal.send({ cmd: COMMAND.eventUpdateAnswer, id: "another", status: 200 });
  portal.send({ cmd: COMMAND.eventUpdateAnswer, id: report?.id, status: 500 });
  pass(28_000);
  expect(logger.state).toBe("online");
  pass(2_000);
  expect(logger.state).toBe("waiting");
});
