import { evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, EQUIPMENT, type Said, siteStub } from "../support/site-logger.ts";
import { MONITOR, ring, SHARE, watch } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 6000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

const VOLTAGE = "0033110047";
const isQuery = ({ cmd }: Said) => cmd === 336;

describe.each(["nothing", "hibernate"] as const)("across an eviction: %s", (eviction) => {
  const disturb = async () => {
    if (eviction !== "nothing")
      await evictDurableObject(siteStub(siteId), { webSockets: eviction });
  };

  test("a query goes to the logger, and its answer to the tag of whoever asked", async () => {
    const logger = await connectLogger(siteId);
    const { viewer: one } = await watch(siteId);
    const { viewer: other } = await watch(siteId, MONITOR);
    const asked = [one, other].map((viewer) => viewer.ask(336, { addresses: [VOLTAGE] }, "q"));
    const [first, second] = [await logger.next(isQuery), await logger.next(isQuery)];
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

  test("one sample of everything and the tree are asked of the logger", async () => {
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
      body: { status: 200, result: "success", equipment: [{ ...EQUIPMENT[1], online: true }] },
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
});

test.each([
  [{ cmd: 511, status: 501 }, "configuration failed"],
  [{ cmd: 511, status: 400 }, "parameter error"],
  [{ cmd: 337, status: 408 }, "response timeout"],
  [{ cmd: 337, status: 500 }, "configuration failed"],
])("what a logger cannot answer is told as what it is: %j", async (refusal, result) => {
  const logger = await connectLogger(siteId);
  const { viewer } = await watch(siteId);
  const asked = viewer.ask(336, { addresses: [VOLTAGE] });
  const { id } = await logger.next(isQuery);
  logger.send({ ...refusal, id });
  expect((await asked).body).toEqual({ status: 200, result });
});

test("a shared link may ask for nothing", async () => {
  const logger = await connectLogger(siteId);
  const { viewer } = await watch(siteId, SHARE);
  for (const cmd of [288, 304, 338])
    expect(await viewer.ask(cmd, {}, "t")).toMatchObject({ cmd: 511, body: { status: 403 } });
  await logger.settle();
  expect(logger.heard.map(({ cmd }) => cmd).filter((cmd) => cmd === 288 || cmd === 338)).toEqual(
    [],
  );
});

test("one viewer has thirty-two queries under way and no more", async () => {
  await connectLogger(siteId);
  const { viewer } = await watch(siteId);
  for (let count = 0; count < 32; count++) viewer.send(338, `q${count}`, {});
  expect(await viewer.ask(338, {}, "t")).toEqual({ cmd: 511, tag: "t", body: { status: 429 } });
});
