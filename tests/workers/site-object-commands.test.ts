import { evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { disturbWatched } from "../support/disturb-viewers.ts";
import { resetSwitchCounters } from "../support/reset-switch-counters.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { DISTURBANCES, type Disturbance } from "../support/site-inside.ts";
import { connectLogger, type Frame, type LoggerSocket, siteStub } from "../support/site-logger.ts";
import { stampOf } from "../support/viewer-browser.ts";
import { MONITOR, ring, type SiteViewer, watch } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 5000;

beforeEach(async () => {
  clock = freezeSiteClock();
  siteId += 1;
  await resetSwitchCounters([stampOf().person, FULL.person]);
});

const SWITCH = "FFFF000400";
const VOLTAGE = "0033110047";
const FULL = { role: 2, owner: false, person: 9, session: "full", name: "Fay Full" } as const;

const isControl = ({ cmd }: Frame) => cmd === 320;
const isQuery = ({ cmd }: Frame) => cmd === 336;

function order(address: string = SWITCH, value: unknown = 0, more: object = {}) {
  return { commandId: crypto.randomUUID(), address, value, ...more };
}

/** An answer with the register read back, or not. */
function answer(id: string, value?: unknown, more: object = {}): Frame {
  return { cmd: 321, id, status: 200, result: "success", value, ...more };
}

/** The steps pushed of one command, as far as they have come. */
async function stepsOf(viewer: SiteViewer, commandId: string) {
  await viewer.beat();
  return viewer.messages.inbox
    .filter(({ cmd, tag, body }) => cmd === 321 && tag === "" && body.commandId === commandId)
    .map(({ body }) => String(body.result ?? body.state));
}

async function recordOf(commandId: string) {
  const { welcome } = await watch(siteId);
  const commands = welcome.commands as { commandId: string }[];
  return commands.find((command) => command.commandId === commandId);
}

async function open() {
  return { logger: await connectLogger(siteId), viewer: (await watch(siteId)).viewer };
}

/** What becomes of them: after a close both have come back. */
async function disturb(
  disturbance: Disturbance,
  logger: LoggerSocket,
  viewer: SiteViewer,
  connect = {},
) {
  const given = { logger, viewers: [viewer] as [SiteViewer], connect };
  const after = await disturbWatched(siteId, disturbance, given);
  return { logger: after.logger, viewer: after.viewers[0] };
}

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("a control is stored, sent, acknowledged, and a success with its read-back", async () => {
    const opened = await open();
    const { viewer: other } = await watch(siteId, MONITOR);
    const given = order();
    const { cmd, body } = await opened.viewer.ask(320, given);
    const record = {
      ...given,
      by: "Olga Owner",
      at: clock.now(),
      state: "queued",
      expires: clock.now() + 60_000,
    };
    expect({ cmd, body }).toEqual({ cmd: 321, body: { status: 200, result: record } });
    const sent = { cmd: 320, id: given.commandId, address: SWITCH, value: 0 };
    expect(await opened.logger.next(isControl)).toEqual({ ...sent, expires: record.expires });
    const { logger, viewer } = await disturb(disturbance, opened.logger, opened.viewer);
    // Unanswered, it goes again to a logger that comes back.
    if (disturbance === "close") expect(await logger.next(isControl)).toMatchObject(sent);
    logger.send(answer(given.commandId, 0));
    await logger.settle();
    const steps = ["queued", "sent", "acknowledged", "success"];
    if (disturbance === "close") {
      expect(await stepsOf(viewer, given.commandId)).toEqual(steps.slice(2));
    } else {
      expect(await stepsOf(viewer, given.commandId)).toEqual(steps);
      expect(await stepsOf(other, given.commandId)).toEqual(steps);
    }
    expect(await recordOf(given.commandId)).toEqual({
      ...record,
      state: "ended",
      result: "success",
      readBack: 0,
      held: null,
    });
    expect(logger.inbox.filter(isQuery)).toEqual([]);
  });

  test("an acknowledgement without a read-back asks once for the register", async () => {
    const opened = await open();
    const given = order(VOLTAGE, 230);
    await opened.viewer.ask(320, given);
    opened.logger.send(answer(given.commandId));
    const query = await opened.logger.next(isQuery);
    expect(query.addresses).toEqual([VOLTAGE]);
    const { logger } = await disturb(disturbance, opened.logger, opened.viewer);
    logger.send({ cmd: 337, id: query.id, status: 200, values: { [VOLTAGE]: 230.0004 } });
    await logger.settle();
    expect(await recordOf(given.commandId)).toMatchObject({
      result: "success",
      readBack: 230.0004,
    });
    expect(logger.inbox.filter(isQuery).length).toBe(disturbance === "close" ? 0 : 1);
  });

  test("a read-back that never comes is a response timeout", async () => {
    const opened = await open();
    const given = order();
    await opened.viewer.ask(320, given);
    opened.logger.send(answer(given.commandId, null));
    await opened.logger.next(isQuery);
    const { viewer } = await disturb(disturbance, opened.logger, opened.viewer);
    clock.forward(20_000);
    await ring(siteId);
    expect(await stepsOf(viewer, given.commandId)).toContain("response timeout");
  });

  test("a command that finds no logger expires unsent", async () => {
    const logger = await connectLogger(siteId);
    const opened = { logger, viewer: (await watch(siteId)).viewer };
    logger.socket.close(1000);
    await opened.viewer.pushed(264);
    const given = order();
    await opened.viewer.ask(320, given);
    let { viewer } = opened;
    if (disturbance !== "nothing")
      await evictDurableObject(siteStub(siteId), { webSockets: disturbance });
    if (disturbance === "close") viewer = (await watch(siteId)).viewer;
    clock.forward(59_999);
    await ring(siteId);
    expect(await stepsOf(viewer, given.commandId)).not.toContain("expired");
    clock.forward(1);
    await ring(siteId);
    expect(await stepsOf(viewer, given.commandId)).toContain("expired");
    const returned = await connectLogger(siteId);
    await returned.settle();
    expect(returned.inbox.filter(isControl)).toEqual([]);
  });

  test("with the logger killed before it answers a command ends unknown, and its return fills the read-back", async () => {
    const opened = await open();
    const given = order();
    await opened.viewer.ask(320, given);
    await opened.logger.next(isControl);
    opened.logger.socket.close(1000);
    await opened.viewer.pushed(264);
    let { viewer } = opened;
    if (disturbance !== "nothing")
      await evictDurableObject(siteStub(siteId), { webSockets: disturbance });
    if (disturbance === "close") viewer = (await watch(siteId)).viewer;
    clock.forward(62_000);
    await ring(siteId);
    expect(await stepsOf(viewer, given.commandId)).toContain("unknown");
    clock.forward(60_000);
    const returned = await connectLogger(siteId);
    const query = await returned.next(isQuery);
    expect(query.addresses).toEqual([SWITCH]);
    expect(returned.inbox.filter(isControl)).toEqual([]);
    returned.send({ cmd: 337, id: query.id, status: 200, values: { [SWITCH]: 0 } });
    await returned.settle();
    expect(await recordOf(given.commandId)).toMatchObject({
      state: "ended",
      result: "unknown",
      readBack: 0,
    });
  });

  test("the same command id again changes nothing, and belongs to one person", async () => {
    const opened = await open();
    const given = order();
    await opened.viewer.ask(320, given);
    opened.logger.send(answer(given.commandId, 0));
    await opened.logger.settle();
    const { logger, viewer } = await disturb(disturbance, opened.logger, opened.viewer);
    clock.forward(86_400_000 * 29);
    await ring(siteId);
    const again = (await watch(siteId)).viewer;
    const { body } = await again.ask(320, { ...given, value: 1 });
    expect(body.result).toMatchObject({ value: 0, result: "success", readBack: 0 });
    const { viewer: full } = await watch(siteId, FULL);
    expect(await full.ask(320, given, "t")).toEqual({ cmd: 511, tag: "t", body: { status: 403 } });
    await viewer.closed;
    expect(logger.inbox.filter(isControl)).toHaveLength(disturbance === "close" ? 0 : 1);
    clock.forward(86_400_000 * 1);
    await ring(siteId);
    const { viewer: later } = await watch(siteId);
    expect((await later.ask(320, { ...given, value: 1 })).body.result).toMatchObject({ value: 1 });
  });

  test("a right that ends takes its queued commands with it, unsent", async () => {
    const logger = await connectLogger(siteId);
    const { viewer: full } = await watch(siteId, FULL);
    const opened = { logger, viewer: (await watch(siteId)).viewer };
    logger.socket.close(1000);
    await opened.viewer.pushed(264);
    const [theirs, mine] = [order(), order(VOLTAGE, 230)];
    await full.ask(320, theirs);
    await opened.viewer.ask(320, mine);
    let { viewer } = opened;
    if (disturbance !== "nothing")
      await evictDurableObject(siteStub(siteId), { webSockets: disturbance });
    if (disturbance === "close") viewer = (await watch(siteId)).viewer;
    await siteStub(siteId).endViewers({ session: FULL.session });
    if (disturbance !== "close") expect(await full.closed).toBe(4403);
    expect(await stepsOf(viewer, theirs.commandId)).toContain("expired");
    const returned = await connectLogger(siteId);
    await returned.settle();
    expect(returned.inbox.filter(isControl).map(({ id }) => id)).toEqual([mine.commandId]);
  });

  test("a control without repeat is sent once, also to a logger that comes back", async () => {
    const opened = await open();
    const given = order();
    const { cmd } = await opened.viewer.ask(324, given);
    expect(cmd).toBe(325);
    expect(await opened.logger.next((said) => said.cmd === 324)).toMatchObject({
      id: given.commandId,
    });
    await disturb(disturbance, opened.logger, opened.viewer);
    const returned = await connectLogger(siteId);
    await returned.settle();
    expect(returned.inbox.filter((said) => said.cmd === 324)).toEqual([]);
    returned.send(answer(given.commandId, 0, { cmd: 325 }));
    await returned.settle();
    expect(await recordOf(given.commandId)).toMatchObject({ result: "success" });
  });

  test("a batch is sent in order as one frame without the values out of range, and is answered item by item", async () => {
    const opened = await open();
    const items = [order(VOLTAGE, 230), order(SWITCH, 7), order(SWITCH, 1)];
    const { cmd, body } = await opened.viewer.ask(322, { items, expires: clock.now() + 30_000 });
    expect(cmd).toBe(323);
    expect(body.result).toMatchObject([
      { address: VOLTAGE, state: "queued", expires: clock.now() + 30_000 },
      { address: SWITCH, state: "ended", result: "parameter error" },
      { address: SWITCH, state: "queued" },
    ]);
    const [first, , third] = items;
    const frame = await opened.logger.next((said) => said.cmd === 322);
    expect(frame).toEqual({
      cmd: 322,
      id: frame.id,
      expires: clock.now() + 30_000,
      items: [first, third].map((item) => ({
        id: item?.commandId,
        address: item?.address,
        value: item?.value,
      })),
    });
    const { logger } = await disturb(disturbance, opened.logger, opened.viewer);
    if (disturbance === "close")
      expect(await logger.next((said) => said.cmd === 322)).toEqual(frame);
    logger.send({
      cmd: 323,
      id: frame.id,
      items: [
        { id: first?.commandId, status: 200, result: "success", value: 230 },
        { id: third?.commandId, status: 500, result: "configuration failed" },
      ],
    });
    await logger.settle();
    expect(await recordOf(first?.commandId ?? "")).toMatchObject({ result: "success" });
    expect(await recordOf(third?.commandId ?? "")).toMatchObject({
      result: "configuration failed",
    });
  });

  test("at one address the next command waits for the one under way", async () => {
    const opened = await open();
    const [first, second, elsewhere] = [order(), order(SWITCH, 1), order(VOLTAGE, 230)];
    for (const given of [first, second, elsewhere]) await opened.viewer.ask(320, given);
    await opened.logger.settle();
    expect(opened.logger.inbox.filter(isControl).map(({ id }) => id)).toEqual([
      first.commandId,
      elsewhere.commandId,
    ]);
    const { logger } = await disturb(disturbance, opened.logger, opened.viewer);
    logger.send(answer(first.commandId, 0));
    expect(await logger.next(({ id }) => id === second.commandId)).toMatchObject({
      cmd: 320,
      value: 1,
    });
  });
});

