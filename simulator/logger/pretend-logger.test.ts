import { expect, test } from "vitest";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf } from "#protocol/logger/messages.ts";
import { MemoryPortal } from "../../tests/support/memory-portal.ts";
import { SteadyPlant } from "../../tests/support/steady-plant.ts";
import { type Flash, keepInMemory } from "./flash.ts";
import { FleetClock } from "./fleet-clock.ts";
import { PretendLogger } from "./pretend-logger.ts";

const SETTING = "0033110010";
const START = Date.UTC(2026, 10, 20, 12);

function setUp(
  options: { random?: number; flash?: Flash; plant?: SteadyPlant; speed?: number } = {},
) {
  let now = START;
  const plant = options.plant ?? new SteadyPlant(START);
  const portal = new MemoryPortal(() => now);
  const flash = options.flash ?? keepInMemory();
  const clock = new FleetClock({
    now: () => now,
    speed: options.speed ?? 1,
    startAt: options.speed === undefined ? START : START - 3_600_000,
  });
  const logger = new PretendLogger({
    identity: { serial: "TEST-0001", secret: "s", systemType: "10001", systemCode: 5 },
    plant,
    clock,
    dial: portal.dial,
    flash,
    random: () => options.random ?? 0,
    controlMs: () => 300,
  });
  const settle = () => {
    for (let round = 0; round < 5; round++) {
      portal.deliver();
      logger.tick();
    }
    portal.deliver();
  };
  /** Lets so many ms pass, a tenth of a second at a time. */
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now = Math.min(end, now + 100);
      logger.tick();
      portal.deliver();
    }
    settle();
  };
  return { logger, plant, portal, flash, pass, settle, now: () => now };
}

const control = (id: string, value: number, more: object = {}) => ({
  cmd: COMMAND.control,
  id,
  address: SETTING,
  value,
  expires: START + 600_000,
  ...more,
});

test("a logger says connect first, with its tree, its active events and its backlog", () => {
  const { logger, plant, portal, pass } = setUp();
  plant.active = [{ eventNo: 3, address: "FFFF00", level: "warning", at: START - 5_000 }];
  pass(100);
  expect(logger.state).toBe("online");
  expect(portal.heard[0]?.cmd).toBe(COMMAND.connect);
  const connects = portal.take(COMMAND.connect);
  expect(connects[0]?.backlog ?? null).toBeNull();
  expect(connects).toEqual([
    expect.objectContaining({
      protocol: 1,
      serial: "TEST-0001",
      systemType: "10001",
      systemCode: 5,
      equipment: plant.equipment,
      events: [expect.objectContaining({ eventNo: 3, state: "raised", at: START - 5_000 })],
    }),
  ]);
  expect(portal.faults).toEqual([]);
});

test("once it is welcomed it says at once how things are", () => {
  const { portal, pass } = setUp();
  pass(1_000);
  const told = portal.take(COMMAND.realDataUpdate).flatMap(({ values }) => Object.keys(values));
  expect(told).toContain("FFFF000120");
});

test("while nobody watches it uploads ten-second samples each minute", () => {
  const { portal, pass } = setUp();
  pass(180_000);
  const batches = portal
    .take(COMMAND.realDataUpdate)
    .filter((batch) => "FFFF000120" in batch.values);
  const [first, ...instants] = batches.flatMap(instantsOf);
  expect(first).toBeLessThan(START + 1_000);
  expect(instants).toEqual(
    Array.from({ length: instants.length }, (_, index) => START + (index + 1) * 10_000),
  );
  expect(batches.length).toBeLessThanOrEqual(5);
  expect(instants.length).toBeGreaterThanOrEqual(12);
  expect(batches.some((batch) => "step" in batch && batch.step === 10_000)).toBe(true);
});

test("a config takes effect at once, and what is held is uploaded before its answer", () => {
  const { portal, pass, settle } = setUp();
  pass(105_000);
  portal.heard.length = 0;
  portal.send({ cmd: COMMAND.config, id: "c1", sampling: { sampleMs: 1_000, uploadMs: 1_000 } });
  settle();
  expect(portal.heard.map(({ cmd }) => cmd)).toEqual([
    COMMAND.realDataUpdate,
    COMMAND.realDataUpdate,
    COMMAND.configAnswer,
  ]);
  const [held, present] = portal.take(COMMAND.realDataUpdate).map(instantsOf);
  expect(held?.every((at) => at < START + 105_000)).toBe(true);
  expect(present).toEqual([expect.toSatisfy((at: number) => Math.abs(at - START - 105_000) < 100)]);
  portal.heard.length = 0;
  pass(5_000);
  const batches = portal.take(COMMAND.realDataUpdate);
  expect(batches).toHaveLength(5);
  expect(batches.flatMap(instantsOf)).toEqual(
    [106, 107, 108, 109, 110].map((second) => START + second * 1_000),
  );
});

