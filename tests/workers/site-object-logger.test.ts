import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import type { SiteObject } from "#durable-objects/site/site-object.ts";
import { receiveMetrics } from "../support/receive-metrics.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import {
  DISTURBANCES,
  disturb,
  disturbOpened,
  lookInside,
  pollSite,
} from "../support/site-inside.ts";
import {
  connectLogger,
  connectMessage,
  EQUIPMENT,
  openLogger,
  SERIAL,
  sample,
  siteStub,
  upgradeLogger,
} from "../support/site-logger.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 1000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

test("a module unlinked before its first connection does not get in", async () => {
  await siteStub(siteId).unlinkLogger();
  expect((await upgradeLogger(siteId)).status).toBe(409);
  siteId += 1;
  await siteStub(siteId).unlinkLogger(SERIAL);
  expect((await upgradeLogger(siteId)).status).toBe(409);
  expect((await upgradeLogger(siteId, "HP-000002")).status).toBe(101);
});

test("each of several modules that were unlinked one after the other stays out for its minute", async () => {
  await siteStub(siteId).unlinkLogger(SERIAL);
  clock.forward(30_000);
  await siteStub(siteId).unlinkLogger("HP-000002");
  expect((await upgradeLogger(siteId)).headers.get("Retry-After")).toBe("30");
  expect((await upgradeLogger(siteId, "HP-000002")).headers.get("Retry-After")).toBe("60");
  clock.forward(30_000);
  expect((await upgradeLogger(siteId)).status).toBe(101);
  expect((await upgradeLogger(siteId, "HP-000002")).status).toBe(409);
});

test("an eviction that closes the socket counts as the logger leaving: the last metrics are sent", async () => {
  const reported = receiveMetrics();
  const logger = await connectLogger(siteId);
  await logger.ask(sample("a", clock.forward(1000), { FFFF000134: 20 }));
  await logger.ask(sample("b", clock.forward(1000), { FFFF000134: 21 }));
  expect(reported).toMatchObject([{ batterySoc: 20 }]);
  await evictDurableObject(siteStub(siteId), { webSockets: "close" });
  await logger.closed;
  expect((await lookInside(siteId)).outbox).toMatchObject({ status: { online: false } });
  expect(reported).toMatchObject([{ batterySoc: 20 }, { batterySoc: 21 }]);
});

