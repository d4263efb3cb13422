import { evictDurableObject } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { AlarmOutbox } from "#durable-objects/site/alarms/alarm-outbox.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { disturb, lookInside } from "../support/site-inside.ts";
import { connectLogger, EQUIPMENT, sample, siteStub } from "../support/site-logger.ts";
import { MONITOR, ring, SHARE, watch } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
beforeEach(() => {
  clock = freezeSiteClock();
});

const VOLTAGE = "0033110107";
const AUTHOR = { id: 7, name: "Ada" };
let siteId = 91_000;

/** A site with an open limit on the input voltage, above 250 V for 10 s. */
async function siteWithLimit(more: object = {}) {
  siteId += 1;
  const stub = siteStub(siteId);
  const logger = await connectLogger(siteId);
  const rule = {
    address: VOLTAGE,
    unit: "V",
    min: 0,
    max: 1000,
    lowAlarm: null,
    lowClear: null,
    highAlarm: 250,
    highClear: 240,
    sustainTime: 10,
    notifyAfter: 0,
    level: "fault" as const,
    monitor: "all" as const,
    isOpen: true,
    ...more,
  };
  const result = await stub.updateAlarmRules({ limits: [rule] }, AUTHOR);
  expect(result.kind).toBe("changed");
  let number = 0;
  const send = async (value: unknown, aheadMs = 10 * SECOND_MS) => {
    number += 1;
    const at = clock.forward(aheadMs);
    await logger.ask(sample(`s${number}`, at, { [VOLTAGE]: value }));
    return at;
  };
  const log = async () => (await stub.readAlarmLog({ page: 1, size: 100 })).rows;
  return { siteId, stub, logger, send, log };
}

test("a value above its limit for the sustain time is an alarm until it has been below for as long", async () => {
  const { send, log, stub, siteId: id } = await siteWithLimit();
  await send(230);
  const since = await send(251);
  expect(await log()).toEqual([]);
  const active = await send(252);
  expect(await log()).toMatchObject([
    {
      startTime: since,
      dateTime: active,
      endTime: null,
      value: 252,
      limit: 250,
      level: "fault",
      source: "user rule",
      isRetroactive: false,
      address: VOLTAGE,
      deviceName: "MK-5000",
    },
  ]);
  await evictDurableObject(siteStub(id));
  await send(245);
  const cleared = await send(239);
  expect((await log())[0]?.endTime).toBeNull();
  await send(238);
  expect(await log()).toMatchObject([{ endTime: cleared, reason: "recovered" }]);
  expect(await stub.acknowledgeAlarm((await log())[0]?.logId ?? 0, AUTHOR)).toBe("done");
});

test("viewers who may view the log are notified at once of each change of an alarm, others are not", async () => {
  const { send, stub, siteId: id } = await siteWithLimit({ sustainTime: 0 });
  const { viewer } = await watch(id);
  const { viewer: monitor } = await watch(id, MONITOR);
  const { viewer: share } = await watch(id, SHARE);
  const changes = async (who: typeof viewer) =>
    (await who.unread()).filter(({ body }) => "alarmsChanged" in body).length;
  await send(230);
  expect(await changes(viewer)).toBe(0);
  await send(251);
  expect(await changes(viewer)).toBe(1);
  await send(252);
  expect(await changes(viewer)).toBe(0);
  await stub.acknowledgeAlarm(1, AUTHOR);
  expect(await changes(viewer)).toBe(1);
  await send(230);
  expect(await changes(viewer)).toBe(1);
  expect([await changes(monitor), await changes(share)]).toEqual([0, 0]);
});

test("a rule that is switched off ends its alarm, and one on a removed register too", async () => {
  const { send, log, stub } = await siteWithLimit();
  await send(260);
  await send(260);
  const { limits } = await stub.readAlarmRules();
  const own = limits.find(({ alarmType }) => alarmType === "custom");
  await stub.updateAlarmRules({ limits: [{ ruleId: own?.ruleId ?? 0, isOpen: false }] }, AUTHOR);
  expect(await log()).toMatchObject([{ endTime: clock.now(), reason: "rule disabled" }]);
  clock.forward(SECOND_MS);
  await stub.updateAlarmRules({ limits: [{ ruleId: own?.ruleId ?? 0, isOpen: true }] }, AUTHOR);
  await send(260);
  await send(260);
  expect(await log()).toHaveLength(2);
});

test("several changes of the rules within a millisecond are applied at once", async () => {
  const { send, log, stub } = await siteWithLimit();
  await send(260);
  await send(260);
  const { limits } = await stub.readAlarmRules();
  const ruleId = limits.find(({ alarmType }) => alarmType === "custom")?.ruleId ?? 0;
  for (const change of [{ sustainTime: 20 }, { highAlarm: 300, highClear: 290 }])
    await stub.updateAlarmRules({ limits: [{ ruleId, ...change }] }, AUTHOR);
  expect(await log()).toMatchObject([{ endTime: clock.now(), reason: "rule changed" }]);
});

