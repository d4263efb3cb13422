import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import {
  DISTURBANCES,
  disturb,
  disturbOpened,
  lookInside,
  pollSite,
} from "../support/site-inside.ts";
import { connectLogger, EQUIPMENT, openLogger, sample, siteStub } from "../support/site-logger.ts";
import { watch } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 2000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

async function ring() {
  expect(await runDurableObjectAlarm(siteStub(siteId))).toBe(true);
}

test("a site that never had a logger is offline since 0, and is one only once it was welcomed", async () => {
  expect(await lookInside(siteId)).toMatchObject({ online: false, since: 0 });
  const logger = await openLogger(siteId);
  await logger.settle();
  expect(await lookInside(siteId)).toMatchObject({ online: false, since: 0 });
});

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("a site is online since its logger was welcomed and offline at once when its socket closes", async () => {
    let logger = await connectLogger(siteId);
    expect(await lookInside(siteId)).toMatchObject({ online: true, since: clock.now() });
    clock.forward(7000);
    logger = await disturb(siteId, disturbance, logger);
    clock.forward(7000);
    logger.socket.close(1000, "bye");
    await logger.closed;
    await expect
      .poll(() => lookInside(siteId))
      .toMatchObject({ online: false, since: clock.now() });
  });

  test("without viewers a silent logger is offline after 120 s, reported within 5 s, and online with its next frame", async () => {
    let logger = await connectLogger(siteId);
    clock.forward(50_000);
    await logger.ask(sample("b", clock.now(), { FFFF000120: 1 }));
    logger = await disturb(siteId, disturbance, logger);
    const receivedAt = clock.now();
    clock.forward(119_999);
    await ring();
    expect(await lookInside(siteId)).toMatchObject({ online: true, alarmAt: receivedAt + 125_000 });
    clock.forward(1);
    await ring();
    expect(await lookInside(siteId)).toMatchObject({ online: false, since: receivedAt + 120_000 });
    clock.forward(10);
    await logger.settle();
    expect(await lookInside(siteId)).toMatchObject({ online: true, since: clock.now() });
  });

  test("with viewers a silent logger is offline after 90 s", async () => {
    let logger = await connectLogger(siteId);
    let { viewer } = await watch(siteId);
    expect(await logger.next(({ cmd }) => cmd === 304)).toMatchObject({
      sampling: { sampleMs: 1000, uploadMs: 1000 },
    });
    clock.forward(15_000);
    logger = await disturb(siteId, disturbance, logger);
    if (disturbance === "close") ({ viewer } = await watch(siteId));
    await logger.settle();
    const receivedAt = clock.now();
    for (const step of [30_000, 30_000, 29_999]) {
      clock.forward(step);
      await viewer.beat();
    }
    await ring();
    expect((await lookInside(siteId)).online).toBe(true);
    clock.forward(1);
    await ring();
    expect(await lookInside(siteId)).toMatchObject({ online: false, since: receivedAt + 90_000 });
    expect((await viewer.next(({ body }) => body.online === false)).body).toMatchObject({
      online: false,
      since: receivedAt + 90_000,
      siteStatus: "offline",
    });
  });
});

test.each(DISTURBANCES)(
  "the silence allowed is counted from the config where that is later, across %s",
  async (disturbance) => {
    const logger = await connectLogger(siteId);
    clock.forward(100_000);
    await watch(siteId);
    await logger.next(({ cmd }) => cmd === 304);
    const reportedAt = clock.now();
    await disturb(siteId, disturbance, logger);
    if (disturbance === "close") await watch(siteId);
    clock.forward(89_999);
    await ring();
    expect((await lookInside(siteId)).online).toBe(true);
    clock.forward(1);
    await ring();
    expect(await lookInside(siteId)).toMatchObject({ online: false, since: reportedAt + 90_000 });
  },
);

test("an eviction that closes the sockets leaves the site offline as soon as anything wakes it", async () => {
  const logger = await connectLogger(siteId);
  await evictDurableObject(siteStub(siteId), { webSockets: "close" });
  await logger.closed;
  clock.forward(120_000);
  await ring();
  expect(await lookInside(siteId)).toMatchObject({
    online: false,
    since: clock.now(),
    outbox: { status: { online: false, delivered: true } },
  });
});

test("a heartbeat that the platform answered counts, though it does not wake the object", async () => {
  clock.release();
  const logger = await connectLogger(siteId);
  const receivedAt = Date.now();
  await evictDurableObject(siteStub(siteId));
  do {
    logger.send('{"cmd":256}');
    await logger.next();
  } while (Date.now() <= receivedAt + 1);
  const beatAt = Date.now();
  clock = freezeSiteClock(beatAt);
  clock.forward(120_000 - (beatAt - receivedAt));
  await ring();
  expect((await lookInside(siteId)).online).toBe(true);
  clock.forward(beatAt - receivedAt);
  await ring();
  expect((await lookInside(siteId)).online).toBe(false);
});

