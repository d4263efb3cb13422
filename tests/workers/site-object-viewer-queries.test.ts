import { evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { disturbWatched } from "../support/disturb-viewers.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { DISTURBANCES } from "../support/site-inside.ts";
import { connectLogger, EQUIPMENT, type Frame, sample, siteStub } from "../support/site-logger.ts";
import { MONITOR, ring, SHARE, type SiteViewer, watch } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 6000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

const VOLTAGE = "0033110047";
const isQuery = ({ cmd }: Frame) => cmd === 336;

/** Asks for the same address again and again, each time in other words. */
const wording = (count: number) => ({ addresses: Array.from({ length: count }, () => VOLTAGE) });

describe.each(["nothing", "hibernate"] as const)("across an eviction: %s", (eviction) => {
  const disturb = async () => {
    if (eviction !== "nothing")
      await evictDurableObject(siteStub(siteId), { webSockets: eviction });
  };

  test("a query goes to the logger, and its answer to the requester's tag", async () => {
    const logger = await connectLogger(siteId);
    const { viewer: one } = await watch(siteId);
    const { viewer: other } = await watch(siteId, MONITOR);
    const asked = [one.ask(336, { addresses: [VOLTAGE] }, "q")];
    const first = await logger.next(isQuery);
    asked.push(other.ask(336, { addresses: [VOLTAGE, VOLTAGE] }, "q"));
    const second = await logger.next(isQuery);
    expect(first).toEqual({ cmd: 336, id: first.id, addresses: [VOLTAGE] });
    await disturb();
    const at = clock.now();
    for (const [query, v] of [
      [second, 2],
      [first, 1],
    ] as const)
      logger.send({ cmd: 337, id: query.id, status: 200, at, values: { [VOLTAGE]: v } });
    expect((await Promise.all(asked)).map(({ cmd, body }) => ({ cmd, ...body }))).toEqual([
      { cmd: 337, status: 200, result: "success", at, values: { [VOLTAGE]: 1 } },
      { cmd: 337, status: 200, result: "success", at, values: { [VOLTAGE]: 2 } },
    ]);
  });

  test("the same query of several is one frame, and its answer goes to each of them", async () => {
    const logger = await connectLogger(siteId);
    const { viewer: one } = await watch(siteId);
    const { viewer: other } = await watch(siteId, MONITOR);
    const asked = [one, one, other].map((viewer, index) =>
      viewer.ask(336, { addresses: [VOLTAGE] }, `q${index}`),
    );
    const { id } = await logger.next(isQuery);
    await one.beat();
    await other.beat();
    await disturb();
    await logger.settle();
    logger.send({ cmd: 337, id, status: 200, at: 5, values: { [VOLTAGE]: 1 } });
    const body = { status: 200, result: "success", at: 5, values: { [VOLTAGE]: 1 } };
    expect(await Promise.all(asked)).toEqual(
      [0, 1, 2].map((index) => ({ cmd: 337, tag: `q${index}`, body })),
    );
    expect(logger.inbox.filter(isQuery)).toHaveLength(1);
  });

  test("at most one full read and one tree are requested from the logger at a time", async () => {
    const logger = await connectLogger(siteId);
    const { viewer } = await watch(siteId);
    const sample = viewer.ask(288, {}, "s");
    const tree = viewer.ask(338, {}, "t");
    const askedSample = await logger.next(({ cmd }) => cmd === 288);
    const askedTree = await logger.next(({ cmd }) => cmd === 338);
    await disturb();
    const values = { FFFF000100: 5 };
    logger.send({ cmd: 289, id: askedSample.id, status: 200, at: clock.now(), values });
    logger.send({ cmd: 339, id: askedTree.id, equipment: [EQUIPMENT[1]] });
    expect(await sample).toEqual({
      cmd: 289,
      tag: "s",
      body: { status: 200, result: "success", at: clock.now(), values },
    });
    expect(await tree).toEqual({
      cmd: 339,
      tag: "t",
      body: {
        status: 200,
        result: "success",
        equipment: [{ ...EQUIPMENT[1], status: null, online: true }],
      },
    });
  });

  test("a query that is not answered within twenty seconds is a response timeout", async () => {
    const logger = await connectLogger(siteId);
    const { viewer } = await watch(siteId);
    viewer.send(336, "q", { addresses: [VOLTAGE] });
    const query = await logger.next(isQuery);
    await disturb();
    clock.forward(19_999);
    await ring(siteId);
    expect(await viewer.unread()).toEqual([]);
    clock.forward(1);
    await ring(siteId);
    const timeout = { cmd: 337, tag: "q", body: { status: 200, result: "response timeout" } };
    expect(await viewer.unread()).toEqual([timeout]);
    logger.send({ cmd: 337, id: query.id, status: 200, values: { [VOLTAGE]: 1 } });
    await logger.settle();
    expect(await viewer.unread()).toEqual([]);
  });

  test("a query waits for a logger that comes back in time", async () => {
    const before = await connectLogger(siteId);
    const { viewer } = await watch(siteId);
    before.socket.close(1000);
    await viewer.pushed(264);
    const asked = viewer.ask(336, { addresses: [VOLTAGE] }, "q");
    await viewer.beat();
    await disturb();
    const logger = await connectLogger(siteId);
    const { id } = await logger.next(isQuery);
    logger.send({ cmd: 337, id, status: 200, values: {} });
    expect((await asked).body).toMatchObject({ result: "success", values: {} });
  });

  test("the answer to a viewer who left goes nowhere", async () => {
    const logger = await connectLogger(siteId);
    const { viewer } = await watch(siteId);
    const { viewer: other } = await watch(siteId);
    viewer.send(336, "q", { addresses: [VOLTAGE] });
    const { id } = await logger.next(isQuery);
    await disturb();
    viewer.socket.close(1000);
    await viewer.closed;
    await other.unread();
    logger.send({ cmd: 337, id, status: 200, values: { [VOLTAGE]: 1 } });
    await logger.settle();
    expect(await other.unread()).toEqual([]);
  });

  test.each([
    [{ cmd: 511, status: 501 }, "configuration failed"],
    [{ cmd: 511, status: 400 }, "parameter error"],
    [{ cmd: 337, status: 408 }, "response timeout"],
    [{ cmd: 337, status: 500 }, "configuration failed"],
  ])("a query that a logger cannot answer returns the reason: %j", async (refusal, result) => {
    const logger = await connectLogger(siteId);
    const { viewer } = await watch(siteId);
    const asked = viewer.ask(336, { addresses: [VOLTAGE] });
    const { id } = await logger.next(isQuery);
    await disturb();
    logger.send({ ...refusal, id });
    expect((await asked).body).toEqual({ status: 200, result });
  });

  test("waiting queries do not flood a logger that reconnects", async () => {
    const { viewer } = await watch(siteId);
    for (let count = 1; count <= 30; count++) viewer.send(336, `q${count}`, wording(count));
    await viewer.beat();
    await disturb();
    const logger = await connectLogger(siteId);
    await logger.settle();
    expect(logger.inbox.filter(isQuery)).toHaveLength(10);
  });
});

describe("across an eviction that closes the sockets", () => {
  const isAsked = ({ cmd }: Frame) => [288, 336, 338].includes(cmd);

  /** A query of the owner that is under way. */
  const askBefore = async () => {
    const before = await connectLogger(siteId);
    const owner = (await watch(siteId)).viewer;
    const monitor = (await watch(siteId, MONITOR)).viewer;
    owner.send(336, "q", { addresses: [VOLTAGE] });
    const late = await before.next(isQuery);
    return { before, owner, monitor, late };
  };

  test("a viewer who leaves takes their queries along, and a late answer goes to no one", async () => {
    const { before, owner, monitor, late } = await askBefore();
    monitor.send(338, "t", {});
    await before.next(({ cmd }) => cmd === 338);
    const { logger, viewers } = await disturbWatched(siteId, "close", {
      logger: before,
      viewers: [owner, monitor],
    });
    await logger.settle();
    expect(logger.inbox.filter(isAsked)).toEqual([]);
    logger.send({ cmd: 337, id: late.id, status: 200, values: { [VOLTAGE]: 1 } });
    await logger.settle();
    clock.forward(20_000);
    await ring(siteId);
    for (const viewer of viewers) expect(await viewer.unread()).toEqual([]);
  });

  test("a viewer who reconnects asks again, and is answered once", async () => {
    const { before, owner, monitor, late } = await askBefore();
    const { logger, viewers } = await disturbWatched(siteId, "close", {
      logger: before,
      viewers: [owner, monitor],
    });
    const [viewer, other] = viewers;
    viewer.send(336, "q", { addresses: [VOLTAGE] });
    const query = await logger.next(isQuery);
    viewer.send(288, "s", {});
    const one = await logger.next(({ cmd }) => cmd === 288);
    const at = clock.now();
    for (const { id } of [late, query, query])
      logger.send({ cmd: 337, id, status: 200, at, values: { [VOLTAGE]: 1 } });
    logger.send({ cmd: 289, id: one.id, status: 200, at, values: {} });
    await logger.settle();
    const success = { status: 200, result: "success", at };
    expect(await viewer.unread()).toEqual([
      { cmd: 337, tag: "q", body: { ...success, values: { [VOLTAGE]: 1 } } },
      { cmd: 289, tag: "s", body: { ...success, values: {} } },
    ]);
    expect(await other.unread()).toEqual([]);
    expect(logger.inbox.filter(isAsked)).toHaveLength(2);
  });

  test("a logger that reconnects is asked only queries that still have a requester", async () => {
    const before = await connectLogger(siteId);
    const owner = (await watch(siteId)).viewer;
    before.socket.close(1000);
    await owner.pushed(264);
    for (let count = 1; count <= 5; count++) owner.send(336, `q${count}`, wording(count));
    await owner.beat();
    await evictDurableObject(siteStub(siteId), { webSockets: "close" });
    await owner.closed;
    const { viewer } = await watch(siteId);
    viewer.send(336, "q", wording(2));
    await viewer.beat();
    const logger = await connectLogger(siteId);
    const { id } = await logger.next(isQuery);
    logger.send({ cmd: 337, id, status: 200, values: {} });
    await logger.settle();
    expect(await viewer.unread()).toMatchObject([{ cmd: 264 }, { cmd: 337, tag: "q" }]);
    expect(logger.inbox.filter(isQuery)).toHaveLength(1);
  });
});

test("queries beyond the logger's capacity are answered from known values, or refused", async () => {
  const logger = await connectLogger(siteId);
  const at = clock.now() - 500;
  await logger.ask(sample("b", at, { [VOLTAGE]: 229 }));
  const { viewer } = await watch(siteId);
  for (let count = 1; count <= 10; count++) viewer.send(336, `q${count}`, wording(count));
  expect((await viewer.ask(336, wording(11))).body).toEqual({
    status: 200,
    result: "success",
    at,
    values: { [VOLTAGE]: 229 },
  });
  const refused = { cmd: 511, body: { status: 429 } };
  expect(await viewer.ask(336, { addresses: ["FFFF000120"] })).toMatchObject(refused);
  expect(await viewer.ask(288, {})).toMatchObject(refused);
  expect(await viewer.ask(338, {})).toMatchObject(refused);
  clock.forward(500);
  viewer.send(288, "s", {});
  await logger.next(({ cmd }) => cmd === 288);
  expect(logger.inbox.filter(isQuery)).toHaveLength(10);
});

test("the frequency of a line without voltage is missing in an answer of the logger, too", async () => {
  const [frequency, u, v] = ["FFFF00011C", "FFFF000118", "FFFF000119"];
  const registers = ["0118", "0119", "011C"].map((register) => ({
    register,
    kind: "gauge",
    access: "r",
  }));
  const equipment = [{ address: "FFFF00", registers }];
  const logger = await connectLogger(siteId, { equipment });
  const { viewer } = await watch(siteId);
  const ask = async (values: Record<string, number>, at = clock.forward(6_000)) => {
    const answer = viewer.ask(336, { addresses: Object.keys(values) });
    const { id } = await logger.next(isQuery);
    logger.send({ cmd: 337, id, status: 200, at, values });
    return (await answer).body;
  };
  expect(await ask({ [frequency]: 13, [u]: 3, [v]: 39 })).toMatchObject({
    values: { [frequency]: null, [u]: 3, [v]: 39 },
  });
  const live = { [frequency]: 50, [u]: 3, [v]: 230 };
  expect(await ask(live)).toMatchObject({ values: live });
  // A voltage that was measured before says nothing about the line now.
  const at = clock.forward(1_000);
  await logger.ask(sample("dead", at, { [u]: 3 }));
  expect(await ask({ [frequency]: 50 })).toMatchObject({ values: { [frequency]: 50 } });
  expect(await ask({ [frequency]: 13 }, at)).toMatchObject({ values: { [frequency]: null } });
});

test("a monitor's query goes to the logger each 5 s at most, the owner's meanwhile", async () => {
  const logger = await connectLogger(siteId);
  await logger.ask(sample("b", clock.now(), { [VOLTAGE]: 229 }));
  const { viewer: owner } = await watch(siteId);
  const { viewer: monitor } = await watch(siteId, MONITOR);
  const { viewer: demo } = await watch(siteId, { demo: true, person: 4, session: "demo" });
  for (const [index, slow] of [monitor, demo].entries()) {
    slow.send(336, "first", wording(2 + index));
    await logger.next(isQuery);
    expect((await slow.ask(336, { addresses: [VOLTAGE] })).body).toMatchObject({
      values: { [VOLTAGE]: 229 },
    });
    expect(await slow.ask(288, {})).toMatchObject({ cmd: 511, body: { status: 429 } });
  }
  owner.send(336, "q", wording(5));
  await logger.next(isQuery);
  clock.forward(4_999);
  expect(await monitor.ask(288, {})).toMatchObject({ cmd: 511, body: { status: 429 } });
  clock.forward(1);
  monitor.send(288, "s", {});
  await logger.next(({ cmd }) => cmd === 288);
});

test("viewers who ask without pause never make a logger exceed its limit", async () => {
  const logger = await connectLogger(siteId);
  const { viewer } = await watch(siteId);
  let answered = 0;
  for (let second = 0; second < 30; second++) {
    clock.forward(1000);
    const asks = second === 0 ? 40 : 9;
    for (let count = 1; count <= asks; count++) viewer.send(336, `q${count}`, wording(count));
    await viewer.beat();
    // All that it may say of its own, and its answers.
    for (let count = 0; count < 10; count++) await logger.settle();
    const asked = logger.inbox.filter(isQuery);
    for (const { id } of asked.slice(answered)) logger.send({ cmd: 337, id, status: 500 });
    answered = asked.length;
  }
  await logger.settle();
  expect(answered).toBe(10 + 2 * 29);
});

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("a shared link may ask for nothing", async () => {
    const opened = await connectLogger(siteId);
    const share = (await watch(siteId, SHARE)).viewer;
    const { logger, viewers } = await disturbWatched(siteId, disturbance, {
      logger: opened,
      viewers: [share],
    });
    for (const cmd of [288, 304, 338])
      expect(await viewers[0].ask(cmd, {}, "t")).toMatchObject({ cmd: 511, body: { status: 403 } });
    await logger.settle();
    expect(logger.inbox.filter(({ cmd }) => cmd === 288 || cmd === 338)).toEqual([]);
  });

  test("one viewer has at most thirty-two queries pending", async () => {
    const ask = async (viewer: SiteViewer) => {
      for (let count = 0; count < 32; count++) viewer.send(338, `q${count}`, {});
      await viewer.beat();
    };
    const logger = await connectLogger(siteId);
    const owner = (await watch(siteId)).viewer;
    await ask(owner);
    const { viewers } = await disturbWatched(siteId, disturbance, { logger, viewers: [owner] });
    // Those of a socket that was closed are not under way any more.
    if (disturbance === "close") await ask(viewers[0]);
    const refused = { cmd: 511, tag: "t", body: { status: 429 } };
    expect(await viewers[0].ask(338, {}, "t")).toEqual(refused);
  });
});
