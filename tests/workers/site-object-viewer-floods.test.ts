import { evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, EQUIPMENT, sample, siteStub } from "../support/site-logger.ts";
import { ring, SHARE, type SiteViewer, watch } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 78_000;
let updates = 0;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

type Logger = Awaited<ReturnType<typeof connectLogger>>;

function raise(logger: Logger, eventNo: number) {
  const at = clock.now();
  const event = { eventNo, address: "003311", level: "warning", state: "raised", at };
  return logger.ask({ cmd: 262, id: `update ${++updates}`, events: [event] });
}

const hibernate = () => evictDurableObject(siteStub(siteId), { webSockets: "hibernate" });
const eventsOf = (body: Record<string, unknown>) =>
  (body.errors as { eventNo: number }[]).map(({ eventNo }) => eventNo).sort();

/** What came of each command since the last time. */
async function countUnread(viewer: SiteViewer) {
  const unread = await viewer.unread();
  return Object.fromEntries(
    [262, 264, 339].map((cmd) => [cmd, unread.filter((received) => received.cmd === cmd)]),
  ) as Record<262 | 264 | 339, typeof unread>;
}

describe.each(["nothing", "hibernate"])("across %s", (disturbance) => {
  test("errors that change fast are sent at once, then once a second, and always the last of them", async () => {
    const logger = await connectLogger(siteId);
    const { viewer } = await watch(siteId);
    for (let eventNo = 1; eventNo <= 5; eventNo++) await raise(logger, eventNo);
    const first = (await countUnread(viewer))[262];
    expect(first.map(({ body }) => eventsOf(body))).toEqual([[1]]);
    if (disturbance === "hibernate") await hibernate();
    clock.forward(999);
    await ring(siteId);
    expect((await countUnread(viewer))[262]).toEqual([]);
    clock.forward(1);
    await ring(siteId);
    const then = (await countUnread(viewer))[262];
    expect(then.map(({ body }) => eventsOf(body))).toEqual([[1, 2, 3, 4, 5]]);
    clock.forward(60_000);
    await ring(siteId);
    expect((await countUnread(viewer))[262]).toEqual([]);
  });

  test("a viewer who does not read gets the newest of everything once he does", async () => {
    const logger = await connectLogger(siteId);
    const { viewer } = await watch(siteId);
    const { viewer: share } = await watch(siteId, SHARE);
    for (let count = 0; count < 64; count++) {
      clock.forward(200);
      await logger.ask(sample(`often ${count}`, clock.now(), { FFFF000100: count }));
      if (count % 16 === 15) share.send(261, "", {});
    }
    await viewer.unread();
    await share.unread();
    if (disturbance === "hibernate") await hibernate();
    for (let eventNo = 1; eventNo <= 3; eventNo++) {
      clock.forward(2_000);
      await raise(logger, eventNo);
      const status = eventNo === 3 ? "standby" : "invert";
      const statuses = [{ address: "003311", status, at: clock.now() }];
      await logger.ask({ cmd: 264, id: `status ${eventNo}`, statuses });
      logger.send({ cmd: 339, equipment: EQUIPMENT.slice(0, eventNo % 2 === 0 ? 1 : 2) });
      await logger.settle();
    }
    expect(await viewer.unread()).toEqual([]);
    // A reading viewer is updated meanwhile.
    expect((await countUnread(share))[262].length).toBeGreaterThanOrEqual(3);
    viewer.send(261, "", {});
    const reported = await countUnread(viewer);
    expect(reported[262].map(({ body }) => eventsOf(body))).toEqual([[1, 2, 3]]);
    expect(reported[264].map(({ body }) => body)).toMatchObject([
      {
        equipment: expect.arrayContaining([{ address: "003311", status: "standby", online: true }]),
      },
    ]);
    expect(reported[339]).toHaveLength(1);
  });
});

test("after four megabytes a viewer gets nothing more until it answers", async () => {
  const logger = await connectLogger(siteId);
  const message = "x".repeat(200);
  const at = clock.now();
  for (let part = 0; part < 2; part++) {
    const events = Array.from({ length: 1_000 }, (_, index) => {
      const eventNo = part * 1_000 + index;
      return { eventNo, address: "003311", level: "info", state: "raised", at, message };
    });
    await logger.ask({ cmd: 262, id: `many ${part}`, events });
  }
  const { viewer } = await watch(siteId);
  for (let count = 0; count < 8; count++) {
    clock.forward(10_000);
    await raise(logger, 3_000 + count);
  }
  // Each list has 0.6 MB: more changes at once are beyond a logger's budget.
  expect((await countUnread(viewer))[262]).toHaveLength(7);
  clock.forward(5_000);
  await ring(siteId);
  const last = (await countUnread(viewer))[262];
  expect(last.map(({ body }) => eventsOf(body).includes(3_007))).toEqual([true]);
});
