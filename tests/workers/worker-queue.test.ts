import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { readSolarCurve } from "#domain/sites/solar-curve.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { SiteEvent } from "#protocol/site-rpc.ts";
import worker from "#workers/main.ts";
import { consumeSiteEvents } from "#workers/queue.ts";
import { ALPHA, BETA, GAMMA, seedUsers } from "../support/seed-users.ts";

beforeEach(async () => {
  await seedUsers();
  await env.DB.exec("update sites set status_sequence = 0, metrics_at = null, status = 'offline'");
});

const status = (siteId: number, sequence: number, more: object = {}): SiteEvent => ({
  kind: "status",
  siteId,
  sequence,
  at: 1000 + sequence,
  online: true,
  since: 900,
  siteStatus: "normal",
  alarm: "none",
  systemType: "10001",
  systemCode: 5,
  uploadMs: 60_000,
  ...more,
});

const metrics = (
  siteId: number,
  at: number,
  solar: number | null,
  more: object = {},
): SiteEvent => ({
  kind: "metrics",
  siteId,
  at,
  solar,
  batterySoc: 55.5,
  grid: -120,
  load: 300,
  solarEnergy: null,
  solarToday: null,
  solarDay: null,
  solarWeek: null,
  solarWeekDays: null,
  gpsLatitude: null,
  gpsLongitude: null,
  ...more,
});

async function consume(...bodies: unknown[]) {
  return consumeAgain(1, ...bodies);
}

async function consumeAgain(attempts: number, ...bodies: unknown[]) {
  const messages = bodies.map((body, place) => ({
    id: `m${place}`,
    timestamp: new Date(),
    attempts,
    body,
  }));
  const batch = createMessageBatch("helioport-site-events", messages);
  const context = createExecutionContext();
  // The platform's record of a retry lacks its delay.
  const retries = batch.messages.map((message) => vi.spyOn(message, "retry"));
  const thrown = await consumeSiteEvents(batch, env).then(
    () => null,
    (error: unknown) => error,
  );
  const delays = retries.map((retry) => retry.mock.lastCall?.[0]?.delaySeconds);
  return { ...(await getQueueResult(batch, context)), delays, thrown };
}

function read(siteId: number, columns: string) {
  return env.DB.prepare(`select ${columns} from sites where id = ?`).bind(siteId).first();
}

test("status and metrics of a site are written, the one by its number, the other by its instant", async () => {
  await consume(metrics(ALPHA, 2, 1500), status(ALPHA, 1));
  expect(
    await read(
      ALPHA,
      "online, since, status, alarm, system_type, system_code, solar, battery_soc, grid, load, metrics_at",
    ),
  ).toEqual({
    online: 1,
    since: 900,
    status: "normal",
    alarm: "none",
    system_type: "10001",
    system_code: 5,
    solar: 1500,
    battery_soc: 55.5,
    grid: -120,
    load: 300,
    metrics_at: 2,
  });
});

test("metrics in the form of an earlier release are written", async () => {
  const former = { ...metrics(ALPHA, 9, 90), kind: "figures" };
  await consume(former, metrics(BETA, 9, 80));
  expect(await read(ALPHA, "solar")).toEqual({ solar: 90 });
  expect(await read(BETA, "solar")).toEqual({ solar: 80 });
});

test("the newest of several events in a batch is stored, in any order", async () => {
  await consume(
    status(ALPHA, 3, { siteStatus: "warning" }),
    status(ALPHA, 5, { siteStatus: "fault" }),
    status(ALPHA, 4),
    metrics(BETA, 9, 90),
    metrics(BETA, 8, 80),
  );
  expect(await read(ALPHA, "status")).toEqual({ status: "fault" });
  expect(await read(BETA, "solar")).toEqual({ solar: 90 });
});

test("an older event changes nothing, and neither does the same one again", async () => {
  const fault = status(ALPHA, 5, { siteStatus: "fault" });
  await consume(fault, metrics(ALPHA, 6, 60));
  await consume(fault, status(ALPHA, 4), metrics(ALPHA, 6, null), metrics(ALPHA, 1, 0));
  expect(await read(ALPHA, "status, solar")).toEqual({ status: "fault", solar: 60 });
});

test("the same status again corrects a row that differs from it", async () => {
  await consume(status(ALPHA, 5, { siteStatus: "fault" }));
  await env.DB.exec(`update sites set online = 0, status = 'offline' where id = ${ALPHA}`);
  await consume(status(ALPHA, 5, { siteStatus: "fault" }));
  expect(await read(ALPHA, "online, status")).toEqual({ online: 1, status: "fault" });
});