test("a constant heartbeat is answered without waking the object", async () => {
  const logger = await connectLogger(siteId);
  await evictDurableObject(siteStub(siteId));
  logger.send('{"cmd":256}');
  expect(await logger.next()).toEqual({ cmd: 257 });
  // Only what is awake can be evicted.
  await expect(evictDurableObject(siteStub(siteId))).rejects.toThrow();
});

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("a connect is welcomed with the server's time, the sampling and how far data is stored", async () => {
    const logger = await disturbOpened(siteId, disturbance, await openLogger(siteId));
    expect(await logger.ask(connectMessage())).toEqual({
      cmd: 259,
      id: "connect",
      status: 200,
      time: clock.now(),
      sampling: { sampleMs: 10_000, uploadMs: 60_000 },
      storedThrough: null,
    });
  });

  test("anything but a heartbeat before the connect is refused", async () => {
    const logger = await disturbOpened(siteId, disturbance, await openLogger(siteId));
    expect(await logger.ask(sample("early", clock.now(), { FFFF000120: 1 }))).toMatchObject({
      cmd: 511,
      status: 400,
    });
    expect(await logger.ask({ cmd: 256, id: "h" })).toEqual({ cmd: 257, id: "h" });
    expect((await lookInside(siteId)).stored("FFFF000120")).toEqual([]);
  });

  test("a serial other than that of the connection is refused", async () => {
    const logger = await disturbOpened(siteId, disturbance, await openLogger(siteId));
    expect(await logger.ask(connectMessage({ serial: "HP-000002" }))).toMatchObject({
      cmd: 511,
      id: "connect",
      status: 400,
    });
    expect((await lookInside(siteId)).online).toBe(false);
    expect(await logger.ask(connectMessage())).toMatchObject({ cmd: 259 });
  });

  test("another protocol is refused with 426, then the socket closed with 4426", async () => {
    const logger = await disturbOpened(siteId, disturbance, await openLogger(siteId));
    expect(await logger.ask(connectMessage({ protocol: 2 }))).toMatchObject({
      cmd: 511,
      status: 426,
    });
    expect(await logger.closed).toBe(4426);
  });

  test("while nothing is stored a batch is answered without how far data is stored", async () => {
    const logger = await disturb(siteId, disturbance, await connectLogger(siteId));
    const answer = await logger.ask(sample("b", clock.now(), { "0033119999": 1 }));
    expect(answer).toEqual({ cmd: 261, id: "b", status: 200, refused: 1 });
  });

  test("a frame that is too long is refused without an id", async () => {
    const logger = await disturb(siteId, disturbance, await connectLogger(siteId));
    logger.send(JSON.stringify({ cmd: 256, id: "long", pad: "é".repeat(524_288) }));
    expect(await logger.next()).toMatchObject({ cmd: 511, id: null, status: 400 });
  });

  test("a frame of bytes is refused", async () => {
    const logger = await disturb(siteId, disturbance, await connectLogger(siteId));
    logger.socket.send(new TextEncoder().encode('{"cmd":256}'));
    expect(await logger.next()).toMatchObject({ cmd: 511, id: null, status: 400 });
  });

  test("a batch is stored, acknowledged and there afterwards", async () => {
    const at = clock.now() - 3000;
    let logger = await connectLogger(siteId);
    const batch = {
      cmd: 260,
      id: "b-1",
      start: at,
      step: 1000,
      count: 3,
      values: { ffff000120: [1, null, 3], "0033110107": [230, "x", null] },
    };
    expect(await logger.ask(batch)).toEqual({
      cmd: 261,
      id: "b-1",
      status: 200,
      storedThrough: at + 2000,
    });
    logger = await disturb(siteId, disturbance, logger);
    const inside = await lookInside(siteId);
    expect(inside.stored("FFFF000120")).toEqual([
      [at, 1],
      [at + 2000, 3],
    ]);
    expect(inside.stored("0033110107")).toEqual([
      [at, 230],
      [at + 1000, "x"],
    ]);
    expect(inside.values).toEqual({ FFFF000120: 3, "0033110107": null });
    expect(await logger.ask({ ...batch, id: "again" })).toMatchObject({ cmd: 261, status: 200 });
    expect((await lookInside(siteId)).stored("FFFF000120")).toHaveLength(2);
  });

  test("a second connect is refused on the same socket", async () => {
    const logger = await disturb(siteId, disturbance, await connectLogger(siteId));
    expect(await logger.ask(connectMessage({ id: "second" }))).toMatchObject({
      cmd: 511,
      id: "second",
      status: 400,
    });
  });

  test("five invalid frames in a row close the socket with 4400", async () => {
    let logger = await connectLogger(siteId);
    for (const frame of ["?", "[]", '{"cmd":999}']) {
      logger.send(frame);
      expect(await logger.next()).toMatchObject({ cmd: 511, id: null, status: 400 });
    }
    logger = await disturb(siteId, disturbance, logger);
    // A new socket begins a new row.
    for (let count = disturbance === "close" ? 0 : 3; count < 5; count++) {
      logger.send('{"cmd":260,"id":"bad"}');
      expect(await logger.next()).toMatchObject({ cmd: 511, id: "bad", status: 400 });
    }
    expect(await logger.closed).toBe(4400);
    expect(await lookInside(siteId)).toMatchObject({ online: false, since: clock.now() });
  });

  test("a heartbeat that the platform answers does not break a row of invalid frames", async () => {
    clock.release();
    let logger = await connectLogger(siteId);
    const invalid = async (count: number) => {
      for (let sent = 0; sent < count; sent++) {
        logger.send("?");
        await logger.next();
      }
    };
    await invalid(4);
    logger = await disturb(siteId, disturbance, logger);
    // A new socket begins a new row.
    if (disturbance === "close") await invalid(4);
    const begun = Date.now();
    do {
      logger.send('{"cmd":256}');
      await logger.next();
    } while (Date.now() <= begun + 1);
    await invalid(1);
    expect(await logger.closed).toBe(4400);
  });

  test("a logger that sends too fast is closed with 4429", async () => {
    let logger = await connectLogger(siteId);
    for (let count = 0; count < 30; count++) logger.send({ cmd: 256, id: `${count}` });
    await logger.next(({ id }) => id === "29");
    logger = await disturb(siteId, disturbance, logger);
    for (let count = 0; count < 60; count++) logger.send({ cmd: 256, id: `x${count}` });
    expect(await logger.closed).toBe(4429);
    const answered = logger.inbox.filter(({ cmd }) => cmd !== 511).length;
    expect(answered).toBe(50);
  });

  test("ten frames a second are taken for ever", async () => {
    let logger = await connectLogger(siteId);
    for (let count = 0; count < 150; count++) {
      if (count === 75) logger = await disturb(siteId, disturbance, logger);
      clock.forward(100);
      expect(await logger.ask({ cmd: 256, id: `${count}` })).toEqual({ cmd: 257, id: `${count}` });
    }
  });

  test("a newer logger wins, the older one is closed with 4001 and ignored", async () => {
    const older = await disturb(siteId, disturbance, await connectLogger(siteId));
    const [olderEnd] = await runInDurableObject(siteStub(siteId), (_, state) =>
      state.getWebSockets("logger"),
    );
    const newer = await openLogger(siteId);
    expect(await older.closed).toBe(4001);
    const late = JSON.stringify(sample("late", clock.now(), { FFFF000120: 666 }));
    await runInDurableObject(siteStub(siteId), (site: SiteObject) => {
      if (olderEnd === undefined) throw new Error("no older socket");
      site.webSocketMessage(olderEnd, late);
      site.webSocketClose(olderEnd, 4001);
    });
    expect(await newer.ask(connectMessage())).toMatchObject({ cmd: 259 });
    await newer.ask(sample("new", clock.now(), { FFFF000134: 50 }));
    const inside = await lookInside(siteId);
    expect(inside).toMatchObject({ online: true, values: { FFFF000134: 50 } });
    expect(inside.stored("FFFF000120")).toEqual([]);
  });

  test("an unlinked logger is closed with 4003 and the site offline", async () => {
    const logger = await disturb(siteId, disturbance, await connectLogger(siteId));
    clock.forward(5000);
    await siteStub(siteId).unlinkLogger();
    expect(await logger.closed).toBe(4003);
    expect(await lookInside(siteId)).toMatchObject({ online: false, since: clock.now() });
  });

  test("an upgrade under way when its module is unlinked does not get in, for a minute", async () => {
    await disturb(siteId, disturbance, await connectLogger(siteId));
    await siteStub(siteId).unlinkLogger();
    const refused = await upgradeLogger(siteId);
    expect(refused.status).toBe(409);
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(await refused.json()).toEqual({ code: 409, message: expect.any(String) });
    expect((await upgradeLogger(siteId, "HP-000002")).status).toBe(101);
    clock.forward(60_000);
    expect((await upgradeLogger(siteId)).status).toBe(101);
  });

  test("values outside the tree or the range are counted, and the rest is stored", async () => {
    const logger = await disturb(siteId, disturbance, await connectLogger(siteId));
    const now = clock.now();
    const hour = 3_600_000;
    const times = [
      Date.UTC(1999, 11, 31),
      Date.UTC(2000, 0, 1),
      now,
      now + 26 * hour,
      now + 27 * hour,
    ];
    const values = {
      FFFF000120: [1, 2, 3, 4, 5],
      FFFF000134: [null, 2, null, 4, null],
      "0033119999": [1, null, 3, null, 5],
    };
    expect(await logger.ask({ cmd: 260, id: "range", times, values })).toEqual({
      cmd: 261,
      id: "range",
      status: 200,
      storedThrough: now,
      refused: 2 + 3,
    });
    const inside = await lookInside(siteId);
    expect(inside.stored("FFFF000120").map(([, value]) => value)).toEqual([2, 3, 4]);
    expect(inside.stored("FFFF000134").map(([, value]) => value)).toEqual([2, 4]);
  });

  test("a tree said again unasked replaces the one of the connect", async () => {
    const logger = await disturb(siteId, disturbance, await connectLogger(siteId));
    logger.send({ cmd: 339, equipment: [{ ...EQUIPMENT[1], registers: [] }] });
    await logger.settle();
    expect((await lookInside(siteId)).equipment).toEqual(["FFFF00"]);
    const answer = await logger.ask(sample("b", clock.now(), { FFFF000120: 1 }));
    expect(answer).toMatchObject({ cmd: 261, refused: 1 });
  });

  test("the newest status of each piece of equipment counts", async () => {
    let logger = await connectLogger(siteId);
    const report = (id: string, status: string, at: number) =>
      logger.ask({ cmd: 264, id, statuses: [{ address: "003311", status, at }] });
    expect(await report("s1", "invert", clock.now() - 100)).toEqual({
      cmd: 265,
      id: "s1",
      status: 200,
    });
    await report("s2", "charge", clock.now() - 200);
    logger = await disturb(siteId, disturbance, logger);
    await report("s3", "bypass", clock.now() - 150);
    expect((await lookInside(siteId)).statusOf("003311")).toBe("invert");
    await report("s4", "fault", clock.now() + 3_600_000);
    clock.forward(1000);
    await report("s5", "float", clock.now());
    expect((await lookInside(siteId)).statusOf("003311")).toBe("float");
  });

  test("the site list receives each status at once, with increasing numbers", async () => {
    const reported = receiveMetrics();
    let logger = await connectLogger(siteId, { systemType: "1000801", systemCode: 13 });
    const first = (await lookInside(siteId)).outbox.status;
    expect(first).toMatchObject({
      kind: "status",
      siteId,
      online: true,
      since: clock.now(),
      siteStatus: "normal",
      alarm: "none",
      systemType: "1000801",
      systemCode: 13,
    });
    const connect = { systemType: "1000801", systemCode: 13 };
    logger = await disturb(siteId, disturbance, logger, connect);
    await logger.ask(sample("b", clock.now(), { FFFF000170: "standby", FFFF000134: 80 }));
    const second = (await lookInside(siteId)).outbox;
    expect(second.status).toMatchObject({ siteStatus: "standby" });
    expect(reported).toMatchObject([{ at: clock.now(), batterySoc: 80, solar: null }]);
    expect(second.status?.sequence).toBeGreaterThan(first?.sequence ?? Number.NaN);
    logger.socket.close(1000, "bye");
    await logger.closed;
    await expect
      .poll(async () => (await lookInside(siteId)).outbox.status)
      .toMatchObject({
        online: false,
        siteStatus: "offline",
        delivered: true,
      });
  });
});

test.each(["nothing", "hibernate"] as const)(
  "metrics are sent when there are new ones and when the logger leaves, else a poll collects them, across %s",
  async (disturbance) => {
    const reported = receiveMetrics();
    const logger = await connectLogger(siteId);
    expect(await pollSite(siteId)).toBeNull();
    for (let minute = 0; minute < 30; minute++) {
      const at = clock.forward(60_000);
      await logger.ask(sample(`m-${minute}`, at, { FFFF000134: minute }));
      await disturb(siteId, disturbance, logger);
      expect(await pollSite(siteId)).toMatchObject({ siteId, at, batterySoc: minute });
    }
    expect(reported).toMatchObject([{ batterySoc: 0 }]);
    logger.socket.close();
    await expect.poll(() => reported).toMatchObject([{ batterySoc: 0 }, { batterySoc: 29 }]);
  },
);
