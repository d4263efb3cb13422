import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callAs, signIn } from "../support/call-api.ts";
import { resetSwitchCounters } from "../support/reset-switch-counters.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, type Frame, type LoggerSocket, sample } from "../support/site-logger.ts";
import { watch } from "../support/viewer-socket.ts";

const CONTROL = "/site/v2/equipment/remote/control";
const CHANGE = "/site/v2/setting/change";
const INVERTER = "003311";
const GENERATOR = "800D11";
const LOGGER = "006B11";
const BATTERY = "008B11";
const tokens: Record<string, string> = {};
let logger: LoggerSocket;
/** ms UTC */
let now = 0;

const rw = (register: string) => ({ register, kind: "setting", access: "rw" });
const w = (register: string) => ({ register, kind: "setting", access: "w" });
const EQUIPMENT = [
  { address: "FFFF00", registers: [rw("0400")] },
  {
    address: INVERTER,
    typeCode: "0033",
    registers: [...["1020", "1023", "1024", "1026", "150C"].map(w)],
  },
  {
    address: GENERATOR,
    typeCode: "800D",
    registers: ["0010", "0013", "0014"].map(rw),
  },
  { address: BATTERY, typeCode: "008B", registers: [rw("0021"), w("150B")] },
  {
    address: LOGGER,
    typeCode: "006B",
    registers: [w("1001"), { register: "100A", kind: "text", access: "rw" }],
  },
];

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "full", "monitor", "demo"]) tokens[name] = await signIn(name);
  logger = await connectLogger(ALPHA, { equipment: EQUIPMENT });
});

beforeEach(async () => {
  await resetSwitchCounters([1, 2, 3, 4]);
  now = Date.now();
  await logger.ask(
    sample(`values-${now}-${Math.random()}`, now, {
      ...{ FFFF000400: 1, [`${GENERATOR}0013`]: 600, [`${GENERATOR}0014`]: 300 },
    }),
  );
});

function call(path: string, input: object, who = "owner") {
  const changeId = crypto.randomUUID();
  return callAs(tokens[who] ?? "", path, { id: ALPHA, changeId, ...input });
}

/** The refusals of a control, with the message that the page shows. */
async function refusalOf(input: object) {
  const { status, body } = await call(CONTROL, input);
  const { refusals } = (body.data ?? {}) as { refusals?: { code: string; limit?: object }[] };
  return { status, message: body.message, code: refusals?.[0]?.code, limit: refusals?.[0]?.limit };
}

/** Reports the status of the generator as of some seconds ago. */
async function report(status: string, secondsAgo: number): Promise<void> {
  const statuses = [{ address: GENERATOR, status, at: now - secondsAgo * 1_000 }];
  await logger.ask({ cmd: 264, id: `status-${Math.random()}`, statuses });
}

/** Answers reads of the portal until it writes. */
async function nextWrite(): Promise<Frame> {
  for (;;) {
    const frame = await logger.next(({ cmd }) => [320, 324, 336].includes(cmd));
    if (frame.cmd !== 336) {
      const answer = { id: frame.id, status: 200, result: "success", value: frame.value };
      logger.send({ cmd: frame.cmd + 1, ...answer });
      await logger.settle();
      return frame;
    }
    logger.send({ cmd: 337, id: frame.id, status: 200, values: {} });
  }
}

describe("a generator", () => {
  test("is not stopped before its minimum run time is over, and the refusal names the seconds left", async () => {
    await report("running", 60);
    const refusal = await refusalOf({ what: "generator", value: 0 });
    expect(refusal).toMatchObject({
      ...{ status: 409, code: "generatorRunTime" },
      message: "The generator’s minimum run time is not over yet",
    });
    const { seconds } = refusal.limit as { seconds: number };
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(540);
  });

  test("is not started before its minimum start interval is over", async () => {
    await report("not running", 20);
    expect(await refusalOf({ what: "generator", value: 1 })).toMatchObject({
      ...{ status: 409, code: "generatorStartInterval" },
      message: "The generator’s minimum start interval is not over yet",
    });
  });

  test("is listed with the instant at which each refused position becomes possible", async () => {
    await report("running", 10);
    const { body } = await call("/site/v2/setting/list", {});
    const { guards } = body.data as { guards: { until: number }[] };
    expect(guards).toMatchObject([
      { address: `${GENERATOR}0010`, value: 0, code: "generatorRunTime" },
    ]);
    expect(Math.abs((guards[0]?.until ?? 0) - (now + 590_000))).toBeLessThan(5_000);
  });

  test("is set to automatic at any time", async () => {
    await report("running", 5);
    expect((await call(CONTROL, { what: "generator", value: 2 })).status).toBe(200);
    expect(await nextWrite()).toMatchObject({ address: `${GENERATOR}0010`, value: 2 });
  });
});

test("a fault lock is released only after the fault is removed", async () => {
  const fault = { address: INVERTER, eventNo: 7, level: "fault", code: "E7", message: "Overload" };
  const raised = { cmd: 262, id: "fault", events: [{ ...fault, at: now, state: "raised" }] };
  expect(await logger.ask(raised)).toMatchObject({ cmd: 263, status: 200 });
  expect(await refusalOf({ what: "faultLock" })).toMatchObject({
    ...{ status: 409, code: "faultActive" },
    message: "The fault is still active. Remove it, then release the lock",
  });
  await logger.ask({
    cmd: 262,
    id: "removed",
    events: [{ ...fault, at: now + 1, state: "cleared" }],
  });
  expect((await call(CONTROL, { what: "faultLock" })).status).toBe(200);
  expect(await nextWrite()).toMatchObject({ address: `${INVERTER}1020`, value: 1 });
});

