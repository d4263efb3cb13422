import { beforeEach, describe, expect, test } from "vitest";
import { disturbWatched, reopen } from "../support/disturb-viewers.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { DISTURBANCES, disturb } from "../support/site-inside.ts";
import { connectLogger, EQUIPMENT, sample } from "../support/site-logger.ts";
import {
  MONITOR,
  openViewer,
  ring,
  SHARE,
  type SiteViewer,
  type ViewerMessage,
  watch,
} from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 4000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

const FAST = { sampleMs: 1_000, uploadMs: 1_000 };
const SLOW = { sampleMs: 5_000, uploadMs: 5_000 };
const IDLE = { sampleMs: 10_000, uploadMs: 60_000 };
const HOT = { eventNo: 12, address: "003311", level: "fault", state: "raised", message: "Hot" };

type Logger = Awaited<ReturnType<typeof connectLogger>>;
const config = async (logger: Logger) => (await logger.next(({ cmd }) => cmd === 304)).sampling;
/** The last sampling it was sent, with its welcome or since. */
const samplingOf = ({ inbox }: Logger) =>
  inbox.filter(({ cmd }) => cmd === 259 || cmd === 304).at(-1)?.sampling;

/** Samples of one register, each a second after the other. */
async function sampleOften(logger: Logger, times: number, from: number) {
  for (let count = 0; count < times; count++) {
    clock.forward(200);
    await logger.ask(sample(`often-${from + count}`, clock.now(), { FFFF000100: from + count }));
  }
}