test("a batch is kept until its answer and sent again after a reconnection, as backlog with an end", () => {
  const { portal, pass } = setUp();
  pass(1_000);
  portal.heard.length = 0;
  portal.manner.batchAnswer = null;
  pass(120_000);
  expect(portal.dialled.length).toBeGreaterThan(1);
  portal.heard.length = 0;
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
  const { logger, portal, pass } = setUp();
  pass(1_000);
  portal.manner.batchAnswer = null;
  portal.send({ cmd: COMMAND.config, id: "c", sampling: { sampleMs: 1_000, uploadMs: 1_000 } });
  pass(29_500);
  expect(logger.state).toBe("online");
  pass(2_000);
  expect(logger.state).toBe("waiting");
});

test("a batch answered with another status rests for 30 s and is sent again", () => {
  const { logger, portal, pass } = setUp();
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
  const { logger, portal, pass } = setUp();
  portal.manner.batchAnswer = "refuse";
  pass(1_000);
  portal.manner.batchAnswer = 200;
  portal.heard.length = 0;
  pass(120_000);
  expect(portal.take(COMMAND.realDataUpdate).length).toBeGreaterThan(0);
  expect(logger.waiting).toBeLessThan(10);
  expect(portal.dialled).toHaveLength(1);
});

test("no more than four batches are unanswered at a time", () => {
  const { portal, pass } = setUp();
  portal.manner.sampling = { sampleMs: 1_000, uploadMs: 1_000 };
  portal.manner.batchAnswer = null;
  pass(20_000);
  expect(portal.take(COMMAND.realDataUpdate)).toHaveLength(4);
});

test("a heartbeat goes out after 60 s of silence, and 20 s without its answer end the connection", () => {
  const { logger, portal, pass } = setUp();
  portal.manner.sampling = { sampleMs: 10_000, uploadMs: 600_000 };
  pass(1_000);
  pass(59_500);
  const before = portal.heartbeats;
  pass(61_000);
  expect(portal.heartbeats).toBeGreaterThan(before);
  portal.manner.answersHeartbeats = false;
  pass(62_000);
  expect(logger.state).toBe("online");
  pass(20_000);
  expect(logger.state).toBe("waiting");
});

test("the waits before reconnecting double to five minutes and start over after a 259", () => {
  const { portal, pass } = setUp({ random: 0.5 });
  portal.refusal = { reason: "HTTP 503", refused: 503 };
  pass(1_500_000);
  const waits = portal.dialled
    .slice(1)
    .map((at, index) => Math.round((at - (portal.dialled[index] ?? 0)) / 1_000));
  expect(waits.slice(0, 7)).toEqual([15, 30, 60, 120, 240, 300, 300]);
  portal.refusal = null;
  pass(400_000);
  portal.dialled.length = 0;
  portal.close(1006);
  pass(20_000);
  expect(portal.dialled).toHaveLength(1);
});

test("sent away with 4001 or 4003 it waits a minute, and a Retry-After is honoured", () => {
  const { portal, pass, now } = setUp({ random: 0.5 });
  pass(1_000);
  portal.close(4001);
  const closed = now();
  portal.refusal = { reason: "HTTP 409", refused: 409, retryAfterMs: 200_000 };
  pass(61_000);
  expect(portal.dialled.at(-1)).toBe(closed + 60_000);
  const refused = portal.dialled.at(-1) ?? 0;
  pass(250_000);
  expect(portal.dialled.at(-1)).toBe(refused + 200_000);
});

test("a control is executed once, answered with the read-back, and its new value is uploaded", () => {
  const { plant, portal, pass, settle } = setUp();
  pass(1_000);
  portal.heard.length = 0;
  portal.send(control("k1", 4));
  pass(200);
  expect(portal.take(COMMAND.controlAnswer)).toEqual([]);
  pass(200);
  const answer = { cmd: COMMAND.controlAnswer, id: "k1", status: 200, result: "success", value: 4 };
  expect(portal.take(COMMAND.controlAnswer)).toEqual([answer]);
  expect(
    portal.take(COMMAND.realDataUpdate).some((batch) => batch.values[SETTING]?.[0] === 4),
  ).toBe(true);
  portal.send(control("k1", 4));
  pass(400);
  settle();
  expect(portal.take(COMMAND.controlAnswer)).toEqual([answer]);
  expect(plant.writes).toBe(1);
});