test("late samples are evaluated in the background, with the rules of their time", async () => {
  const { send, log, logger, siteId: id } = await siteWithLimit();
  const first = await send(230);
  await send(230, 30 * MINUTE_MS);
  expect(await log()).toEqual([]);
  for (const [index, value] of [230, 260, 260, 260, 230, 230, 230].entries())
    await logger.ask(sample(`late${index}`, first + (index + 1) * MINUTE_MS, { [VOLTAGE]: value }));
  expect(await log()).toEqual([]);
  clock.forward(MINUTE_MS);
  await ring(id);
  expect(await log()).toMatchObject([
    {
      startTime: first + 2 * MINUTE_MS,
      dateTime: first + 3 * MINUTE_MS,
      endTime: first + 5 * MINUTE_MS,
      isRetroactive: true,
    },
  ]);
});

test("an alarm on a register that the logger no longer has ends with the equipment", async () => {
  const { send, log, siteId: id } = await siteWithLimit();
  await send(260);
  await send(260);
  const removedAt = clock.forward(SECOND_MS);
  await connectLogger(id, { equipment: [EQUIPMENT[1]] });
  expect(await log()).toMatchObject([{ endTime: removedAt, reason: "equipment removed" }]);
});

/** The events that the objects store for the queue from now on. */
function watchQueue() {
  const put = vi.spyOn(AlarmOutbox.prototype, "put");
  return {
    steps: () =>
      put.mock.calls.flatMap(([{ notice, alarm }]) =>
        notice ? [[notice.step, alarm.cause.kind]] : [],
      ),
    events: () => put.mock.calls.map(([event]) => event),
  };
}

test("start and end of an alarm are notified once, after the delay", async () => {
  const queue = watchQueue();
  const { send, siteId: id } = await siteWithLimit({ notifyAfter: 60 });
  await send(260);
  await send(260);
  await ring(id);
  expect(queue.steps()).toEqual([]);
  clock.forward(MINUTE_MS);
  await ring(id);
  expect(queue.steps()).toEqual([["start", "limit"]]);
  await evictDurableObject(siteStub(id));
  await send(230);
  await send(230);
  await ring(id);
  expect(queue.steps()).toEqual([
    ["start", "limit"],
    ["end", "limit"],
  ]);
});

test("a site without its logger for the allowed gap is an alarm until the logger is back", async () => {
  const queue = watchQueue();
  const { logger, log, siteId: id } = await siteWithLimit();
  const offlineAt = clock.now();
  logger.socket.close();
  await vi.waitFor(async () => expect((await lookInside(id)).online).toBe(false));
  clock.forward(59 * MINUTE_MS);
  await ring(id);
  expect(await log()).toEqual([]);
  clock.forward(2 * MINUTE_MS);
  await ring(id);
  expect(await log()).toMatchObject([
    {
      cause: { kind: "platform", condition: "loggerOffline" },
      startTime: offlineAt,
      dateTime: offlineAt + 60 * MINUTE_MS,
      endTime: null,
    },
  ]);
  await connectLogger(id);
  expect(await log()).toMatchObject([{ endTime: clock.now(), reason: "logger online" }]);
  expect(queue.steps()).toEqual([
    ["start", "platform"],
    ["end", "platform"],
  ]);
});

test("equipment of an online logger without data for the allowed gap is an alarm", async () => {
  const { stub, send, log, logger, siteId: id } = await siteWithLimit();
  await stub.updateAlarmRules({ noData: { allowedGap: 5 } }, AUTHOR);
  await send(230);
  const last = await send(230);
  for (let minute = 0; minute < 6; minute++) {
    clock.forward(MINUTE_MS);
    await logger.ask(sample(`m${minute}`, clock.now(), { FFFF000100: 1 }));
    await ring(id);
  }
  expect(await log()).toMatchObject([
    { address: "003311", cause: { condition: "noData" }, startTime: last, endTime: null },
  ]);
  const back = await send(231);
  expect(await log()).toMatchObject([{ endTime: back, reason: "recovered" }]);
});

test("equipment that reports states only is silent without any of them", async () => {
  const { stub, log, siteId: id } = await siteWithLimit();
  const registers = [
    { register: "0201", name: "relay", kind: "enum", access: "r" },
    { register: "0202", name: "limit", kind: "setting", access: "rw" },
  ];
  const logger = await connectLogger(id, { equipment: [{ address: "005711", registers }] });
  await stub.updateAlarmRules({ noData: { allowedGap: 5 } }, AUTHOR);
  let frame = 0;
  const send = async (values: object) => {
    frame += 1;
    const at = clock.forward(4 * MINUTE_MS);
    await logger.ask(sample(`c${frame}`, at, { FFFF000100: 1, ...values }));
    await ring(id);
    return at;
  };
  const silent = async () => (await log()).filter(({ address }) => address === "005711");
  await send({ "0057110201": 1, "0057110202": 5 });
  await send({ "0057110201": 0 });
  const last = await send({ "0057110202": 6 });
  await send({});
  expect(await silent()).toEqual([]);
  await send({});
  const noData = { cause: { condition: "noData" }, startTime: last };
  expect(await silent()).toMatchObject([{ ...noData, endTime: null }]);
  const back = await send({ "0057110201": 1 });
  expect(await silent()).toMatchObject([{ ...noData, endTime: back, reason: "recovered" }]);
});

