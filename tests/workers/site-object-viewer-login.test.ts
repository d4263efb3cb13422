import { evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { hashTicket } from "#protocol/viewer/ticket.ts";
import { reopen } from "../support/disturb-viewers.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { DISTURBANCES, type Disturbance, disturb, lookInside } from "../support/site-inside.ts";
import { connectLogger, EQUIPMENT, sample, siteStub } from "../support/site-logger.ts";
import { stampOf } from "../support/viewer-browser.ts";
import {
  MONITOR,
  openViewer,
  ring,
  SHARE,
  type SiteViewer,
  upgrade,
  watch,
} from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 3000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

const IDENTIFIABLE = [
  {
    address: "003311",
    typeCode: "0033",
    model: "MK-5000",
    serial: "K1-SECRET",
    registers: [
      { register: "0107", name: "acInputVoltage", kind: "gauge", unit: "V", access: "r" },
      { register: "0001", name: "Serial number", kind: "text", access: "r" },
    ],
  },
  {
    address: "FFFF00",
    registers: [
      { register: "0100", kind: "gauge", access: "r" },
      { register: "0300", kind: "gauge", access: "r" },
      { register: "0301", kind: "gauge", access: "r" },
      { register: "0302", kind: "gauge", access: "r" },
    ],
  },
];
const IDENTIFYING = {
  "0033110001": "K1-SECRET",
  FFFF000300: 47.3,
  FFFF000301: 8.5,
  FFFF000302: 400,
};

async function evict(disturbance: Disturbance) {
  if (disturbance !== "nothing")
    await evictDurableObject(siteStub(siteId), { webSockets: disturbance });
}

/** Who is not logged in, after an eviction: on a new socket where that closed his. */
async function keepOpen(disturbance: Disturbance, viewer: SiteViewer) {
  await evict(disturbance);
  return disturbance === "close" ? reopen(viewer) : viewer;
}

/** The same after a login. */
async function keepWatching(disturbance: Disturbance, viewer: SiteViewer) {
  await evict(disturbance);
  return disturbance === "close" ? (await watch(siteId, viewer.stamp)).viewer : viewer;
}

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("a welcome contains all known data of a site", async () => {
    const hot = {
      eventNo: 12,
      address: "003311",
      level: "warning",
      state: "raised",
      message: "Hot",
    };
    const connect = { events: [{ ...hot, at: clock.now() }] };
    const logger = await connectLogger(siteId, connect);
    await logger.ask({
      cmd: 264,
      id: "s",
      statuses: [{ address: "003311", status: "invert", at: clock.now() }],
    });
    await logger.ask(sample("b", clock.now(), { FFFF000100: 1500, FFFF000134: null }));
    const since = clock.now();
    await disturb(siteId, disturbance, logger, connect);
    clock.forward(5_000);
    const { welcome } = await watch(siteId);
    expect(welcome).toEqual({
      status: 200,
      time: clock.now(),
      role: 1,
      online: true,
      since,
      siteStatus: "warning",
      equipment: [
        { ...EQUIPMENT[0], status: "invert", online: true },
        { ...EQUIPMENT[1], status: null, online: true },
      ],
      values: { FFFF000100: { v: 1500, at: since }, FFFF000134: { v: null, at: since } },
      errors: [
        {
          equipmentName: "MK-5000",
          message: "Hot",
          equipmentType: "0033",
          eventTrigger: "warning",
          eventNo: 12,
          address: "003311",
          at: since,
        },
      ],
      commands: [],
      sampling: { sampleMs: 1_000, uploadMs: 1_000 },
      reconnectJitterMs: 10_000,
    });
  });

  test("a site that never had a logger is welcomed to as well", async () => {
    await watch(siteId);
    await evict(disturbance);
    const { welcome } = await watch(siteId);
    expect(welcome).toMatchObject({
      online: false,
      since: 0,
      siteStatus: "offline",
      equipment: [],
      values: {},
    });
  });

  test("a monitor sees what identifies the equipment, a shared link does not", async () => {
    const logger = await connectLogger(siteId, { equipment: IDENTIFIABLE });
    await logger.ask(sample("b", clock.now(), { FFFF000100: 1500, ...IDENTIFYING }));
    await disturb(siteId, disturbance, logger, { equipment: IDENTIFIABLE });
    const { welcome: monitor } = await watch(siteId, MONITOR);
    const { welcome: share } = await watch(siteId, SHARE);
    expect(Object.keys(monitor.values as object)).toHaveLength(5);
    expect(JSON.stringify(monitor.equipment)).toContain("K1-SECRET");
    expect(Object.keys(share.values as object)).toEqual(["FFFF000100"]);
    expect(share.equipment).toEqual([
      {
        ...EQUIPMENT[0],
        registers: [IDENTIFIABLE[0]?.registers[0]],
        status: null,
        online: true,
      },
      {
        ...IDENTIFIABLE[1],
        registers: [IDENTIFIABLE[1]?.registers[0]],
        status: null,
        online: true,
      },
    ]);
  });

  test("a ticket is good once", async () => {
    const { viewer } = await watch(siteId);
    await evict(disturbance);
    const second = await openViewer(siteId, {}, viewer.ticket);
    expect(await second.login()).toEqual({ status: 401 });
    expect(await second.closed).toBe(4401);
  });

  test("a ticket is good only until its time", async () => {
    const until = { ticketUntil: clock.now() + 70_000 };
    let late = await openViewer(siteId, until);
    await evict(disturbance);
    // A ticket that was not used is good on another socket of the same key.
    if (disturbance === "close") late = await openViewer(siteId, until, late.ticket);
    clock.forward(9_999);
    expect(await late.login()).toMatchObject({ status: 200 });
    const tooLate = await openViewer(siteId, { ticketUntil: clock.now() });
    expect(await tooLate.login()).toEqual({ status: 401 });
  });

  test("a right that ended refuses keys issued before, and closes their sockets", async () => {
    const ended = await openViewer(siteId, { session: "phone" });
    const { viewer: other } = await watch(siteId, { session: "desk" });
    await siteStub(siteId).endViewers({ session: "phone" });
    expect(await ended.closed).toBe(4403);
    await evict(disturbance);
    const ticket = { ticketHash: hashTicket("t"), siteId };
    const refused = await upgrade(siteId, stampOf({ ...ticket, session: "phone" }));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({ code: 403, message: expect.any(String) });
    expect((await upgrade(siteId, stampOf({ ...ticket, session: "desk" }))).status).toBe(101);
    if (disturbance !== "close") expect(await other.unread()).toEqual([]);
  });

  test("a rights version older than the last revocation is refused", async () => {
    const { viewer: lowered } = await watch(siteId, { person: 5, rightsVersion: 3 });
    const { viewer: raised } = await watch(siteId, { person: 5, rightsVersion: 4 });
    await siteStub(siteId).endViewers({ person: 5, rightsVersion: 4 });
    await siteStub(siteId).endViewers({ person: 5, rightsVersion: 2 });
    expect(await lowered.closed).toBe(4403);
    await evict(disturbance);
    const upgradeWith = async (rightsVersion: number, person = 5) =>
      (await upgrade(siteId, stampOf({ siteId, person, rightsVersion }))).status;
    expect(await upgradeWith(3)).toBe(403);
    expect(await upgradeWith(4)).toBe(101);
    expect(await upgradeWith(1, 6)).toBe(101);
    if (disturbance !== "close") expect(await raised.unread()).toEqual([]);
  });

  test("a viewer that does not log in within ten seconds is closed", async () => {
    const idle = await keepOpen(disturbance, await openViewer(siteId));
    clock.forward(10_000);
    await ring(siteId);
    expect(await idle.closed).toBe(4401);
  });

  test("anything but a heartbeat first is closed unanswered", async () => {
    const opened = await keepOpen(disturbance, await openViewer(siteId));
    const { socket, browser, closed, messages } = opened;
    socket.send('{"cmd":256}');
    socket.send(browser.write(288, "early", {}));
    expect(await closed).toBe(4401);
    expect(messages.inbox).toEqual([]);
  });

  test("five invalid frames in a row close the socket", async () => {
    const refuse = async (viewer: SiteViewer) => {
      for (let count = 0; count < 4; count++) {
        viewer.socket.send("{");
        await viewer.next(({ cmd }) => cmd === 511);
      }
    };
    const opened = (await watch(siteId)).viewer;
    await refuse(opened);
    const viewer = await keepWatching(disturbance, opened);
    // A new socket begins a new row.
    if (disturbance === "close") await refuse(viewer);
    viewer.socket.send("{");
    expect(await viewer.closed).toBe(4400);
    expect(viewer.messages.inbox.at(-1)).toEqual({ cmd: 511, tag: "", body: { status: 400 } });
  });

  test("a heartbeat that the platform answers does not break a row of invalid frames", async () => {
    clock.release();
    let { viewer } = await watch(siteId);
    const invalid = async (count: number) => {
      for (let sent = 0; sent < count; sent++) {
        viewer.socket.send("{");
        await viewer.next(({ cmd }) => cmd === 511);
      }
    };
    await invalid(4);
    viewer = await keepWatching(disturbance, viewer);
    // A new socket begins a new row.
    if (disturbance === "close") await invalid(4);
    const begun = Date.now();
    do {
      await viewer.beat('{"cmd":256}');
    } while (Date.now() <= begun + 1);
    viewer.socket.send("{");
    expect(await viewer.closed).toBe(4400);
  });

  test("more than fifty frames at once close the socket", async () => {
    const opened = (await watch(siteId)).viewer;
    for (let count = 0; count < 30; count++) opened.send(261, "", {});
    await opened.unread();
    const viewer = await keepWatching(disturbance, opened);
    // A new socket may say as much at once again.
    const many = disturbance === "close" ? 60 : 30;
    for (let count = 0; count < many; count++) viewer.send(261, "", {});
    expect(await viewer.closed).toBe(4429);
  });

  test("a viewer who says nothing for ninety seconds is closed", async () => {
    const viewer = await keepWatching(disturbance, (await watch(siteId)).viewer);
    clock.forward(89_000);
    await ring(siteId);
    expect(await viewer.unread()).toEqual([]);
    clock.forward(89_999);
    await ring(siteId);
    expect(await viewer.unread()).toEqual([]);
    clock.forward(90_000);
    await ring(siteId);
    expect(await viewer.closed).toBe(4408);
  });
});

test("a right that ends sooner than a login may take is looked at when it ends", async () => {
  const until = clock.now() + 30_000;
  const first = await watch(siteId, { endsAt: until });
  const endsAt = clock.now() + 3_000;
  const { viewer } = await watch(siteId, { person: 8, endsAt });
  const { alarmAt } = await lookInside(siteId);
  expect(alarmAt).toBeLessThanOrEqual(endsAt);
  clock.forward(3_000);
  await ring(siteId);
  expect(await viewer.closed).toBe(4403);
  expect(await first.viewer.unread()).toEqual([]);
});