/** A piece of equipment with so many registers that can be set, and an order for each. */
function manySettings(count: number) {
  const registers = Array.from({ length: count }, (_, index) => ({
    register: index.toString(16).padStart(4, "0").toUpperCase(),
    kind: "setting",
    access: "rw",
  }));
  // The catalogue knows nothing of this type.
  const orders = registers.map(({ register }) => order(`7E4444${register}`, 1));
  return { equipment: [{ address: "7E4444", registers }], orders };
}

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("a user without the permission is refused, and the logger receives nothing", async () => {
    const monitor = (await watch(siteId, MONITOR)).viewer;
    const demo = (await watch(siteId, { demo: true, person: 4, session: "demo" })).viewer;
    const given = { logger: await connectLogger(siteId), viewers: [monitor, demo] };
    const { logger, viewers } = await disturbWatched(siteId, disturbance, given);
    for (const viewer of viewers)
      expect(await viewer.ask(320, order(), "t")).toEqual({
        cmd: 511,
        tag: "t",
        body: { status: 403 },
      });
    await logger.settle();
    expect(logger.inbox.filter(isControl)).toEqual([]);
  });

  test.each([
    ["a value out of range", SWITCH, 2],
    ["a value of another kind", SWITCH, "on"],
    ["no value", SWITCH, null],
    ["a register that can only be read", "0033110107", 230],
    ["a register that is not in the tree", "0033119999", 1],
  ])("%s is a parameter error, unsent", async (_, address, value) => {
    const opened = await open();
    const { logger, viewer } = await disturb(disturbance, opened.logger, opened.viewer);
    const given = order(address, value);
    const { body } = await viewer.ask(320, given);
    expect(body.result).toMatchObject({ state: "ended", result: "parameter error" });
    await logger.settle();
    expect(logger.inbox.filter(isControl)).toEqual([]);
    expect(await stepsOf(viewer, given.commandId)).toEqual(["parameter error"]);
  });

  test("a logger that does not know the command fails it", async () => {
    const opened = await open();
    const given = order();
    await opened.viewer.ask(320, given);
    const { logger } = await disturb(disturbance, opened.logger, opened.viewer);
    logger.send({ cmd: 511, id: given.commandId, status: 501 });
    await logger.settle();
    expect(await recordOf(given.commandId)).toMatchObject({ result: "configuration failed" });
  });

  test("a device that lies about what it did is found out", async () => {
    const opened = await open();
    const given = order();
    await opened.viewer.ask(320, given);
    const { logger } = await disturb(disturbance, opened.logger, opened.viewer);
    logger.send(answer(given.commandId, 1));
    await logger.settle();
    expect(await recordOf(given.commandId)).toMatchObject({
      result: "configuration failed",
      readBack: 1,
    });
  });

  test("a silent device is asked for the register once its command is unknown", async () => {
    const opened = await open();
    const given = order();
    await opened.viewer.ask(320, given);
    await opened.logger.settle();
    const { logger, viewer } = await disturb(disturbance, opened.logger, opened.viewer);
    for (let second = 0; second < 62; second += 31) {
      clock.forward(31_000);
      await logger.settle();
      await viewer.beat();
    }
    await ring(siteId);
    await logger.settle();
    // All settings are read after the first connection, too.
    for (const { id } of logger.inbox.filter(isQuery))
      logger.send({ cmd: 337, id, status: 200, values: { [SWITCH]: 1 } });
    await logger.settle();
    const steps = ["queued", "sent", "unknown", "unknown"];
    const inbox = disturbance === "close" ? steps.slice(2) : steps;
    expect(await stepsOf(viewer, given.commandId)).toEqual(inbox);
    expect(await recordOf(given.commandId)).toMatchObject({ result: "unknown", readBack: 1 });
  });

  test("a welcome contains the commands that ended within the last hour", async () => {
    const opened = await open();
    const given = order();
    await opened.viewer.ask(320, given);
    opened.logger.send(answer(given.commandId, 0));
    await opened.logger.settle();
    await disturb(disturbance, opened.logger, opened.viewer);
    clock.forward(3_599_999);
    expect(await recordOf(given.commandId)).toMatchObject({ result: "success" });
    clock.forward(1);
    expect(await recordOf(given.commandId)).toBeUndefined();
  });

  test("missing read-backs of a batch are requested in one query", async () => {
    const { equipment, orders: items } = manySettings(60);
    const before = await connectLogger(siteId, { equipment });
    const { viewer } = await watch(siteId);
    await viewer.ask(322, { items });
    const { id } = await before.next(({ cmd }) => cmd === 322);
    const { logger } = await disturb(disturbance, before, viewer, { equipment });
    const answers = items.map(({ commandId }) => ({ id: commandId, status: 200 }));
    logger.send({ cmd: 323, id, items: [...answers, { id: answers[0]?.id, status: 500 }] });
    const query = await logger.next(isQuery);
    const values = Object.fromEntries(items.map(({ address }) => [address, 1]));
    logger.send({ cmd: 337, id: query.id, status: 200, values });
    await logger.settle();
    expect(logger.inbox.filter(isQuery)).toHaveLength(1);
    for (const item of [items[0], items[59]])
      expect(await recordOf(item?.commandId ?? "")).toMatchObject({
        result: "success",
        readBack: 1,
      });
  });

  test("a command id in capitals is the same command", async () => {
    const opened = await open();
    const given = order();
    await opened.viewer.ask(320, given);
    const { logger, viewer } = await disturb(disturbance, opened.logger, opened.viewer);
    const again = { ...given, commandId: given.commandId.toUpperCase(), value: 1 };
    expect((await viewer.ask(320, again)).body.result).toMatchObject({
      commandId: given.commandId,
      value: 0,
    });
    await logger.settle();
    expect(logger.inbox.filter(isControl)).toHaveLength(1);
  });
});

