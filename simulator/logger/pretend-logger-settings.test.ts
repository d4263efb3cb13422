import { expect, test } from "vitest";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { makeControl, SETTING, START, setUpLogger } from "../../tests/support/tabletop-logger.ts";
import type { Behaviour } from "./behaviour.ts";
import { keepInMemory } from "./flash.ts";

const EXPIRES = START + 10 * MINUTE_MS;
const REFUSED = "00331100F1";

function connected(options: Parameters<typeof setUpLogger>[0] = {}) {
  const world = setUpLogger(options);
  world.pass(1_000);
  const [connect] = world.portal.take(COMMAND.connect);
  return { ...world, connect, value: () => world.plant.read(SETTING) };
}

const batch = (id: string, values: number[], more: object = {}) => ({
  cmd: COMMAND.batchControl,
  id,
  expires: EXPIRES,
  items: values.map((value, place) => ({ id: `${id}-${place}`, address: SETTING, value })),
  ...more,
});

test("a connect names the features, remote control and the lock", () => {
  expect(connected().connect).toMatchObject({
    features: expect.arrayContaining(["atomic", "revert", "sync"]),
    remoteControl: true,
    lock: "unlocked",
  });
});

test("an atomic batch is executed as a whole or not at all", () => {
  const { portal, pass, plant, value } = connected();
  portal.send(batch("good", [2, 3], { atomic: true }));
  pass(1_000);
  expect(portal.take(COMMAND.batchControlAnswer)[0]?.items.map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  expect(value()).toBe(3);
  const writes = plant.writes;
  portal.send(batch("range", [4, 99], { atomic: true }));
  pass(1_000);
  expect(portal.take(COMMAND.batchControlAnswer)[0]?.items.map(({ status }) => status)).toEqual([
    500, 400,
  ]);
  expect([value(), plant.writes]).toEqual([3, writes]);
  const items = [
    { id: "x", address: SETTING, value: 5 },
    { id: "y", address: REFUSED, value: 1 },
  ];
  portal.send({ ...batch("refused", [], { atomic: true }), items });
  pass(1_000);
  const [answer] = portal.take(COMMAND.batchControlAnswer);
  expect(answer?.items.map(({ status }) => status)).toEqual([500, 500]);
  expect(value()).toBe(3);
});

test.each([
  ["stops at an item", { verb: "device", manner: { kind: "stops", item: 3 } }],
  ["loses its power at an item", { verb: "device", manner: { kind: "reboots", item: 3 } }],
  ["loses its power right after a write", { verb: "die" }],
] satisfies [string, Behaviour][])("an atomic batch leaves nothing if the device %s", (_, how) => {
  const { logger, portal, pass, value } = connected();
  logger.behave(how);
  portal.send(batch("b", [2, 3, 4], { atomic: true }));
  pass(10_000);
  expect(value()).toBe(1);
  logger.behave({ verb: "answer" });
  logger.behave({ verb: "device", manner: { kind: "normal" } });
  portal.take(COMMAND.batchControlAnswer);
  portal.send(batch("b", [2, 3, 4], { atomic: true }));
  pass(1_000);
  const [answer] = portal.take(COMMAND.batchControlAnswer);
  expect(answer?.items.map(({ status }) => status)).toEqual([500, 500, 500]);
  expect(value()).toBe(1);
});

test("without atomic a batch that stops keeps what it has written", () => {
  const { logger, portal, pass, value } = connected();
  logger.behave({ verb: "device", manner: { kind: "stops", item: 2 } });
  portal.send(batch("b", [2, 3]));
  pass(1_000);
  const [answer] = portal.take(COMMAND.batchControlAnswer);
  expect(answer?.items.map(({ status }) => status)).toEqual([200, 500]);
  expect(value()).toBe(2);
});

test("a value is put back unless it is confirmed in time", () => {
  const { portal, pass, value } = connected();
  portal.send(makeControl("a", 5, { revertAfter: 60 }));
  pass(50 * SECOND_MS);
  portal.send({ cmd: COMMAND.confirm, id: "c", of: "a" });
  pass(30 * SECOND_MS);
  expect(portal.take(COMMAND.confirmAnswer)).toEqual([
    { cmd: COMMAND.confirmAnswer, id: "c", status: 200 },
  ]);
  expect(value()).toBe(5);
  portal.send(makeControl("b", 7, { revertAfter: 60 }));
  pass(59 * SECOND_MS);
  expect(value()).toBe(7);
  portal.inbox.length = 0;
  pass(2 * SECOND_MS);
  expect(value()).toBe(5);
  const sent = portal.take(COMMAND.realDataUpdate).flatMap(({ values }) => values[SETTING] ?? []);
  expect(sent.at(-1)).toBe(5);
  portal.send({ cmd: COMMAND.confirm, id: "late", of: "b" });
  portal.send({ cmd: COMMAND.confirm, id: "other", of: "z" });
  portal.send({ cmd: COMMAND.confirm, id: "again", of: "a" });
  pass(1_000);
  expect(portal.take(COMMAND.confirmAnswer).map(({ id, status }) => [id, status])).toEqual([
    ["late", 409],
    ["other", 404],
    ["again", 200],
  ]);
});

test("a new process on the same flash still puts the value back", () => {
  const flash = keepInMemory();
  const first = connected({ flash });
  first.portal.send(batch("b", [6], { atomic: true, revertAfter: 60 }));
  first.pass(1_000);
  expect(first.value()).toBe(6);
  const second = connected({ flash });
  expect(second.value()).toBe(6);
  second.pass(65 * SECOND_MS);
  expect(second.value()).toBe(1);
});

test("without remote control, and while it is locked, every change is refused", () => {
  const { logger, portal, pass, value } = connected();
  for (const how of [
    { verb: "remote", isAllowed: false },
    { verb: "lock", lock: "locked" },
  ] as const) {
    logger.behave({ verb: "remote", isAllowed: true });
    logger.behave(how);
    pass(40 * SECOND_MS);
    const connect = portal.take(COMMAND.connect).at(-1);
    if (how.verb === "remote") expect(connect?.remoteControl).toBe(false);
    else expect(connect?.lock).toBe("locked");
    portal.send(makeControl(how.verb, 4));
    pass(1_000);
    expect(portal.take(COMMAND.controlAnswer)[0]).toMatchObject({ status: 500, value: 1 });
  }
  expect(value()).toBe(1);
});

test("a device acknowledges without a change, rounds, or puts the old value back by itself", () => {
  const { logger, portal, pass, value } = connected();
  const write = (id: string, wanted: number) => {
    portal.send(makeControl(id, wanted));
    pass(1_000);
    return portal.take(COMMAND.controlAnswer)[0];
  };
  logger.behave({ verb: "device", manner: { kind: "ignores" } });
  expect(write("a", 4)).toMatchObject({ status: 200, value: 1 });
  logger.behave({ verb: "device", manner: { kind: "rounds" } });
  expect(write("b", 6)).toMatchObject({ status: 200, value: 10 });
  logger.behave({ verb: "device", manner: { kind: "reverts", ms: 6_000 } });
  expect(write("c", 3)).toMatchObject({ status: 200, value: 3 });
  pass(4_500);
  expect(value()).toBe(3);
  pass(1_500);
  expect(value()).toBe(10);
  logger.behave({ verb: "panel", address: SETTING, value: 8 });
  expect(value()).toBe(8);
});

test("a slow device takes its time for each register", () => {
  const { logger, portal, pass } = connected();
  logger.behave({ verb: "device", manner: { kind: "slow", ms: 2_000 } });
  portal.send(batch("b", [2, 3, 4]));
  pass(6_000);
  expect(portal.take(COMMAND.batchControlAnswer)).toEqual([]);
  pass(1_000);
  expect(portal.take(COMMAND.batchControlAnswer)).toHaveLength(1);
});

test("writes are counted by register, across restarts", () => {
  const flash = keepInMemory();
  const first = connected({ flash });
  for (const [place, wanted] of [2, 3, 3].entries())
    first.portal.send(makeControl(`w${place}`, wanted));
  first.pass(1_000);
  expect(first.logger.writesOf(SETTING)).toBe(3);
  expect(connected({ flash }).logger.writesOf(SETTING)).toBe(3);
});

test("a logger without features does not know their commands", () => {
  const { logger, portal, pass } = connected();
  logger.behave({ verb: "features", features: [] });
  pass(40 * SECOND_MS);
  expect(portal.take(COMMAND.connect).at(-1)?.features).toEqual([]);
  portal.send({ cmd: COMMAND.confirm, id: "c", of: "a" });
  portal.send({
    ...{ cmd: COMMAND.synchronize, id: "s", from: "003311", to: ["003312"] },
    expires: EXPIRES,
  });
  pass(1_000);
  expect(portal.take(COMMAND.refusal).map(({ id, status }) => [id, status])).toEqual([
    ["c", 501],
    ["s", 501],
  ]);
});