test("out of range and unknown registers are a parameter error, a refusing device a failed configuration", () => {
  const { plant, portal, pass } = setUp();
  pass(1_000);
  portal.send(control("a", 11));
  portal.send(control("b", 4, { address: "0033110099" }));
  portal.send(control("c", 4, { address: "FFFF000120" }));
  portal.send(control("d", 4, { address: "0033110011" }));
  portal.send(control("e", 4, { expires: START }));
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
  const { plant, portal, pass } = setUp();
  portal.clockOffset = 3_600_000;
  pass(1_000);
  portal.send(control("late", 4, { expires: START + 600_000 }));
  portal.send(control("good", 5, { expires: START + 3_700_000 }));
  pass(1_000);
  expect(portal.take(COMMAND.controlAnswer).map(({ id, status }) => [id, status])).toEqual([
    ["late", 408],
    ["good", 200],
  ]);
  expect(plant.read(SETTING)).toBe(5);
  portal.heard.length = 0;
  pass(70_000);
  const instants = portal.take(COMMAND.realDataUpdate).flatMap(instantsOf);
  expect(Math.min(...instants)).toBeGreaterThan(START + 3_500_000);
});

test("a batch of controls is executed in order and answered once", () => {
  const { portal, pass } = setUp();
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
  const { logger, plant, portal, pass } = setUp();
  pass(1_000);
  logger.behave({ verb: "die" });
  portal.send(control("k", 7));
  pass(1_000);
  expect(portal.isConnected).toBe(false);
  expect(portal.take(COMMAND.controlAnswer)).toEqual([]);
  pass(5_000);
  expect(logger.state).toBe("online");
  portal.send(control("k", 7));
  pass(1_000);
  expect(portal.take(COMMAND.controlAnswer)).toEqual([
    { cmd: COMMAND.controlAnswer, id: "k", status: 200, result: "success", value: 7 },
  ]);
  expect(plant.writes).toBe(1);
});

test("a new process on the same flash remembers commands and settings", () => {
  const flash = keepInMemory();
  const first = setUp({ flash });
  first.pass(1_000);
  first.portal.send(control("k", 7));
  first.pass(1_000);
  first.logger.save();
  const second = setUp({ flash });
  second.pass(1_000);
  second.portal.send(control("k", 9));
  second.pass(1_000);
  expect(second.portal.take(COMMAND.controlAnswer)[0]).toMatchObject({ status: 200, value: 7 });
  expect(second.plant.writes).toBe(0);
  expect(second.plant.read(SETTING)).toBe(7);
});

test("silent and slow on request", () => {
  const { logger, plant, portal, pass } = setUp();
  pass(1_000);
  logger.behave({ verb: "silent" });
  portal.send(control("s", 2));
  pass(10_000);
  expect(plant.read(SETTING)).toBe(2);
  logger.behave({ verb: "slow", ms: 5_000 });
  portal.send(control("t", 3));
  pass(4_800);
  expect(portal.take(COMMAND.controlAnswer)).toEqual([]);
  pass(400);
  expect(portal.take(COMMAND.controlAnswer).map(({ id }) => id)).toEqual(["t"]);
  logger.behave({ verb: "answer" });
  portal.send(control("u", 4));
  pass(400);
  expect(portal.take(COMMAND.controlAnswer).map(({ id }) => id)).toEqual(["u"]);
});

test("frozen it says nothing on an open connection; thawed it goes on", () => {
  const { logger, portal, pass } = setUp();
  pass(1_000);
  logger.behave({ verb: "freeze" });
  portal.heard.length = 0;
  const before = portal.heartbeats;
  pass(300_000);
  expect(portal.heard).toEqual([]);
  expect(portal.heartbeats).toBe(before);
  expect(portal.isConnected).toBe(true);
  logger.behave({ verb: "thaw" });
  pass(120_000);
  const instants = portal.take(COMMAND.realDataUpdate).flatMap(instantsOf);
  expect(instants.filter((at) => at > START + 10_000 && at < START + 300_000)).toEqual([]);
  expect(instants.at(-1)).toBeGreaterThan(START + 300_000);
  expect(portal.dialled).toHaveLength(1);
});

test("killed it stays away until it is revived, and then comes at once", () => {
  const { logger, portal, pass } = setUp();
  pass(1_000);
  logger.behave({ verb: "kill" });
  pass(600_000);
  expect([logger.state, portal.isConnected]).toEqual(["off", false]);
  logger.behave({ verb: "revive" });
  pass(300);
  expect(logger.state).toBe("online");
});