test("events, a wrong clock and missing equipment are in the log", async () => {
  const { log, logger, siteId: id } = await siteWithLimit();
  const raised = clock.forward(SECOND_MS);
  const event = { eventNo: 12, address: "003311", level: "fault", code: "E12" };
  await logger.ask({ cmd: 262, id: "e1", events: [{ ...event, state: "raised", at: raised }] });
  const cleared = clock.forward(MINUTE_MS);
  await logger.ask({ cmd: 262, id: "e2", events: [{ ...event, state: "cleared", at: cleared }] });
  await logger.ask({ cmd: 262, id: "e2", events: [{ ...event, state: "cleared", at: cleared }] });
  expect(await log()).toMatchObject([
    {
      source: "system detection",
      eventNo: 12,
      startTime: raised,
      endTime: cleared,
      reason: "cleared",
    },
  ]);
  const other = { address: "003312", registers: [] };
  const equipment = [other, EQUIPMENT[1]];
  await connectLogger(id, { equipment, clock: clock.now() - 10 * MINUTE_MS });
  const causes = (await log()).map(({ cause }) =>
    "condition" in cause ? cause.condition : cause.kind,
  );
  expect(causes).toEqual(["clockWrong", "equipmentMissing", "event"]);
  await connectLogger(id, { clock: clock.now(), equipment: [other, ...EQUIPMENT] });
  expect((await log()).every(({ endTime }) => endTime !== null)).toBe(true);
});

test("alarms of a backlog after an outage are one message, with their true times", async () => {
  const queue = watchQueue();
  const { stub, send, log, logger, siteId: id } = await siteWithLimit();
  await stub.updateAlarmRules({ noData: { isOpen: false } }, AUTHOR);
  const offlineFrom = await send(230);
  logger.socket.close();
  await vi.waitFor(async () => expect((await lookInside(id)).online).toBe(false));
  const outageMs = 7.4 * 60 * MINUTE_MS;
  const offlineTo = clock.forward(outageMs);
  const backlog = { from: offlineFrom, to: offlineTo };
  let again = await connectLogger(id, { backlog });
  await again.ask(sample("live", clock.forward(SECOND_MS), { [VOLTAGE]: 260 }));
  const minutes = Math.floor(outageMs / MINUTE_MS);
  const breaches = (minute: number) => (minute > 60 && minute <= 90) || minute > 400;
  for (let first = 1; first < minutes; first += 60) {
    const times = Array.from({ length: 60 }, (_, index) => first + index).filter(
      (m) => m < minutes,
    );
    await again.ask({
      cmd: 260,
      id: `b${first}`,
      backlog: first + 60 >= minutes ? "end" : true,
      times: times.map((minute) => offlineFrom + minute * MINUTE_MS),
      values: { [VOLTAGE]: times.map((minute) => (breaches(minute) ? 260 : 230)) },
    });
    if (first === 61) again = await disturb(id, "hibernate", again);
  }
  clock.forward(6 * SECOND_MS);
  await ring(id);
  clock.forward(2 * SECOND_MS);
  await ring(id);
  const at = (minute: number) => offlineFrom + minute * MINUTE_MS;
  expect(await log()).toMatchObject([
    { startTime: at(401), dateTime: at(402), endTime: null, isRetroactive: true },
    { startTime: at(61), dateTime: at(62), endTime: at(91), isRetroactive: true },
  ]);
  expect(queue.steps()).toEqual([
    ["live", "limit"],
    ["summary", "limit"],
  ]);
  const { summary } = queue.events().find(({ notice }) => notice?.step === "summary") ?? {};
  const logIds = (await log()).map(({ logId }) => logId);
  const counts = { raised: 2, stillOpen: 1, level: "fault", logIds };
  expect(summary).toEqual({ offlineFrom, offlineTo, ...counts });
  await again.ask(sample("end1", clock.forward(10 * SECOND_MS), { [VOLTAGE]: 230 }));
  await again.ask(sample("end2", clock.forward(10 * SECOND_MS), { [VOLTAGE]: 230 }));
  clock.forward(31 * MINUTE_MS);
  await ring(id);
  expect(queue.steps()).toEqual([
    ["live", "limit"],
    ["summary", "limit"],
    ["end", "limit"],
  ]);
});
