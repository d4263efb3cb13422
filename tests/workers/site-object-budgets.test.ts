import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Equipment } from "#domain/registers/equipment.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { AdmittedAddresses } from "#durable-objects/site/equipment/admitted-addresses.ts";
import { BatchStore } from "#simulator/logger/batch-store.ts";
import {
  countWritten,
  type Executed,
  listWritten,
  recordStatements,
} from "../support/record-statements.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { DISTURBANCES, disturb } from "../support/site-inside.ts";
import {
  connectLogger,
  connectMessage,
  EQUIPMENT,
  type Frame,
  openLogger,
  sample,
  siteStub,
  upgradeLogger,
} from "../support/site-logger.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 41_000;
let sent: { kind: string; budget?: string }[] = [];

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
  sent = [];
  const queue = Object.getPrototypeOf(env.SITE_EVENTS) as Queue;
  vi.spyOn(queue, "send").mockImplementation(async (body) => {
    const event = body as { kind: string; siteId: number; budget?: string };
    if (event.siteId === siteId) sent.push(event);
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  });
});
afterEach(() => vi.restoreAllMocks());

const notices = () => sent.filter(({ kind }) => kind === "limited").map(({ budget }) => budget);

function countRows(table: "state_changes" | "equipment_events"): Promise<number> {
  return runInDurableObject(
    siteStub(siteId),
    (_, { storage }) =>
      storage.sql.exec<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`).one().rows,
  );
}

const namesAdmitted = ({ text }: Executed) => text.includes("admitted_addresses");

let named = 0;
let flipped = 0;
/** Changes of one piece of equipment, one each millisecond, that end now. */
function flips(count: number): Frame {
  named += 1;
  const statuses = Array.from({ length: count }, (_, place) => ({
    address: "003311",
    status: (flipped + place) % 2 === 0 ? "invert" : "off",
    at: clock.now() - count + 1 + place,
  }));
  flipped += count;
  return { cmd: 264, id: `s${named}`, statuses };
}

function raises(count: number, first = 0): Frame {
  named += 1;
  const events = Array.from({ length: count }, (_, place) => ({
    address: "003311",
    eventNo: first + place,
    level: "warning",
    state: "raised",
    at: clock.now(),
  }));
  return { cmd: 262, id: `e${named}`, events };
}

describe.each(DISTURBANCES)("changes, across %s", (disturbance) => {
  test("2,000 changes at once and one each second are stored; the others are counted", async () => {
    let logger = await connectLogger(siteId);
    clock.forward(10_000);
    expect(await logger.ask(flips(1_500))).not.toHaveProperty("limited");
    logger = await disturb(siteId, disturbance, logger);
    clock.forward(2_000);
    expect(await logger.ask(flips(1_000))).toMatchObject({ status: 200, limited: 498 });
    expect(await countRows("state_changes")).toBe(2_002);
    expect(await logger.ask(raises(10))).toMatchObject({ status: 200, limited: 10 });
    expect(await countRows("equipment_events")).toBe(0);
    clock.forward(30_000);
    logger = await disturb(siteId, disturbance, logger);
    expect(await logger.ask(flips(100))).toMatchObject({ status: 200, limited: 70 });
    expect(await countRows("state_changes")).toBe(2_032);
  });
});

test("samples are stored and acknowledged while the budget of changes is exhausted", async () => {
  const logger = await connectLogger(siteId);
  clock.forward(10_000);
  await logger.ask(flips(4_000));
  const answer = await logger.ask(sample("x", clock.now(), { FFFF000120: 5 }));
  expect(answer).toMatchObject({ cmd: 261, status: 200, storedThrough: clock.now() });
});

test("a status or an event that changes nothing costs no row, and no budget", async () => {
  const logger = await connectLogger(siteId);
  clock.forward(10_000);
  const many = flips(2_000);
  await logger.ask(many);
  const last = (many.statuses as { status: string }[]).at(-1)?.status;
  const written = await listWritten(siteId, async () => {
    for (let count = 0; count < 20; count++) {
      clock.forward(1);
      const again = [{ address: "003311", status: last, at: clock.now() }];
      expect(await logger.ask({ cmd: 264, id: `r${count}`, statuses: again })).toEqual({
        cmd: 265,
        id: `r${count}`,
        status: 200,
      });
    }
  });
  expect(written).toEqual([]);
  clock.forward(10_000);
  const raised = raises(1);
  await logger.ask(raised);
  expect(await listWritten(siteId, () => logger.ask({ ...raised, id: "again" }))).toEqual([]);
});

test("what the object of another site writes meanwhile is not counted", async () => {
  const logger = await connectLogger(siteId);
  clock.forward(10_000);
  const written = await listWritten(siteId, async () => {
    await upgradeLogger(siteId + 500);
    await logger.settle();
  });
  expect(written).toEqual([]);
});

test("the list of a connect is stored as far as the budget of changes goes", async () => {
  const { events } = raises(3_000) as unknown as { events: object[] };
  const logger = await openLogger(siteId);
  expect(await logger.ask(connectMessage({ events }))).toMatchObject({ cmd: 259, limited: 1_000 });
  expect(await countRows("equipment_events")).toBe(2_000);
});

test("a logger over a budget for ten minutes is closed with 4429, and again ten minutes later", async () => {
  let logger = await connectLogger(siteId);
  const flood = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10_000) {
      clock.forward(10_000);
      await logger.ask(flips(3_000));
      await logger.ask(sample(`x${passed}`, clock.now(), { FFFF000120: passed }));
    }
  };
  await flood(10 * MINUTE_MS);
  clock.forward(10_000);
  logger.send(flips(3_000));
  expect(await logger.closed).toBe(4429);
  logger = await connectLogger(siteId);
  await flood(9 * MINUTE_MS);
  clock.forward(70_000);
  logger.send(flips(3_000));
  expect(await logger.closed).toBe(4429);
  expect(notices()).toEqual(["changes"]);
});

test("owner and operator are notified again after a day", async () => {
  const logger = await connectLogger(siteId);
  clock.forward(10_000);
  await logger.ask(flips(3_000));
  clock.forward(24 * HOUR_MS - 1);
  await logger.ask(flips(4_000));
  await vi.waitFor(() => expect(notices()).toHaveLength(1));
  clock.forward(HOUR_MS);
  await logger.ask(flips(4_000));
  await vi.waitFor(() => expect(notices()).toHaveLength(2));
});

/** A tree of so many registers, no two trees with the same ones. */
function treeOf(count: number, piece: string) {
  const registers = Array.from({ length: count }, (_, place) => ({
    register: place.toString(16).toUpperCase().padStart(4, "0"),
    kind: "gauge",
    access: "r",
  }));
  return [{ address: piece, registers }];
}

describe.each(DISTURBANCES)("registers, across %s", (disturbance) => {
  test("4,000 new registers at once and 500 a day are stored; values of others are refused", async () => {
    let logger = await openLogger(siteId);
    const first = treeOf(4_000, "003311");
    expect(await logger.ask(connectMessage({ equipment: first }))).not.toHaveProperty("limited");
    logger = await disturb(siteId, disturbance, logger);
    const second = [...treeOf(1_000, "003312"), ...EQUIPMENT.slice(1)];
    logger = await openLogger(siteId);
    expect(await logger.ask(connectMessage({ equipment: second }))).toMatchObject({
      limited: 1_006,
    });
    const values = { "0033120000": 1, FFFF000120: 2 };
    expect(await logger.ask(sample("a", clock.now(), values))).toMatchObject({ refused: 2 });
    clock.forward(24 * HOUR_MS);
    logger = await openLogger(siteId);
    expect(await logger.ask(connectMessage({ equipment: second }))).toMatchObject({ limited: 506 });
    expect(await logger.ask(sample("b", clock.now(), values))).toMatchObject({ refused: 1 });
  });
});

test("a tree that comes back is known, though its registers never had a value", async () => {
  const connectWith = async (...equipment: object[]) => {
    const logger = await openLogger(siteId);
    const { limited } = await logger.ask(connectMessage({ equipment }));
    return { logger, limited };
  };
  const first = treeOf(4_000, "003311");
  const second = treeOf(4_000, "003312");
  expect((await connectWith(...first)).limited).toBeUndefined();
  expect((await connectWith(...second)).limited).toBe(4_000);
  const some = treeOf(3_000, "003311");
  const { logger, limited } = await connectWith(...some, ...treeOf(500, "003313"));
  expect(limited).toBe(500);
  const values = { "0033110100": 1, "0033130000": 2 };
  const answer = await logger.ask(sample("a", clock.now(), values));
  expect(answer).toMatchObject({ status: 200, refused: 1 });
});

describe.each(DISTURBANCES)("known registers, across %s", (disturbance) => {
  test("two alternating trees are not limited, and known registers are not written again", async () => {
    const trees = [treeOf(1_500, "003311"), treeOf(1_500, "003312")];
    let equipment = trees[0];
    let logger = await connectLogger(siteId, { equipment });
    const connectWith = async (place: number) => {
      logger = await disturb(siteId, disturbance, logger, { equipment });
      equipment = trees[place % 2];
      logger = await openLogger(siteId);
      expect(await logger.ask(connectMessage({ equipment }))).not.toHaveProperty("limited");
    };
    for (let place = 1; place < 6; place++) await connectWith(place);
    const executed = await recordStatements(siteId, async () => {
      for (let place = 6; place < 10; place++) await connectWith(place);
    });
    const texts = executed.filter(namesAdmitted).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith("INSERT"))).toEqual([]);
  });
});

test("reconnecting with the same tree neither reads nor writes known registers", async () => {
  const equipment = treeOf(4_000, "003311");
  const logger = await connectLogger(siteId, { equipment });
  await disturb(siteId, "hibernate", logger);
  const executed = await recordStatements(siteId, () => connectLogger(siteId, { equipment }));
  expect(executed.filter(namesAdmitted)).toEqual([]);
});

test("an object that an older release wrote knows its tree, and registers with values", async () => {
  const logger = await connectLogger(siteId, { equipment: treeOf(100, "003313") });
  await logger.ask(sample("a", clock.now(), { "0033130000": 1 }));
  await connectLogger(siteId, { equipment: treeOf(3_900, "003311") });
  await runInDurableObject(siteStub(siteId), (_, { storage }) => {
    storage.sql.exec(`DELETE FROM admitted_addresses`);
  });
  await evictDurableObject(siteStub(siteId), { webSockets: "close" });
  await connectLogger(siteId, { equipment: [] });
  const back = await openLogger(siteId);
  const equipment = [...treeOf(3_900, "003311"), ...treeOf(10, "003313")];
  expect(await back.ask(connectMessage({ equipment }))).toMatchObject({ limited: 9 });
});

test("of 40,000 known registers those that have been absent longest are removed first", async () => {
  const pieceOf = (place: number) =>
    treeOf(4_000, `0033${place.toString(16).toUpperCase().padStart(2, "0")}`) as Equipment[];
  await runInDurableObject(siteStub(siteId), (_, { storage }) => {
    const admitted = new AdmittedAddresses(storage.sql);
    for (let place = 0; place < 10; place++) admitted.add([], pieceOf(place));
    admitted.add(pieceOf(0), treeOf(1, "003320") as Equipment[]);
    const read = new AdmittedAddresses(storage.sql);
    const known = ["0033000000", "0033010000", "0033010001", "0033200000"];
    expect(known.map((address) => read.hasRegister(address))).toEqual([true, false, true, true]);
    expect(read.hasEquipment("003301")).toBe(true);
    const query = `SELECT length(registers) AS length FROM admitted_addresses`;
    expect(storage.sql.exec(query).toArray()).toEqual([{ length: 400_000 }]);
  });
});

test("equipment without registers is known when it comes back", async () => {
  const pieces = (count: number, first: number) =>
    Array.from({ length: count }, (_, place) => ({
      address: `0033${(first + place).toString(16).toUpperCase().padStart(2, "0")}`,
      registers: [],
    }));
  await connectLogger(siteId, { equipment: pieces(200, 0) });
  await connectLogger(siteId, { equipment: [] });
  const logger = await openLogger(siteId);
  const back = connectMessage({ equipment: pieces(200, 1) });
  expect(await logger.ask(back)).toMatchObject({ limited: 1 });
});

test("trees that change again and again are not stored for ever", async () => {
  const logger = await connectLogger(siteId);
  const written = await countWritten(siteId, async () => {
    for (let count = 0; count < 200; count++) {
      logger.send({ cmd: 339, equipment: treeOf(count % 2, "003311") });
      if (count % 10 === 0) await logger.settle();
      if (count % 10 === 0) clock.forward(2_000);
    }
    await logger.settle();
  });
  expect(written).toBeLessThan(300);
  expect(notices()).toEqual(["registers"]);
});

describe.each(DISTURBANCES)("real data updates, across %s", (disturbance) => {
  test("twice as many in an hour as are asked for and 600 are taken, then the socket is closed", async () => {
    let logger = await connectLogger(siteId);
    const update = (place: number) => {
      clock.forward(100);
      return logger.ask(sample(`u${place}`, clock.now(), { FFFF000120: place }));
    };
    for (let place = 0; place < 400; place++) await update(place);
    logger = await disturb(siteId, disturbance, logger);
    for (let place = 400; place < 720; place++)
      expect(await update(place)).toMatchObject({ status: 200 });
    let more = 0;
    for (; more < 100; more++)
      if (typeof (await Promise.race([update(1_000 + more), logger.closed])) === "number") break;
    expect(await logger.closed).toBe(4429);
    // Refilled in 72 s, and what the socket alone remembered.
    expect(more).toBeLessThan(15 + 32);
    await vi.waitFor(() => expect(notices()).toEqual(["updates"]));
    logger = await connectLogger(siteId);
    clock.forward(60_000);
    for (let place = 0; place < 12; place++)
      expect(await update(place)).toMatchObject({ status: 200 });
  });
});

test("a logger closed for too many updates twice within an hour waits for five minutes", async () => {
  const flood = async () => {
    const logger = await connectLogger(siteId);
    for (let place = 0; place < 900; place++) {
      clock.forward(100);
      const update = logger.ask(sample(`f${place}`, clock.now(), { FFFF000120: place }));
      if (typeof (await Promise.race([update, logger.closed])) === "number") return;
    }
    throw new Error("not closed");
  };
  await flood();
  await flood();
  const refused = await upgradeLogger(siteId);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("300");
  clock.forward(300_000);
  expect((await upgradeLogger(siteId)).status).toBe(101);
});

test("a logger that connects again after every few updates has no more of them", async () => {
  let taken = 0;
  let isOver = false;
  for (let connection = 0; connection < 40 && !isOver; connection++) {
    const logger = await connectLogger(siteId);
    for (let place = 0; place < 30 && !isOver; place++) {
      clock.forward(10);
      const id = `c${connection}-${place}`;
      const update = logger.ask(sample(id, clock.now(), { FFFF000120: place }));
      isOver = typeof (await Promise.race([update, logger.closed])) === "number";
      if (!isOver) taken += 1;
    }
  }
  expect(isOver).toBe(true);
  expect(taken).toBeLessThan(720 + 32);
});

test("a logger that uploads as it is asked to spends no row on its budgets", async () => {
  const logger = await connectLogger(siteId);
  const written = await countWritten(siteId, async () => {
    for (let minute = 0; minute < 40; minute++) {
      clock.forward(MINUTE_MS);
      await logger.ask(sample(`m${minute}`, clock.now(), { FFFF000120: minute }));
    }
    logger.socket.close();
    await logger.closed;
  });
  // One for each upload; presence, and status that the rest of the system stores.
  expect(written).toBeLessThan(50);
});

/** Backlog of as many values as fit into one frame, of a time of its own. */
function backlog(place: number, instants = 10_000): Frame {
  const start = clock.now() - (place + 2) * 10_000_000;
  const column = Array.from({ length: instants }, (_, index) => index % 10);
  const values = Object.fromEntries(
    ["0100", "0110", "0120", "0134"].map((register) => [`FFFF00${register}`, column]),
  );
  return { cmd: 260, id: `b${place}`, backlog: true, start, step: 100, count: instants, values };
}

test("2,000,000 values of backlog a minute are taken; more is asked to wait, and kept by its logger", async () => {
  const logger = await connectLogger(siteId);
  const send = (place: number) => {
    clock.forward(50);
    return logger.ask(backlog(place));
  };
  let place = 0;
  let answer = await send(place);
  for (; answer.status === 200 && place < 100; ) {
    place += 1;
    answer = await send(place);
  }
  // 40,000 values each, and what was refilled meanwhile.
  expect(place).toBeGreaterThanOrEqual(50);
  expect(place).toBeLessThan(56);
  expect(answer).toMatchObject({ cmd: 261, id: `b${place}`, status: 429 });
  const { retryAfter } = answer as unknown as { retryAfter: number };
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(3);
  const live = await logger.ask(sample("live", clock.now(), { FFFF000120: 1 }));
  expect(live).toMatchObject({ status: 200 });
  clock.forward(retryAfter * 1000);
  expect(await logger.ask(backlog(place))).toMatchObject({ status: 200 });
  expect(notices()).toEqual([]);
});

/** As after ten thousand batches of backlog: two are left. */
async function leaveTwoBatches(logger: Awaited<ReturnType<typeof connectLogger>>): Promise<void> {
  await runInDurableObject(siteStub(siteId), (_, { storage }) => {
    const budgets = { backlogBatches: { left: 2, at: clock.now(), over: null } };
    const none = { updates: null, closedAt: null, overUpdatesAt: null, outUntil: 0 };
    const fact = JSON.stringify({ budgets, ...none, notifiedAt: null });
    storage.sql.exec(
      "INSERT OR REPLACE INTO facts (name, value) VALUES ('loggerBudgets', ?)",
      fact,
    );
  });
  await disturb(siteId, "hibernate", logger);
}

test("batches of backlog are limited however small they are, and live updates are not", async () => {
  const logger = await connectLogger(siteId);
  await leaveTwoBatches(logger);
  const send = (place: number) => logger.ask(backlog(place, 1));
  const statuses = [];
  for (let place = 0; place < 3; place++) statuses.push((await send(place)).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect(await send(3)).toMatchObject({ status: 429, retryAfter: 6 });
  const live = await logger.ask(sample("live", clock.now(), { FFFF000120: 1 }));
  expect(live).toMatchObject({ status: 200 });
  clock.forward(6_000);
  expect(await send(3)).toMatchObject({ status: 200 });
});

test("a logger whose backlog never pauses is closed after ten minutes, and its live updates are stored until then", async () => {
  const logger = await connectLogger(siteId);
  await leaveTwoBatches(logger);
  const begun = clock.now();
  let live = 0;
  for (let place = 0; place < 3_000; place++) {
    clock.forward(400);
    const answer = await Promise.race([logger.ask(backlog(place, 1)), logger.closed]);
    if (typeof answer === "number") break;
    if (place % 150 > 0) continue;
    live += 1;
    const update = sample(`live${place}`, clock.now(), { FFFF000120: place });
    expect(await logger.ask(update)).toMatchObject({ status: 200 });
  }
  expect(await logger.closed).toBe(4429);
  expect(clock.now() - begun).toBeGreaterThanOrEqual(10 * MINUTE_MS);
  expect(clock.now() - begun).toBeLessThan(11 * MINUTE_MS);
  expect(live).toBeGreaterThanOrEqual(10);
  expect(notices()).toEqual(["backlog"]);
});

test("the simulator's logger uploads a backlog through refusals, waits as it is asked to and loses nothing", async () => {
  const logger = await connectLogger(siteId);
  let place = 0;
  for (; place < 60; place++) {
    clock.forward(50);
    if ((await logger.ask(backlog(place))).status === 429) break;
  }
  const start = clock.now() - 3_600_000;
  const store = new BatchStore(() => `s${place++}`);
  for (let at = 0; at < 5; at++) {
    const values = Array.from({ length: 8_000 }, (_, index) => ({
      at: start + at * 100_000 + index * 10,
      values: [index % 7],
    }));
    store.add(["FFFF000120"], values, false);
    store.seal();
  }
  let refusals = 0;
  let early = 0;
  let notBefore = 0;
  for (let round = 0; store.waiting > 0 && round < 500; round++) {
    const frame = store.next(clock.now());
    if (frame === null) {
      clock.forward(250);
      continue;
    }
    if (clock.now() < notBefore) early += 1;
    const { id, status, retryAfter } = (await logger.ask(JSON.parse(frame))) as unknown as {
      id: string;
      status: number;
      retryAfter?: number;
    };
    if (status === 429) {
      refusals += 1;
      notBefore = Math.max(notBefore, clock.now() + (retryAfter ?? 0) * 1_000);
    }
    store.answer(id, status, clock.now(), retryAfter);
  }
  expect([store.waiting, early]).toEqual([0, 0]);
  expect(refusals).toBeGreaterThan(0);
  expect(notices()).toEqual([]);
});