test("events are told once, told again until confirmed, and end with a cleared", () => {
  const { logger, portal, pass } = setUp();
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

test("statuses are told on connecting and when they change", () => {
  const { plant, portal, pass } = setUp();
  pass(60_000);
  expect(portal.take(COMMAND.statusUpdate).map(({ statuses }) => statuses[0]?.status)).toEqual([
    "normal",
  ]);
  plant.status = "fault";
  pass(1_000);
  expect(portal.take(COMMAND.statusUpdate).map(({ statuses }) => statuses[0]?.status)).toEqual([
    "fault",
  ]);
});

test("queries, real data and the tree are answered, other commands refused with 501", () => {
  const { plant, portal, pass } = setUp();
  pass(11_000);
  portal.heard.length = 0;
  portal.send({ cmd: COMMAND.query, id: "q", addresses: [SETTING, "FFFF00AAAA"] });
  portal.send({ cmd: COMMAND.realData, id: "r" });
  portal.send({ cmd: COMMAND.treeQuery, id: "t" });
  portal.send({ cmd: 352, id: "u" });
  pass(200);
  expect(portal.take(COMMAND.queryAnswer)).toEqual([
    expect.objectContaining({ id: "q", status: 200, values: { [SETTING]: 1, FFFF00AAAA: null } }),
  ]);
  expect(portal.take(COMMAND.realDataAnswer)[0]?.values).toEqual({ FFFF000120: 1, [SETTING]: 1 });
  expect(portal.take(COMMAND.treeQueryAnswer)[0]?.equipment).toEqual(plant.equipment);
  expect(portal.take(COMMAND.refusal)).toEqual([expect.objectContaining({ id: "u", status: 501 })]);
  expect(portal.faults).toEqual([]);
});

test("an outage is uploaded afterwards without a gap", () => {
  const { portal, pass } = setUp();
  pass(61_000);
  portal.refusal = { reason: "ECONNREFUSED" };
  portal.close(1006);
  pass(900_000);
  portal.refusal = null;
  pass(400_000);
  const connect = portal.take(COMMAND.connect).at(-1);
  expect(connect?.backlog).toMatchObject({ from: expect.any(Number), to: expect.any(Number) });
  const instants = new Set(portal.take(COMMAND.realDataUpdate).flatMap(instantsOf));
  for (let at = START + 10_000; at <= START + 1_300_000; at += 10_000)
    expect(instants).toContain(at);
  expect(portal.faults).toEqual([]);
});

test("a long outage is sampled ever more thinly", () => {
  const { logger, portal, pass } = setUp();
  portal.refusal = { reason: "ECONNREFUSED" };
  pass(3_600_000);
  expect(logger.waiting).toBe(360);
  pass(3_600_000);
  expect(logger.waiting).toBeLessThanOrEqual(420);
});

test("a plant's clock that runs fast stamps the past, uploads each second at most and then keeps time", () => {
  const { portal, pass } = setUp({ speed: 60, plant: new SteadyPlant(START - 3_600_000) });
  pass(30_000);
  const early = portal.take(COMMAND.realDataUpdate).filter((batch) => "FFFF000120" in batch.values);
  expect(early.length).toBeLessThanOrEqual(31);
  const instants = early.flatMap(instantsOf);
  expect(instants[0]).toBeLessThanOrEqual(START - 3_590_000);
  expect(instants.at(-1)).toBeGreaterThan(START - 1_900_000);
  pass(60_000);
  portal.heard.length = 0;
  pass(120_000);
  const late = portal.take(COMMAND.realDataUpdate).flatMap(instantsOf);
  expect(late.at(-1)).toBeGreaterThan(START + 120_000);
  expect(late.at(-1)).toBeLessThanOrEqual(START + 210_000);
});

test("samples of the same instant go in batches of their own", () => {
  const plant = new SteadyPlant(START);
  const twice = plant.sample.bind(plant);
  plant.sample = (until, stepMs) =>
    twice(until, stepMs).flatMap((sample) => [sample, { ...sample, values: [0] }]);
  const { portal, pass } = setUp({ plant });
  pass(65_000);
  expect(portal.faults).toEqual([]);
  const batches = portal
    .take(COMMAND.realDataUpdate)
    .filter((batch) => "FFFF000120" in batch.values);
  expect(batches.flatMap(instantsOf).filter((at) => at === START + 20_000)).toHaveLength(2);
});