test("a caller may ask for less than a minute, not for more", async () => {
  await connectLogger(siteId);
  const { viewer } = await watch(siteId);
  let value = 230;
  const expiresOf = async (asked: number) => {
    value += 1;
    const { body } = await viewer.ask(320, order(VOLTAGE, value, { expires: clock.now() + asked }));
    return (body.result as { expires: number }).expires - clock.now();
  };
  expect(await expiresOf(5_000)).toBe(5_000);
  expect(await expiresOf(3_600_000)).toBe(60_000);
});

test("after an outage no more than twenty commands are under way, the rest follow in order", async () => {
  const { equipment, orders } = manySettings(70);
  const before = await connectLogger(siteId, { equipment });
  const { viewer } = await watch(siteId);
  await viewer.ask(320, orders[0]);
  await before.next(isControl);
  before.socket.close(1000);
  await viewer.pushed(264);
  for (const given of orders.slice(1)) {
    clock.forward(200);
    await viewer.ask(320, given);
  }
  const logger = await connectLogger(siteId, { equipment });
  await logger.settle();
  const sent = () => logger.inbox.filter(isControl).map(({ id }) => id);
  const ids = orders.map(({ commandId }) => commandId);
  expect(sent()).toEqual(ids.slice(0, 20));
  // Each answer makes room for one; they are more than a logger may say at once, but they were asked for.
  for (let count = 0; count < 70; count++) {
    const { id = "" } = await logger.next(isControl);
    logger.send(answer(id ?? "", 1));
  }
  await logger.settle();
  expect(sent()).toEqual(ids);
  expect(await recordOf(ids[69] ?? "")).toMatchObject({ result: "success" });
});