test("parameters are synchronised only while the inverters are off", async () => {
  expect(await refusalOf({ what: "synchronization" })).toMatchObject({
    ...{ status: 409, code: "invertersOn" },
    message: "This setting can be changed only while the inverters are off",
  });
});

/** Reports a status of a device, the newest one. */
async function reportNow(address: string, status: string): Promise<void> {
  const statuses = [{ address, status, at: Date.now() }];
  expect(await logger.ask({ cmd: 264, id: `now-${Math.random()}`, statuses })).toMatchObject({
    ...{ cmd: 265, status: 200 },
  });
}

describe("a device that its logger reports as offline", () => {
  const SILENT = "Battery communication failure: the data logger cannot reach the battery";

  test("refuses the controls and settings of a battery with the text of a communication failure, and sends nothing", async () => {
    await reportNow(BATTERY, "offline");
    const sent = logger.inbox.length;
    const items = [{ address: `${BATTERY}0021`, value: 20 }];
    for (const [path, input, address] of [
      [
        "/site/v2/equipment/remote/reset",
        { what: "battery", confirm: "battery" },
        `${BATTERY}150B`,
      ],
      [CHANGE, { items }, `${BATTERY}0021`],
    ] as const) {
      const { status, body } = await call(path, { equipment: BATTERY, ...input });
      expect({ status, ...body }).toMatchObject({
        ...{ status: 409, message: SILENT },
        data: { refusals: [{ code: "batteryOffline", address }] },
      });
    }
    const { viewer } = await watch(ALPHA, { rightsVersion: 9 });
    for (const cmd of [320, 324])
      expect(
        await viewer.ask(cmd, {
          ...{ commandId: crypto.randomUUID(), address: `${BATTERY}0021`, value: 20 },
        }),
      ).toMatchObject({ cmd: 511, body: { status: 403, reason: "batteryOffline" } });
    const { body } = await call("/site/v2/setting/list", {});
    const { guards } = body.data as { guards: { address: string }[] };
    expect(guards.filter(({ address }) => address.startsWith(BATTERY))).toEqual([
      { address: `${BATTERY}150B`, value: 1, code: "batteryOffline", until: null },
    ]);
    await logger.settle();
    const frames = logger.inbox.slice(sent).map(({ cmd }) => cmd);
    expect(frames.filter((cmd) => [320, 322, 324].includes(cmd))).toEqual([]);
    // Once the battery communicates again, the same change reaches it.
    await reportNow(BATTERY, "idle");
    expect((await call(CHANGE, { items })).status).toBe(200);
    expect(await nextWrite()).toMatchObject({ address: `${BATTERY}0021`, value: 20 });
  });

  test("refuses those of other equipment as a device that is offline", async () => {
    await reportNow(GENERATOR, "offline");
    expect(await refusalOf({ what: "generator", value: 2 })).toMatchObject({
      ...{ status: 409, code: "deviceOffline" },
      message: "Device is offline: the data logger cannot reach it",
    });
    await reportNow(GENERATOR, "not running");
  });
});

test("a full charge is started and cancelled", async () => {
  for (const value of [1, 0]) {
    expect((await call(CONTROL, { what: "fullCharge", value })).status).toBe(200);
    expect(await nextWrite()).toMatchObject({ address: `${INVERTER}150C`, value });
  }
  expect(await refusalOf({ what: "fullCharge", value: 2 })).toMatchObject({ status: 422 });
});

test("a full charge by day is accepted by API and socket alike, and sent at once: the device waits for its window", async () => {
  const clock = freezeSiteClock(Date.UTC(2040, 5, 1, 10));
  try {
    expect((await call(CONTROL, { what: "fullCharge", value: 1 })).status).toBe(200);
    expect(await nextWrite()).toMatchObject({ address: `${INVERTER}150C`, value: 1 });
    const { viewer } = await watch(ALPHA, { rightsVersion: 9 });
    const command = { commandId: crypto.randomUUID(), address: `${INVERTER}150C`, value: 1 };
    expect(await viewer.ask(324, command)).toMatchObject({ cmd: 325, body: { status: 200 } });
    expect(await nextWrite()).toMatchObject({ address: `${INVERTER}150C`, value: 1 });
  } finally {
    clock.release();
  }
});

test("an empty token is refused with the text of the token panel, and a token is never readable", async () => {
  const path = "/site/v2/equipment/remote/authtoken";
  expect((await call(path, { token: " " })).body).toMatchObject({
    data: { fields: { token: "tokenRequired" } },
  });
  expect((await call(path, { token: "4F2A-91C0" })).status).toBe(200);
  expect(await nextWrite()).toMatchObject({ address: `${LOGGER}100A`, value: "4F2A-91C0" });
  for (const list of ["/site/v2/setting/list", "/site/v2/setting/changes"]) {
    const { status, body } = await call(list, { page: 1, size: 20 });
    expect([list, status, JSON.stringify(body).includes("4F2A")]).toEqual([list, 200, false]);
  }
});

test("no control is executed for a monitor, the demo account, or equipment that does not have it", async () => {
  const calls = [
    [CONTROL, { what: "generator", value: 2 }],
    ["/site/v2/equipment/remote/clocksync", {}],
    ["/site/v2/equipment/remote/reset", { what: "all", confirm: "all" }],
    ["/site/v2/equipment/remote/authtoken", { token: "4F2A-91C0" }],
  ] as const;
  for (const [path, input] of calls)
    for (const who of ["monitor", "demo"])
      expect([path, who, (await call(path, input, who)).status]).toEqual([path, who, 403]);
  expect((await call(CONTROL, { what: "generator", equipment: INVERTER })).status).toBe(409);
  await logger.settle();
});