test("metrics of one instant that come piece by piece are all written", async () => {
  await consume(metrics(ALPHA, 6, null));
  await consume(metrics(ALPHA, 6, 60));
  await consume(metrics(BETA, 6, null), metrics(BETA, 6, 70));
  expect(await read(ALPHA, "solar, battery_soc")).toEqual({ solar: 60, battery_soc: 55.5 });
  expect(await read(BETA, "solar")).toEqual({ solar: 70 });
  await consume(metrics(BETA, 7, null));
  expect(await read(BETA, "solar")).toEqual({ solar: null });
});

test("lasting values are written with the metrics, and a later event without them keeps them", async () => {
  const lasting = "solar_energy, gps_latitude, gps_longitude";
  await consume(metrics(ALPHA, 6, 60, { solarEnergy: 7e6, gpsLatitude: 53.5, gpsLongitude: -9.9 }));
  const known = { solar_energy: 7e6, gps_latitude: 53.5, gps_longitude: -9.9 };
  expect(await read(ALPHA, lasting)).toEqual(known);
  await consume(metrics(ALPHA, 7, 70));
  expect(await read(ALPHA, lasting)).toEqual(known);
  // From an object of the version before.
  const {
    solarEnergy: _,
    gpsLatitude: __,
    gpsLongitude: ___,
    ...older
  } = metrics(ALPHA, 8, 80) as Record<string, unknown>;
  await consume(older);
  expect(await read(ALPHA, `solar, ${lasting}`)).toEqual({ solar: 80, ...known });
  await consume(metrics(ALPHA, 9, 90, { solarEnergy: 0 }));
  expect(await read(ALPHA, "solar_energy"), "its counter begins anew").toEqual({ solar_energy: 0 });
});

test("the solar power of 24 hours is kept as a curve of hourly means, with blanks while the site was silent", async () => {
  const hour = 500_000 * HOUR_MS;
  const send = (minutes: number, solar: number | null) =>
    consume(metrics(ALPHA, hour + minutes * MINUTE_MS, solar));
  const curve = async () => {
    const row = await read(ALPHA, "solar_curve, metrics_at");
    const { solar_curve, metrics_at } = row as { solar_curve: string; metrics_at: number };
    return readSolarCurve(solar_curve, metrics_at, metrics_at)?.slice(-5);
  };
  await send(10, 100);
  await send(40, 300);
  // 100 W for the first 10 minutes, 300 W for the next 30.
  expect(await curve()).toEqual([null, null, null, null, 250]);
  await send(50, null);
  await send(70, 1_000);
  await send(180, 7);
  await send(190, -5);
  expect(await curve()).toEqual([null, 250, 1_000, null, 0]);
  await send(60 * 40, 99_999_999_999);
  expect(await curve()).toEqual([null, null, null, null, 999_999_999]);
});

test("going offline keeps when it was last connected, and what kind of system it is", async () => {
  await consume(status(GAMMA, 1, { since: 100 }));
  await consume(
    status(GAMMA, 2, { online: false, since: 200, siteStatus: "offline", systemType: null }),
  );
  expect(
    await read(GAMMA, "online, since, last_connection_at, last_disconnection_at, system_type"),
  ).toEqual({
    online: 0,
    since: 200,
    last_connection_at: 100,
    last_disconnection_at: 200,
    system_type: "10001",
  });
});

test("a figure that is no longer known is not kept", async () => {
  await consume(metrics(ALPHA, 1, 60));
  await consume(metrics(ALPHA, 2, null));
  expect(await read(ALPHA, "solar")).toEqual({ solar: null });
});

test("unreadable messages are dropped, and the rest is written", async () => {
  const { explicitAcks, retryMessages, thrown } = await consume(
    "nonsense",
    { kind: "status", siteId: ALPHA },
    null,
    status(ALPHA, 7, { siteStatus: "standby" }),
    status(999, 1),
  );
  expect(thrown).toBeNull();
  expect(explicitAcks).toEqual(["m0", "m1", "m2", "m3", "m4"]);
  expect(retryMessages).toEqual([]);
  expect(await read(ALPHA, "status")).toEqual({ status: "standby" });
});

test("events that cannot be written are retried, later each time, except unreadable ones", async () => {
  await env.DB.exec("alter table sites rename to away");
  const events = ["nonsense", status(ALPHA, 8), metrics(BETA, 8, 80)];
  const outcomes = [await consumeAgain(1, ...events), await consumeAgain(4, ...events)];
  await env.DB.exec("alter table away rename to sites");
  const retryMessages = [{ msgId: "m1" }, { msgId: "m2" }];
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ explicitAcks: ["m0"], retryMessages, thrown: null });
  expect(outcomes.map(({ delays }) => delays)).toEqual([
    [undefined, 5, 5],
    [undefined, 40, 40],
  ]);
});