test("the register of an unknown command is asked for at each return until a logger answers", async () => {
  const first = await connectLogger(siteId);
  const { viewer } = await watch(siteId);
  const given = order();
  await viewer.ask(320, given);
  first.socket.close(1000);
  await viewer.pushed(264);
  clock.forward(62_000);
  await ring(siteId);
  const asked: number[] = [];
  for (let count = 0; count < 4; count++) {
    const logger = await connectLogger(siteId);
    await logger.settle();
    const queries = logger.inbox.filter(isQuery);
    asked.push(queries.length);
    // The first one is lost with its connection.
    if (count === 1) {
      logger.send({ cmd: 337, id: queries[0]?.id, status: 200, values: { [SWITCH]: 1 } });
      await logger.settle();
    }
    logger.socket.close(1000);
    await logger.closed;
  }
  expect(asked).toEqual([1, 1, 0, 0]);
  expect(await recordOf(given.commandId)).toMatchObject({ result: "unknown", readBack: 1 });
});

test("a read-back that stayed away while the logger left is asked for when it returns", async () => {
  const first = await connectLogger(siteId);
  const { viewer } = await watch(siteId);
  const given = order();
  await viewer.ask(320, given);
  first.send(answer(given.commandId));
  await first.next(isQuery);
  first.socket.close(1000);
  await viewer.pushed(264);
  clock.forward(20_000);
  await ring(siteId);
  const logger = await connectLogger(siteId);
  const query = await logger.next(isQuery);
  logger.send({ cmd: 337, id: query.id, status: 200, values: { [SWITCH]: 0 } });
  await logger.settle();
  expect(await recordOf(given.commandId)).toMatchObject({
    result: "response timeout",
    readBack: 0,
  });
});

test("a site holds a thousand open commands and no more", async () => {
  const volatile = { register: "0001", kind: "setting", access: "rw", stored: false };
  await connectLogger(siteId, { equipment: [{ address: "7E4444", registers: [volatile] }] });
  const { viewer } = await watch(siteId);
  for (let count = 0; count < 5; count++) {
    const items = Array.from({ length: 200 }, () => order("7E44440001", 230));
    expect((await viewer.ask(322, { items })).cmd).toBe(323);
  }
  expect(await viewer.ask(320, order("7E44440001", 1), "t")).toMatchObject({
    cmd: 511,
    body: { status: 429 },
  });
});
