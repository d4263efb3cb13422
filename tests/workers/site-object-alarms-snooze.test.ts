import { evictDurableObject } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { AlarmOutbox } from "#durable-objects/site/alarms/alarm-outbox.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, siteStub } from "../support/site-logger.ts";
import { ring } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 93_000;
beforeEach(() => {
  clock = freezeSiteClock();
});

const AUTHOR = { id: 7, name: "Ada" };

/** A site whose logger raises and clears one event, at a level of choice; the log notifies warnings, too. */
async function siteWithEvent() {
  siteId += 1;
  const id = siteId;
  const stub = siteStub(id);
  const put = vi.spyOn(AlarmOutbox.prototype, "put");
  const logger = await connectLogger(id);
  // The list of a connection clears the events up to its clock.
  clock.forward(SECOND_MS);
  await stub.updateAlarmRules({ autoLevel: "warnings" }, AUTHOR);
  let number = 0;
  const send = async (reports: { state: "raised" | "cleared"; level?: string; at?: number }[]) => {
    // Of two reports at one instant, the clear would apply.
    clock.forward(SECOND_MS);
    number += 1;
    const event = { address: "003311", eventNo: 5, code: "E5", level: "warning", at: clock.now() };
    const events = reports.map((report) => ({ ...event, ...report }));
    await logger.ask({ cmd: 262, id: `e${number}`, events });
    await ring(id);
  };
  const report = (state: "raised" | "cleared", level = "warning") => send([{ state, level }]);
  const pass = async (ms: number) => {
    clock.forward(ms);
    await ring(id);
  };
  const log = async () => (await stub.readAlarmLog({ page: 1, size: 100 })).rows;
  const newest = async () => (await log())[0];
  return {
    ...{ stub, send, report, pass, log, newest },
    evict: () => evictDurableObject(siteStub(id)),
    snooze: async (until: number) => stub.snoozeAlarm((await newest())?.logId ?? 0, until, AUTHOR),
    /** An episode of one minute. */
    async episode(level = "warning") {
      await report("raised", level);
      await pass(MINUTE_MS);
      await report("cleared", level);
      await pass(7 * MINUTE_MS);
    },
    steps: () => put.mock.calls.flatMap(([{ notice }]) => notice?.step ?? []),
    /** Until when the rest of the system knows the newest row to be snoozed. */
    mirrored: async () => {
      const logId = (await newest())?.logId;
      const events = put.mock.calls.map(([{ alarm }]) => alarm);
      return events.findLast((alarm) => alarm.logId === logId)?.snoozedUntil;
    },
  };
}

test("a snooze holds for later episodes of its key, also after an eviction, and for those found late", async () => {
  const site = await siteWithEvent();
  await site.report("raised");
  const until = clock.now() + HOUR_MS;
  expect(await site.snooze(until)).toBe("done");
  expect(await site.snooze(until)).toBe("unchanged");
  await site.pass(MINUTE_MS);
  await site.report("cleared");
  expect(site.steps()).toEqual(["start", "end"]);
  await site.evict();
  await site.pass(10 * MINUTE_MS);
  await site.report("raised");
  expect(await site.newest()).toMatchObject({ episode: 2, endTime: null, snoozedUntil: until });
  expect(await site.mirrored()).toBe(until);
  const { logId = 0 } = (await site.newest()) ?? {};
  expect(await site.stub.acknowledgeAlarm(logId, AUTHOR)).toBe("done");
  await site.pass(MINUTE_MS);
  await site.report("cleared");
  await site.pass(HOUR_MS);
  // An episode within the snooze arrives after it, as one after it does.
  await site.send([
    { state: "raised", at: until - 2 * MINUTE_MS },
    { state: "cleared", at: until - MINUTE_MS },
  ]);
  expect(await site.newest()).toMatchObject({ episode: 3, snoozedUntil: until });
  expect(site.steps()).toEqual(["start", "end"]);
  await site.report("raised");
  expect(await site.newest()).toMatchObject({ episode: 4, snoozedUntil: null });
  expect(site.steps()).toEqual(["start", "end", "start"]);
});