test("a full batch of the platform fits", async () => {
  const bodies = Array.from({ length: 100 }, (_, place) => metrics(BETA, 100 + place, place));
  await consume(...bodies, ...bodies.map((_, place) => status(1000 + place, 1)));
  expect(await read(BETA, "solar, metrics_at")).toEqual({ solar: 99, metrics_at: 199 });
});

test("one of a hundred events that the database refuses is retried alone, with those it replaced", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await env.DB.exec(
    `create trigger poison before update of status on sites when new.id = ${BETA} begin select raise(abort, 'poison'); end`,
  );
  const bodies = [
    status(BETA, 1),
    metrics(BETA, 5, 50),
    status(BETA, 2),
    ...Array.from({ length: 96 }, (_, place) => status(1000 + place, 1)),
    status(ALPHA, 3, { siteStatus: "warning" }),
  ];
  const { explicitAcks, retryMessages, delays } = await consumeAgain(2, ...bodies);
  await env.DB.exec("drop trigger poison");
  expect(retryMessages).toEqual([{ msgId: "m0" }, { msgId: "m2" }]);
  expect([delays[0], delays[2]]).toEqual([10, 10]);
  expect(explicitAcks).toHaveLength(98);
  expect(await read(ALPHA, "status")).toEqual({ status: "warning" });
  expect(await read(BETA, "status, solar")).toEqual({ status: "offline", solar: 50 });
});

test("messages that the queue gave up are logged, a line each, without values, and acknowledged", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
  const bodies = [status(ALPHA, 7), metrics(BETA, 5, 50), { kind: "nonsense" }];
  const messages = bodies.map((body, index) => ({
    id: `d${index}`,
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const batch = createMessageBatch("helioport-site-events-dead", messages);
  await worker.queue(batch, env);
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
  expect(explicitAcks).toEqual(["d0", "d1", "d2"]);
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    ["status 7 of site 1", "metrics of site 2", "unreadable"].map((error) => ({
      event: "a site event was given up",
      error,
    })),
  );
  expect(await read(ALPHA, "status")).toEqual({ status: "offline" });
});

const limited = (siteId: number, more: object = {}) => ({
  kind: "limited",
  siteId,
  at: 86_400_000,
  budget: "changes",
  ...more,
});
const countMails = () => env.DB.prepare("select count(*) n from mails").first<number>("n");

test("an exceeded budget is notified once, however often its message comes, beside other events", async () => {
  await env.DB.exec("delete from mails");
  const batch = [limited(ALPHA), status(ALPHA, 9, { siteStatus: "fault" }), limited(ALPHA)];
  for (let round = 0; round < 2; round++) {
    const { explicitAcks, retryMessages } = await consume(...batch);
    expect([explicitAcks.toSorted(), retryMessages]).toEqual([["m0", "m1", "m2"], []]);
  }
  expect(await countMails()).toBe(1);
  expect(await read(ALPHA, "status")).toEqual({ status: "fault" });
});

test("an event with an unknown budget or site is dropped; a deleted site causes no e-mail", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await env.DB.exec("delete from mails");
  const wrong = [limited(ALPHA, { budget: "money" }), limited(0.5), { kind: "limited" }];
  const { explicitAcks, retryMessages } = await consume(...wrong, limited(999));
  expect([explicitAcks, retryMessages]).toEqual([["m0", "m1", "m2", "m3"], []]);
  expect(await countMails()).toBe(0);
});

test("an event that cannot be notified is retried alone, later each time, and the others are written", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await env.DB.exec("delete from mails");
  await env.DB.exec(
    "create trigger poison before insert on mails begin select raise(abort, 'poison'); end",
  );
  const bodies = [status(BETA, 11, { siteStatus: "warning" }), limited(ALPHA), limited(999)];
  const outcomes = [await consumeAgain(1, ...bodies), await consumeAgain(3, ...bodies)];
  await env.DB.exec("drop trigger poison");
  for (const { explicitAcks, retryMessages } of outcomes) {
    expect(explicitAcks.toSorted()).toEqual(["m0", "m2"]);
    expect(retryMessages).toEqual([{ msgId: "m1" }]);
  }
  expect(outcomes.map(({ delays }) => delays[1])).toEqual([5, 20]);
  expect(await read(BETA, "status")).toEqual({ status: "warning" });
  await consume(limited(ALPHA));
  expect(await countMails()).toBe(1);
});

test("an exceeded budget that was given up is logged with its site", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
  const messages = [{ id: "d0", timestamp: new Date(), attempts: 1, body: limited(ALPHA) }];
  await worker.queue(createMessageBatch("helioport-site-events-dead", messages), env);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: "a site event was given up", error: `exceeded budget of site ${ALPHA}` },
  ]);
});