async function acknowledge(viewer: SiteViewer, times: number) {
  for (let count = 0; count < times; count++) viewer.send(261, "", {});
  return await viewer.unread();
}

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  const disturbAll = <Viewers extends SiteViewer[]>(
    logger: Logger,
    viewers: [...Viewers],
    connect: object = {},
  ) => disturbWatched(siteId, disturbance, { logger, viewers, connect });

  /** A logger with its owner and a shared link that watch, and what happens to them. */
  const watched = async () => {
    const before = await connectLogger(siteId);
    const people = [(await watch(siteId)).viewer, (await watch(siteId, SHARE)).viewer] as const;
    const { logger, viewers, welcomes } = await disturbAll(before, [...people]);
    return { logger, viewer: viewers[0], share: viewers[1], welcomes };
  };

  test("each viewer gets what changed, and only that", async () => {
    const before = await connectLogger(siteId);
    const owner = (await watch(siteId)).viewer;
    const monitor = (await watch(siteId, MONITOR)).viewer;
    const first = clock.now();
    await before.ask(sample("a", first, { FFFF000100: 1500, FFFF000120: 700 }));
    for (const viewer of [owner, monitor])
      expect(await viewer.pushed(260)).toEqual({
        at: first,
        values: { FFFF000100: 1500, FFFF000120: 700 },
      });
    const { logger, viewers, welcomes } = await disturbAll(before, [owner, monitor]);
    for (const welcome of welcomes)
      expect(welcome).toMatchObject({
        online: true,
        values: { FFFF000100: { v: 1500, at: first }, FFFF000120: { v: 700, at: first } },
      });
    const second = clock.forward(1_000);
    await logger.ask(sample("b", second, { FFFF000100: 1500, FFFF000120: null }));
    for (const viewer of viewers)
      expect(await viewer.pushed(260)).toEqual({ at: second, values: { FFFF000120: null } });
    expect(await viewers[0].unread()).toEqual([]);
  });

  test("the logger's clock comes with the time of its receipt", async () => {
    const equipment = [
      {
        address: "FFFF00",
        registers: ["0100", "F000"].map((register) => ({ register, kind: "gauge", access: "r" })),
      },
    ];
    const opened = await connectLogger(siteId, { equipment });
    const owner = (await watch(siteId)).viewer;
    const {
      logger,
      viewers: [viewer],
    } = await disturbAll(opened, [owner], { equipment });
    const received = clock.forward(10_000);
    const behind = received - 3_000;
    await logger.ask(sample("a", behind, { FFFF000100: 1, FFFF00F000: behind }));
    expect(await viewer.pushed(260)).toEqual({ at: behind, values: { FFFF000100: 1 } });
    expect(await viewer.pushed(260)).toEqual({ at: received, values: { FFFF00F000: behind } });
    await disturbAll(logger, [viewer], { equipment });
    clock.forward(5_000);
    const { welcome } = await watch(siteId);
    expect(welcome.values).toEqual({
      FFFF000100: { v: 1, at: behind },
      FFFF00F000: { v: behind, at: received },
    });
  });

  test("a logger's clock that is no instant comes with the time of its receipt, and is not learned", async () => {
    const equipment = [
      { address: "FFFF00", registers: [{ register: "F000", kind: "gauge", access: "r" }] },
    ];
    const opened = await connectLogger(siteId, { equipment });
    const owner = (await watch(siteId)).viewer;
    const {
      logger,
      viewers: [viewer],
    } = await disturbAll(opened, [owner], { equipment });
    const sampled = clock.forward(10_000) - 3_000;
    await logger.ask(sample("a", sampled, { FFFF00F000: 1e300 }));
    const clockOf = (at: number, reported: number) => ({ at, values: { FFFF00F000: reported } });
    expect(await viewer.pushed(260)).toEqual(clockOf(clock.now(), 1e300));
    const next = clock.forward(10_000);
    await logger.ask(sample("b", next - 1_000, { FFFF00F000: next - 500 }));
    expect(await viewer.pushed(260)).toEqual(clockOf(next, next - 500));
  });

  test("the logger's clock is never reported in the future, with or without hibernation", async () => {
    const equipment = [
      { address: "FFFF00", registers: [{ register: "F000", kind: "gauge", access: "r" }] },
    ];
    const opened = await connectLogger(siteId, { equipment });
    // Each sample arrives sooner than the one before: the offset moves by too little to be stored.
    for (const age of [8_000, 0]) {
      const now = clock.forward(10_000);
      await opened.ask(sample(`of-${age}`, now - age, { FFFF00F000: now - age }));
    }
    const logger = await disturb(siteId, disturbance, opened, { equipment });
    const { viewer, welcome } = await watch(siteId);
    const { FFFF00F000: reported } = welcome.values as Record<string, { v: number; at: number }>;
    expect(reported?.at).toBeLessThanOrEqual(clock.now());
    const next = clock.forward(1_000);
    await logger.ask(sample("next", next, { FFFF00F000: next }));
    expect((await viewer.pushed(260)).at).toBeGreaterThanOrEqual(reported?.at ?? next + 1);
  });

  test("errors come as the whole list, to shared links too and there without their words", async () => {
    const { logger, viewer, share } = await watched();
    await logger.ask({ cmd: 262, id: "e", events: [{ ...HOT, at: clock.forward(1) }] });
    for (const [who, message] of [
      [viewer, "Hot"],
      [share, ""],
    ] as const) {
      expect(await who.pushed(262)).toMatchObject({ errors: [{ eventNo: 12, message }] });
      expect(await who.pushed(264)).toMatchObject({ siteStatus: "fault" });
    }
    const cleared = { ...HOT, state: "cleared", at: clock.forward(1_000) };
    await logger.ask({ cmd: 262, id: "f", events: [cleared] });
    expect(await viewer.pushed(262)).toEqual({ errors: [] });
  });

  test("a change of status names the equipment concerned", async () => {
    const opened = await connectLogger(siteId);
    const { viewer: owner, welcome } = await watch(siteId);
    await opened.ask({
      cmd: 264,
      id: "a",
      statuses: [{ address: "003311", status: "invert", at: clock.now() }],
    });
    await owner.pushed(264);
    const {
      logger,
      viewers: [viewer],
      welcomes,
    } = await disturbAll(opened, [owner]);
    for (const { equipment } of welcomes)
      expect(equipment).toMatchObject([{ address: "003311", status: "invert" }, {}]);
    const at = clock.forward(1_000);
    await logger.ask({
      cmd: 264,
      id: "b",
      statuses: [{ address: "003311", status: "fault", at }],
    });
    expect(await viewer.pushed(264)).toMatchObject({
      online: true,
      since: welcome.since,
      equipment: expect.arrayContaining([{ address: "003311", status: "fault", online: true }]),
    });
  });

  test("a logger that goes takes all of its equipment offline", async () => {
    const { logger, viewer } = await watched();
    const since = clock.forward(1_000);
    logger.socket.close(1000);
    expect(await viewer.pushed(264)).toEqual({
      online: false,
      since,
      siteStatus: "offline",
      equipment: [
        { address: "003311", status: null, online: false },
        { address: "FFFF00", status: null, online: false },
      ],
    });
  });

  test("a changed tree is sent again, except to share links", async () => {
    const { logger, viewer, share } = await watched();
    logger.send({ cmd: 339, equipment: [EQUIPMENT[1]] });
    expect(await viewer.pushed(339)).toEqual({
      equipment: [{ ...EQUIPMENT[1], status: null, online: true }],
    });
    expect((await share.unread()).filter(({ cmd }) => cmd === 339)).toEqual([]);
  });

  test("a tree that names the voltage of a frequency hides it at once while the line has none", async () => {
    const gauge = (register: string, name: string, unit: string) => {
      return { register, name, unit, kind: "gauge", access: "r" };
    };
    const frequency = gauge("0105", "AC input frequency", "Hz");
    const pieceWith = (name: string) => [
      { address: "003311", registers: [frequency, gauge("0107", name, "V")] },
    ];
    const equipment = pieceWith("AC voltage");
    const before = await connectLogger(siteId, { equipment });
    const owner = (await watch(siteId)).viewer;
    const { logger, viewers } = await disturbAll(before, [owner], { equipment });
    const at = clock.forward(1_000);
    const values = { "0033110105": 13, "0033110107": 3 };
    await logger.ask(sample("a", at, values));
    expect(await viewers[0].pushed(260)).toEqual({ at, values });
    clock.forward(1_000);
    logger.send({ cmd: 339, equipment: pieceWith("AC input voltage") });
    expect(await viewers[0].pushed(260)).toEqual({ at, values: { "0033110105": null } });
    const { welcome } = await watch(siteId);
    expect(welcome.values).toMatchObject({ "0033110105": { v: null, at } });
  });

  test("with sixty-four unanswered only the newest of each address is sent, once the viewer reads", async () => {
    const opened = await connectLogger(siteId);
    const sampledAt = clock.now();
    await opened.ask(sample("b", sampledAt, { FFFF000120: 700, FFFF000134: 55 }));
    const owner = (await watch(siteId)).viewer;
    await sampleOften(opened, 64, 1);
    expect(await owner.unread()).toHaveLength(64);
    await sampleOften(opened, 3, 65);
    expect(await owner.unread()).toEqual([]);
    const {
      logger,
      viewers: [viewer],
      welcomes,
    } = await disturbAll(opened, [owner]);
    await sampleOften(logger, 2, 68);
    if (disturbance === "close") {
      // A new connection has nothing unanswered, and nothing was held back from its welcome.
      expect(welcomes).toMatchObject([{ values: { FFFF000100: { v: 67 } } }]);
      const values = (await viewer.unread()).map(({ body }) => body.values);
      return expect(values).toEqual([{ FFFF000100: 68 }, { FFFF000100: 69 }]);
    }
    expect(await viewer.unread()).toEqual([]);
    const newest = { at: clock.now(), values: { FFFF000100: 69 } };
    // After hibernation the held-back values are unknown, so all are sent, each at its own instant.
    const older = { at: sampledAt, values: { FFFF000120: 700, FFFF000134: 55 } };
    const values = (await acknowledge(viewer, 1)).filter(({ cmd }) => cmd === 260);
    expect(values.map(({ body }) => body)).toEqual(
      disturbance === "nothing" ? [newest] : [older, newest],
    );
    await sampleOften(logger, 1, 70);
    expect(await viewer.pushed(260)).toMatchObject({ values: { FFFF000100: 70 } });
  });

  test("a viewer who stopped reading is closed thirty seconds after the sixty-fourth", async () => {
    const opened = await connectLogger(siteId);
    const owner = (await watch(siteId)).viewer;
    await sampleOften(opened, 64, 1);
    expect(await owner.unread()).toHaveLength(64);
    const {
      viewers: [viewer],
    } = await disturbAll(opened, [owner]);
    clock.forward(29_999);
    await ring(siteId);
    expect(await viewer.unread()).toEqual([]);
    clock.forward(1);
    await ring(siteId);
    if (disturbance === "close") expect(await viewer.unread()).toEqual([]);
    else expect(await viewer.closed).toBe(4408);
  });

  test("a viewer who answers each sixteenth gets everything", async () => {
    let logger = await connectLogger(siteId);
    let { viewer } = await watch(siteId);
    const inbox: ViewerMessage[] = [];
    for (let round = 0; round < 6; round++) {
      await sampleOften(logger, 16, round * 16);
      inbox.push(...(await viewer.unread()));
      if (round === 2) {
        const after = await disturbAll(logger, [viewer]);
        logger = after.logger;
        viewer = after.viewers[0];
      }
      viewer.send(261, "", {});
    }
    const values = inbox.map(({ body }) => body.values);
    expect(values).toEqual(Array.from({ length: 96 }, (_, count) => ({ FFFF000100: count })));
  });

  test("the logger samples as fast as the viewers present may ask, and idles thirty seconds after the last", async () => {
    const opened = await connectLogger(siteId);
    const one = (await watch(siteId, SHARE)).viewer;
    expect(await config(opened)).toEqual(SLOW);
    const alone = await disturbAll(opened, [one]);
    const both = [(await watch(siteId)).viewer, ...alone.viewers] as const;
    expect(await config(alone.logger)).toEqual(FAST);
    const { logger, viewers } = await disturbAll(alone.logger, [...both]);
    const [owner, share] = viewers;
    owner.socket.close(1000);
    expect(await config(logger)).toEqual(SLOW);
    share.socket.close(1000);
    await share.closed;
    await logger.settle();
    const { logger: left } = await disturbAll(logger, []);
    expect(samplingOf(left)).toEqual(SLOW);
    clock.forward(29_999);
    await ring(siteId);
    await left.settle();
    expect(samplingOf(left)).toEqual(SLOW);
    clock.forward(1);
    await ring(siteId);
    expect(await config(left)).toEqual(IDLE);
  });

  test.each([
    ["a monitor", MONITOR],
    ["the demo account", { demo: true }],
  ])("%s raises the sampling to each five seconds at most", async (_, who) => {
    const logger = await connectLogger(siteId);
    const { welcome, viewer: watching } = await watch(siteId, who);
    expect(welcome.sampling).toEqual(SLOW);
    expect(await config(logger)).toEqual(SLOW);
    const after = await disturbAll(logger, [watching]);
    expect(samplingOf(after.logger)).toEqual(SLOW);
    expect(await after.viewers[0].ask(304, {}, "s")).toEqual({
      cmd: 305,
      tag: "s",
      body: { status: 200, result: "success", sampling: SLOW },
    });
  });

  test("a viewer who left without a close holds no rate", async () => {
    const opened = await connectLogger(siteId);
    const { viewer: gone } = await watch(siteId);
    expect(await config(opened)).toEqual(FAST);
    const { logger } = await disturbAll(opened, []);
    if (disturbance !== "close") {
      clock.forward(90_000);
      await ring(siteId);
      expect(await gone.closed).toBe(4408);
    }
    clock.forward(30_000);
    await logger.settle();
    await ring(siteId);
    expect(await config(logger)).toEqual(IDLE);
  });
});

test.each(DISTURBANCES)(
  "a socket that is open and not logged in requests and receives nothing, across %s",
  async (disturbance) => {
    const opened = await openViewer(siteId);
    const logger = await disturb(siteId, disturbance, await connectLogger(siteId));
    const idle = disturbance === "close" ? await reopen(opened) : opened;
    await logger.ask(sample("a", clock.now(), { FFFF000100: 1 }));
    expect(await idle.unread()).toEqual([]);
    expect(logger.inbox.filter(({ cmd }) => cmd === 304)).toEqual([]);
  },
);

test("many viewers are asked to come back over a longer time", async () => {
  for (let count = 0; count < 550; count++) await openViewer(siteId);
  const { welcome } = await watch(siteId);
  expect(welcome.reconnectJitterMs).toBe(551 * 20);
});