test("a silent site comes back by a heartbeat, seen when it is looked at next", async () => {
  // The platform dates heartbeats by its own clock.
  clock.release();
  clock = freezeSiteClock(Date.now() - 200_000);
  const logger = await connectLogger(siteId);
  clock.forward(120_000);
  await ring();
  expect((await lookInside(siteId)).online).toBe(false);
  clock.release();
  logger.send('{"cmd":256}');
  await logger.next();
  // By the platform's clock the heartbeat is of just now.
  clock = freezeSiteClock(Date.now() + 100);
  await ring();
  expect((await lookInside(siteId)).online).toBe(true);
});

test.each(["nothing", "hibernate"] as const)(
  "a newer connection keeps a site online for 30 s before its connect, and does not bring one online, across %s",
  async (disturbance) => {
    const older = await connectLogger(siteId);
    clock.forward(1000);
    const newer = await openLogger(siteId);
    expect(await older.closed).toBe(4001);
    await disturbOpened(siteId, disturbance, newer);
    const openedAt = clock.now();
    await newer.settle();
    expect((await lookInside(siteId)).online).toBe(true);
    clock.forward(20_000);
    await newer.settle();
    expect((await lookInside(siteId)).online).toBe(true);
    clock.forward(10_000);
    await ring();
    expect(await newer.closed).toBe(4408);
    expect(await lookInside(siteId)).toMatchObject({ online: false, since: openedAt + 30_000 });
  },
);

test("connections that come one after the other and say nothing keep a site online for 30 s together", async () => {
  await connectLogger(siteId);
  const from = clock.now();
  for (let after = 0; after < 30_000; after += 10_000) {
    const opened = await openLogger(siteId);
    await opened.settle();
    expect((await lookInside(siteId)).online).toBe(true);
    clock.forward(10_000);
  }
  const last = await openLogger(siteId);
  await last.settle();
  expect(await lookInside(siteId)).toMatchObject({ online: false, since: from + 30_000 });
});

test.each(DISTURBANCES)(
  "a socket without a connect is closed after 30 s, across %s",
  async (disturbance) => {
    const opened = await openLogger(siteId);
    await opened.settle();
    const logger = await disturbOpened(siteId, disturbance, opened);
    expect((await lookInside(siteId)).alarmAt).toBeLessThanOrEqual(clock.now() + 30_000);
    clock.forward(29_999);
    await ring();
    await logger.settle();
    clock.forward(1);
    await ring();
    expect(await logger.closed).toBe(4408);
  },
);

test("an alarm that rings twice, or early, changes nothing", async () => {
  const logger = await connectLogger(siteId);
  const { since } = await lookInside(siteId);
  await ring();
  await ring();
  await logger.settle();
  expect(await lookInside(siteId)).toMatchObject({ online: true, since, alarmAt: since + 125_000 });
});

describe.each(["nothing", "hibernate"] as const)("polled, across %s", (disturbance) => {
  // Settings would be read some minutes after the connection.
  const WITHOUT_SETTINGS = {
    equipment: EQUIPMENT.map((piece) => ({
      ...piece,
      registers: piece.registers.filter(({ access }) => access === "r"),
    })),
  };

  test("a site sets no alarm for the silence, and the poll before it would be too long does", async () => {
    const logger = await connectLogger(siteId, WITHOUT_SETTINGS);
    for (let minute = 0; minute < 20; minute++) {
      clock.forward(30_000);
      await logger.ask(sample(`m-${minute}`, clock.now(), { FFFF000120: minute }));
      clock.forward(30_000);
      await disturb(siteId, disturbance, logger);
      await pollSite(siteId);
      if (minute === 2) await ring();
    }
    const receivedAt = clock.now() - 30_000;
    expect((await lookInside(siteId)).alarmAt).toBeGreaterThan(receivedAt + 300_000);
    clock.forward(60_000);
    await disturb(siteId, disturbance, logger);
    await pollSite(siteId);
    expect(await lookInside(siteId)).toMatchObject({ online: true, alarmAt: receivedAt + 125_000 });
    clock.forward(35_000);
    await ring();
    expect(await lookInside(siteId)).toMatchObject({ online: false, since: receivedAt + 125_000 });
  });

  test("if polls stop, the next upload sets the alarm", async () => {
    const logger = await connectLogger(siteId, WITHOUT_SETTINGS);
    await pollSite(siteId);
    clock.forward(60_000);
    await logger.ask(sample("a", clock.now(), { FFFF000120: 1 }));
    await ring();
    clock.forward(60_000);
    await disturb(siteId, disturbance, logger);
    await logger.ask(sample("b", clock.now(), { FFFF000120: 1 }));
    expect((await lookInside(siteId)).alarmAt).toBe(clock.now() + 125_000);
  });
});

test("a poll notices that an eviction closed the logger's socket", async () => {
  const logger = await connectLogger(siteId);
  await evictDurableObject(siteStub(siteId), { webSockets: "close" });
  await logger.closed;
  await pollSite(siteId);
  expect(await lookInside(siteId)).toMatchObject({ online: false, since: clock.now() });
});
