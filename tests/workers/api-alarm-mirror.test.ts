import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { listAlarmsOfUser } from "#database/alarms/alarms-of-user.ts";
import { hideMirroredAlarms, mirrorAlarm } from "#database/alarms/site-alarms.ts";
import { writeAlarmEvents } from "#database/alarms/write-alarm-events.ts";
import { connect } from "#database/connect.ts";
import { beginPurge, removeSite } from "#database/sites/site-life.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { sweep } from "#operations/jobs/sweep.ts";
import { type SiteAlarmEvent, siteAlarmEvent } from "#protocol/alarms.ts";
import { consumeSiteEvents } from "#workers/queue.ts";
import { contextOf } from "#workers/services.ts";
import { alarmEvent } from "../support/alarm-event.ts";
import { countRows } from "../support/count-rows.ts";
import { ABSENT, ALPHA, BETA, database, seedUsers } from "../support/seed-users.ts";

const T0 = 1_790_000_000_000;

beforeEach(async () => {
  await seedUsers();
  await env.DB.exec("delete from site_alarms");
});

async function readMirror() {
  const { results } = await env.DB.prepare(
    "select * from site_alarms order by site_id, log_id",
  ).all();
  return results;
}

async function consume(...events: object[]) {
  const messages = events.map((body, place) => ({
    id: `m${place}`,
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  await consumeSiteEvents(createMessageBatch("helioport-site-events", messages), env);
}

test("an alarm event is written with all its values", async () => {
  await consume(
    alarmEvent(ALPHA, 7, 1, {
      value: "float",
      cause: { kind: "value", name: "Charge state" },
      acknowledgedById: 3,
      acknowledgedAt: T0 + 5,
    }),
  );
  expect(await readMirror()).toMatchObject([
    {
      site_id: ALPHA,
      log_id: 7,
      sequence: 1,
      level: "fault",
      cause: '{"kind":"value","name":"Charge state"}',
      value: '"float"',
      end_time: null,
      acknowledged_by_id: 3,
      acknowledged_at: T0 + 5,
    },
  ]);
});

test("an alarm that was hidden before its messages arrived stays hidden, in any order of them", async () => {
  const started = alarmEvent(ALPHA, 7, 1);
  const ended = alarmEvent(ALPHA, 7, 2, { endTime: T0 + 1000, reason: "recovered" });
  const hidden = alarmEvent(ALPHA, 7, 3, { ...ended.alarm, isHidden: true });
  const owner = env.DB.prepare("select creator_id from sites where id = ?").bind(ALPHA);
  const userId = (await owner.first<number>("creator_id")) ?? 0;
  const scope = { userId, siteIds: null, now: T0 };
  const listed = async () =>
    (await listAlarmsOfUser(database, scope, {}, { limit: 10, offset: 0 })).rows.map(
      ({ logId }) => logId,
    );
  const orders = [
    [started, hidden, ended],
    [hidden, started, ended],
    [hidden, ended, started],
  ];
  for (const order of orders) {
    await env.DB.exec("delete from site_alarms");
    await consume(alarmEvent(ALPHA, 8, 4));
    for (const event of order) {
      await consume(event);
      // The call hides what D1 knows to have ended.
      await hideMirroredAlarms(database, ALPHA, { to: null });
    }
    expect(await listed()).toEqual([8]);
  }
  // Late data may show that it has not ended.
  await consume(alarmEvent(ALPHA, 7, 5));
  expect((await listed()).sort()).toEqual([7, 8]);
});

test("events in any order and number leave the state of the newest one", async () => {
  const change = fc.record({
    logId: fc.integer({ min: 1, max: 3 }),
    level: fc.constantFrom("fault" as const, "warning" as const),
    endTime: fc.option(fc.integer({ min: T0, max: T0 + 1000 })),
    acknowledgedAt: fc.option(fc.integer({ min: T0, max: T0 + 1000 })),
  });
  const histories = fc.array(change, { minLength: 1, maxLength: 8 }).chain((changes) => {
    const events = changes.map(({ logId, ...more }, place) =>
      siteAlarmEvent.parse(alarmEvent(ALPHA, logId, place + 1, more)),
    );
    const delivered = fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 });
    return fc.record({ events: fc.constant(events), delivered });
  });
  await fc.assert(
    fc.asyncProperty(histories, async ({ events, delivered }) => {
      await env.DB.exec("delete from site_alarms");
      await writeAlarmEvents(database, delivered, T0);
      const newest = new Map(events.map((event) => [event.alarm.logId, event]));
      expect((await readMirror()).map(describeRow)).toEqual(
        [...newest.values()]
          .sort((one, other) => one.alarm.logId - other.alarm.logId)
          .map(({ sequence, alarm }) => ({
            sequence,
            logId: alarm.logId,
            level: alarm.level,
            endTime: alarm.endTime,
            acknowledgedAt: alarm.acknowledgedAt,
          })),
      );
    }),
    { numRuns: 15 },
  );
});

function describeRow(row: Record<string, unknown>) {
  return {
    sequence: row.sequence,
    logId: row.log_id,
    level: row.level,
    endTime: row.end_time,
    acknowledgedAt: row.acknowledged_at,
  };
}

test("an event of a site that does not exist writes nothing and is not repeated", async () => {
  const events = [alarmEvent(ABSENT, 1, 1), alarmEvent(BETA, 1, 1)].map((event) =>
    siteAlarmEvent.parse(event),
  );
  expect(await writeAlarmEvents(database, events, T0)).toEqual(new Map());
  expect(await readMirror()).toMatchObject([{ site_id: BETA }]);
});

test("an event that D1 refuses is returned alone, and the others are written", async () => {
  const good = siteAlarmEvent.parse(alarmEvent(ALPHA, 1, 1));
  const bad = structuredClone(good) as SiteAlarmEvent;
  Object.assign(bad.alarm, { logId: 2, deviceName: null });
  const failures = await writeAlarmEvents(database, [bad, good], T0);
  expect([...failures.keys()]).toEqual([bad]);
  expect(await readMirror()).toMatchObject([{ log_id: 1 }]);
});

test("alarms are deleted with their site, and 30 days after their end", async () => {
  const now = Date.now();
  await consume(
    alarmEvent(ALPHA, 1, 1, { endTime: now - 31 * DAY_MS }),
    alarmEvent(ALPHA, 2, 2, { endTime: now - 29 * DAY_MS }),
    alarmEvent(ALPHA, 3, 3, { startTime: now - 90 * DAY_MS }),
    alarmEvent(BETA, 1, 1),
  );
  await sweep(contextOf(env));
  expect((await readMirror()).map(({ site_id, log_id }) => [site_id, log_id])).toEqual([
    [ALPHA, 2],
    [ALPHA, 3],
    [BETA, 1],
  ]);
  await env.DB.prepare("update sites set deleted_at = 1 where id = ?").bind(ALPHA).run();
  await beginPurge(database, ALPHA, now);
  await removeSite(database, ALPHA);
  expect(await readMirror()).toMatchObject([{ site_id: BETA }]);
});

test("an alarm costs three rows when it starts, and two when it ends", async () => {
  const { database: counting, counted } = countRows();
  const write = async (event: object) => {
    const before = counted.written;
    const recorded = connect(counting);
    await recorded.batch([mirrorAlarm(recorded, siteAlarmEvent.parse(event))]);
    return counted.written - before;
  };
  expect(await write(alarmEvent(BETA, 1, 1))).toBe(3);
  expect(await write(alarmEvent(BETA, 1, 1))).toBe(0);
  expect(await write(alarmEvent(BETA, 1, 2, { endTime: T0 + 9 }))).toBe(2);
});