test("an episode that lasts beyond the snooze is notified when it ends", async () => {
  const site = await siteWithEvent();
  await site.report("raised");
  const until = clock.now() + 20 * MINUTE_MS;
  await site.snooze(until);
  await site.pass(MINUTE_MS);
  await site.report("cleared");
  await site.pass(SECOND_MS);
  await site.report("raised");
  await site.evict();
  clock.forward(until - SECOND_MS - clock.now());
  await ring(siteId);
  expect(site.steps()).toEqual(["start", "end"]);
  clock.forward(SECOND_MS);
  await ring(siteId);
  expect(site.steps()).toEqual(["start", "end", "start"]);
});

test("a later snooze replaces an earlier one, of this and of later episodes", async () => {
  const site = await siteWithEvent();
  await site.report("raised");
  const until = clock.now() + 2 * HOUR_MS;
  await site.snooze(until);
  await site.snooze(until - HOUR_MS);
  expect(await site.newest()).toMatchObject({ snoozedUntil: until - HOUR_MS });
  await site.pass(MINUTE_MS);
  await site.report("cleared");
  await site.report("raised");
  expect(await site.newest()).toMatchObject({ episode: 2, snoozedUntil: until - HOUR_MS });
});

test("a more severe episode cancels the snooze, an equal one does not", async () => {
  const site = await siteWithEvent();
  await site.report("raised");
  const until = clock.now() + 5 * HOUR_MS;
  await site.snooze(until);
  await site.pass(MINUTE_MS);
  await site.report("cleared");
  await site.report("raised");
  expect(await site.mirrored()).toBe(until);
  expect(site.steps()).toEqual(["start", "end"]);
  await site.report("raised", "fault");
  expect(await site.newest()).toMatchObject({ level: "fault", snoozedUntil: null });
  expect(await site.mirrored()).toBeNull();
  expect(site.steps()).toEqual(["start", "end", "start"]);
  await site.pass(MINUTE_MS);
  await site.report("cleared", "fault");
  await site.evict();
  await site.pass(MINUTE_MS);
  await site.report("raised");
  expect(await site.newest()).toMatchObject({ level: "warning", snoozedUntil: null });
  expect(site.steps()).toEqual(["start", "end", "start", "end", "start"]);
});

test("a more severe episode that was over before the snooze does not cancel it", async () => {
  const site = await siteWithEvent();
  const past = clock.now();
  await site.pass(10 * MINUTE_MS);
  await site.report("raised");
  const until = clock.now() + HOUR_MS;
  await site.snooze(until);
  await site.send([
    { state: "raised", level: "fault", at: past },
    { state: "cleared", level: "fault", at: past + MINUTE_MS },
  ]);
  expect(await site.newest()).toMatchObject({ level: "warning", snoozedUntil: until });
});

test("the row of a flapping key is snoozed with its episodes, and not again once that is cancelled", async () => {
  const site = await siteWithEvent();
  for (let episode = 0; episode < 4; episode++) await site.episode();
  await site.report("raised");
  const until = clock.now() + 5 * HOUR_MS;
  await site.snooze(until);
  await site.pass(MINUTE_MS);
  await site.report("cleared");
  const before = site.steps();
  await site.pass(MINUTE_MS);
  await site.episode();
  expect(await site.newest()).toMatchObject({ flaps: 6, snoozedUntil: until });
  expect(site.steps()).toEqual(before);
  await site.evict();
  await site.episode("fault");
  expect(await site.newest()).toMatchObject({ flaps: 7, snoozedUntil: null });
  expect(site.steps()).toEqual([...before, "flapping"]);
  await site.pass(40 * MINUTE_MS);
  expect((await site.newest())?.endTime).not.toBeNull();
  for (let episode = 0; episode < 6; episode++) await site.episode();
  expect(await site.newest()).toMatchObject({ flaps: 6, snoozedUntil: null });
});

test("a snoozed row of a flapping key snoozes the episodes after it", async () => {
  const site = await siteWithEvent();
  for (let episode = 0; episode < 6; episode++) await site.episode();
  const until = clock.now() + 5 * HOUR_MS;
  expect(await site.snooze(until)).toBe("done");
  await site.pass(40 * MINUTE_MS);
  const before = site.steps();
  await site.episode();
  expect(await site.log()).toMatchObject([
    { flaps: 0, snoozedUntil: until },
    { flaps: 6, snoozedUntil: until },
  ]);
  expect(site.steps()).toEqual(before);
});
