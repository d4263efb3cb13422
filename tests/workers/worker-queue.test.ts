import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import type { SiteEvent } from "#protocol/site-rpc.ts";
import { consumeSiteEvents } from "#workers/queue.ts";
import { ALPHA, BETA, GAMMA, seedPeople } from "../support/people.ts";

beforeEach(async () => {
  await seedPeople();
  await env.DB.exec("update sites set status_sequence = 0, figures_at = null, status = 'offline'");
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

const figures = (
  siteId: number,
  at: number,
  solar: number | null,
  more: object = {},
): SiteEvent => ({
  kind: "figures",
  siteId,
  at,
  solar,
  batterySoc: 55.5,
  grid: -120,
  load: 300,
  solarEnergy: null,
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
  // What the platform's helper tells of a retry lacks its delay.
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

test("status and figures of a site are written, the one by its number, the other by its instant", async () => {
  await consume(figures(ALPHA, 2, 1500), status(ALPHA, 1));
  expect(
    await read(
      ALPHA,
      "online, since, status, alarm, system_type, system_code, solar, battery_soc, grid, load, figures_at",
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
    figures_at: 2,
  });
});

test("of events in one batch the newest stands, in whatever order they come", async () => {
  await consume(
    status(ALPHA, 3, { siteStatus: "warning" }),
    status(ALPHA, 5, { siteStatus: "fault" }),
    status(ALPHA, 4),
    figures(BETA, 9, 90),
    figures(BETA, 8, 80),
  );
  expect(await read(ALPHA, "status")).toEqual({ status: "fault" });
  expect(await read(BETA, "solar")).toEqual({ solar: 90 });
});

test("an older event changes nothing, and neither does the same one again", async () => {
  const fault = status(ALPHA, 5, { siteStatus: "fault" });
  await consume(fault, figures(ALPHA, 6, 60));
  await consume(fault, status(ALPHA, 4), figures(ALPHA, 6, null), figures(ALPHA, 1, 0));
  expect(await read(ALPHA, "status, solar")).toEqual({ status: "fault", solar: 60 });
});

test("the same status again puts right what is not as it was told", async () => {
  await consume(status(ALPHA, 5, { siteStatus: "fault" }));
  await env.DB.exec(`update sites set online = 0, status = 'offline' where id = ${ALPHA}`);
  await consume(status(ALPHA, 5, { siteStatus: "fault" }));
  expect(await read(ALPHA, "online, status")).toEqual({ online: 1, status: "fault" });
});

test("figures of one instant that come piece by piece are all written", async () => {
  await consume(figures(ALPHA, 6, null));
  await consume(figures(ALPHA, 6, 60));
  await consume(figures(BETA, 6, null), figures(BETA, 6, 70));
  expect(await read(ALPHA, "solar, battery_soc")).toEqual({ solar: 60, battery_soc: 55.5 });
  expect(await read(BETA, "solar")).toEqual({ solar: 70 });
  await consume(figures(BETA, 7, null));
  expect(await read(BETA, "solar")).toEqual({ solar: null });
});

test("what lasts is written with the figures, and what nobody tells of it never takes it away", async () => {
  const lasting = "solar_energy, gps_latitude, gps_longitude";
  await consume(figures(ALPHA, 6, 60, { solarEnergy: 7e6, gpsLatitude: 53.5, gpsLongitude: -9.9 }));
  const known = { solar_energy: 7e6, gps_latitude: 53.5, gps_longitude: -9.9 };
  expect(await read(ALPHA, lasting)).toEqual(known);
  await consume(figures(ALPHA, 7, 70));
  expect(await read(ALPHA, lasting)).toEqual(known);
  // From an object of the version before.
  const {
    solarEnergy: _,
    gpsLatitude: __,
    gpsLongitude: ___,
    ...older
  } = figures(ALPHA, 8, 80) as Record<string, unknown>;
  await consume(older);
  expect(await read(ALPHA, `solar, ${lasting}`)).toEqual({ solar: 80, ...known });
  await consume(figures(ALPHA, 9, 90, { solarEnergy: 0 }));
  expect(await read(ALPHA, "solar_energy"), "its counter begins anew").toEqual({ solar_energy: 0 });
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
  await consume(figures(ALPHA, 1, 60));
  await consume(figures(ALPHA, 2, null));
  expect(await read(ALPHA, "solar")).toEqual({ solar: null });
});

test("what cannot be read is dropped, and the rest is written", async () => {
  const { explicitAcks, retryMessages, thrown } = await consume(
    "nonsense",
    { kind: "status", siteId: ALPHA },
    null,
    status(ALPHA, 7, { siteStatus: "standby" }),
    status(999, 1),
  );
  expect(thrown).toBeNull();
  expect(explicitAcks).toEqual(["m0", "m1", "m2"]);
  expect(retryMessages).toEqual([]);
  expect(await read(ALPHA, "status")).toEqual({ status: "standby" });
});

test("what cannot be written comes again, all but what cannot be read, and later each time", async () => {
  await env.DB.exec("alter table sites rename to away");
  const events = ["nonsense", status(ALPHA, 8), figures(BETA, 8, 80)];
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
  const bodies = Array.from({ length: 100 }, (_, place) => figures(BETA, 100 + place, place));
  await consume(...bodies, ...bodies.map((_, place) => status(1000 + place, 1)));
  expect(await read(BETA, "solar, figures_at")).toEqual({ solar: 99, figures_at: 199 });
});
