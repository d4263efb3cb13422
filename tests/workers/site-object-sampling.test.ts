import { beforeEach, describe, expect, test } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import { DISTURBANCES, disturb } from "../support/site-inside.ts";
import {
  connectLogger,
  connectMessage,
  type LoggerSocket,
  openLogger,
} from "../support/site-logger.ts";
import { MONITOR, ring, watch } from "../support/viewer-socket.ts";

const IDLE = { sampleMs: 10_000, uploadMs: 60_000 };
const FAST = { sampleMs: 1000, uploadMs: 1000 };
const SLOW = { sampleMs: 5000, uploadMs: 5000 };

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 14_000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

/** All samplings that the logger was sent, in order. */
async function samplingsOf(logger: LoggerSocket): Promise<unknown[]> {
  await logger.settle();
  return logger.inbox.filter(({ cmd }) => cmd === 304).map(({ sampling }) => sampling);
}

async function leave({ viewer }: Awaited<ReturnType<typeof watch>>): Promise<void> {
  viewer.socket.close(1000, "bye");
  await viewer.closed;
}

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("the logger samples at once as fast as a viewer requests", async () => {
    const logger = await disturb(siteId, disturbance, await connectLogger(siteId));
    const { welcome } = await watch(siteId, { ...MONITOR });
    expect(welcome.sampling).toEqual(SLOW);
    expect(await samplingsOf(logger)).toEqual([SLOW]);
    const config = logger.inbox.find(({ cmd }) => cmd === 304);
    expect(config?.id).toMatch(/^.{1,64}$/);
    logger.send({ cmd: 305, id: config?.id, status: 200 });
    await watch(siteId);
    await watch(siteId);
    expect(await samplingsOf(logger)).toEqual([SLOW, FAST]);
  });

  test("the rate of the remaining viewers applies as soon as a faster one leaves", async () => {
    let logger = await connectLogger(siteId);
    const slow = await watch(siteId, { ...MONITOR });
    const fast = await watch(siteId);
    logger = await disturb(siteId, disturbance, logger);
    if (disturbance === "close") {
      const again = await watch(siteId, { ...MONITOR });
      expect(await samplingsOf(logger)).toEqual([SLOW]);
      await leave(again);
      return;
    }
    await leave(fast);
    await slow.viewer.beat();
    expect(await samplingsOf(logger)).toEqual([SLOW, FAST, SLOW]);
  });

  test("the idle rate comes back when the last viewer has been gone for 30 s", async () => {
    let logger = await connectLogger(siteId);
    const viewer = await watch(siteId);
    expect(await samplingsOf(logger)).toEqual([FAST]);
    await leave(viewer);
    logger = await disturb(siteId, disturbance, logger);
    const before = disturbance === "close" ? [] : [FAST];
    clock.forward(29_999);
    await ring(siteId);
    expect(await samplingsOf(logger)).toEqual(before);
    clock.forward(1);
    await ring(siteId);
    expect(await samplingsOf(logger)).toEqual([...before, IDLE]);
  });

  test("a viewer who returns within 30 s changes nothing", async () => {
    let logger = await connectLogger(siteId);
    await leave(await watch(siteId));
    logger = await disturb(siteId, disturbance, logger);
    clock.forward(20_000);
    await logger.settle();
    await watch(siteId);
    clock.forward(15_000);
    await ring(siteId);
    expect(await samplingsOf(logger)).toEqual(disturbance === "close" ? [] : [FAST]);
  });

  test("a reconnecting logger gets the current rate with its welcome", async () => {
    const first = await connectLogger(siteId);
    await watch(siteId);
    await disturb(siteId, disturbance, first);
    if (disturbance === "close") await watch(siteId);
    const again = await openLogger(siteId);
    expect(await again.ask(connectMessage())).toMatchObject({ cmd: 259, sampling: FAST });
    expect(await samplingsOf(again)).toEqual([]);
  });
});

test("an eviction that closes the viewers' sockets is a leaving like any other", async () => {
  let logger = await connectLogger(siteId);
  await watch(siteId);
  logger = await disturb(siteId, "close", logger);
  expect(await samplingsOf(logger)).toEqual([]);
  clock.forward(30_000);
  await ring(siteId);
  expect(await samplingsOf(logger)).toEqual([IDLE]);
});
