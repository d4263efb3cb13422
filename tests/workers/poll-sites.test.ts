import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import type { Context } from "#operations/context.ts";
import { pollSites } from "#operations/jobs/poll-sites.ts";
import { type SiteMetricsEvent, siteMessage } from "#protocol/site-rpc.ts";
import { runScheduled } from "#workers/cron.ts";
import { consumeSiteEvents } from "#workers/queue.ts";
import { contextOf } from "#workers/services.ts";
import {
  MAX_BATCH_BYTES,
  MAX_BATCH_MESSAGES,
  productionQueue,
} from "../support/production-queue.ts";
import { ALPHA, BETA, GAMMA, seedUsers } from "../support/seed-users.ts";

const T0 = 1_700_000_000_000;
/** The turn of the jobs so many minutes on. */
const minute = (n: number) => ({ cron: "* * * * *", scheduledTime: T0 + n * 60_000 });

beforeEach(async () => {
  await seedUsers();
  await env.DB.exec("update sites set online = 0, metrics_at = null, solar = null");
});

/** An environment whose sites answer a poll with metrics of this instant, or do not answer. */
function polledAt(at: number | null, away: readonly number[] = []) {
  const polled: number[] = [];
  const held: number[] = [];
  const rounds: unknown[] = [];
  const queue = productionQueue((body) => rounds.push(body));
  const sites = {
    idFromName: (name: string) => name,
    get: (object: string) => ({
      async visit(statusSequence: number): Promise<SiteMetricsEvent | null> {
        const siteId = Number(object.replace("site-", ""));
        polled.push(siteId);
        held.push(statusSequence);
        if (away.includes(siteId)) throw new Error("away");
        const more = { solar: siteId * 100, batterySoc: null, grid: null, load: null };
        const solarOfDay = { solarEnergy: null, solarToday: null, solarDay: null };
        const solarOfWeek = { solarWeek: null, solarWeekDays: null };
        const lasting = { ...solarOfDay, ...solarOfWeek, gpsLatitude: null, gpsLongitude: null };
        return at === null ? null : { kind: "metrics", siteId, at, ...more, ...lasting };
      },
    }),
  };
  const recorded = { ...env, SITES: sites, SITE_EVENTS: queue } as unknown as Env;
  return { env: recorded, polled, held, rounds, calls: queue.calls };
}

/** A round of a thousand sites takes its time; only what limits an answer still waits. */
function withoutPauses(recorded: Env): Context {
  const context = contextOf(recorded);
  const pause: Context["pause"] = (ms, signal) =>
    signal === undefined ? Promise.resolve() : context.pause(ms, signal);
  return { ...context, pause };
}

const bringOnline = (...sites: number[]) =>
  env.DB.exec(`update sites set online = 1 where id in (${sites.join(",")})`);

/** Sites that are online, with these ids. */
function addSites(first: number, last: number, uploadMs = 60_000) {
  const columns = "id, name, creator_id, created_at, updated_at, online, upload_ms";
  return env.DB.exec(
    `insert into sites (${columns}) with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${last}) select i, 'Many', 1, 0, 0, 1, ${uploadMs} from n`,
  );
}

async function readMetrics(siteId: number) {
  return env.DB.prepare("select solar, metrics_at at from sites where id = ?").bind(siteId).first();
}

test("each minute the job polls the sites that are online and collects their metrics", async () => {
  await bringOnline(ALPHA, GAMMA);
  const round = polledAt(T0);
  await runScheduled(minute(0), round.env);
  expect(round.polled).toEqual([ALPHA, GAMMA]);
  expect(await readMetrics(ALPHA)).toEqual({ solar: 100, at: T0 });
  expect(await readMetrics(BETA)).toEqual({ solar: null, at: null });
  expect(round.rounds).toEqual([]);
});

test("a poll carries the sequence number of the known status", async () => {
  await bringOnline(ALPHA, BETA);
  await env.DB.exec(`update sites set status_sequence = 17 where id = ${BETA}`);
  const round = polledAt(T0);
  await runScheduled(minute(0), round.env);
  expect(round.held).toEqual([0, 17]);
  await env.DB.exec("update sites set status_sequence = 0");
});

test("a site that uploads each five minutes is polled in one of five", async () => {
  await bringOnline(ALPHA, BETA, GAMMA);
  await env.DB.exec(`update sites set upload_ms = 300000 where id in (${ALPHA}, ${BETA})`);
  const polled: number[] = [];
  for (let n = 0; n < 10; n++) {
    const round = polledAt(null);
    await runScheduled(minute(n), round.env);
    polled.push(...round.polled);
  }
  await env.DB.exec("update sites set upload_ms = 60000");
  const times = (siteId: number) => polled.filter((one) => one === siteId).length;
  expect([ALPHA, BETA, GAMMA].map(times)).toEqual([2, 2, 10]);
});

test("metrics are written once in ten minutes, and older ones never", async () => {
  await bringOnline(ALPHA);
  const written: unknown[] = [];
  for (let n = 0; n <= 30; n++) {
    await runScheduled(minute(n), polledAt(T0 + n * 60_000).env);
    written.push((await readMetrics(ALPHA))?.at);
  }
  expect(new Set(written).size).toBe(4);
  await runScheduled(minute(0), polledAt(T0 - 60_000).env);
  expect(await readMetrics(ALPHA)).toMatchObject({ at: written.at(-1) });
});

test("a site without metrics, or without an answer, delays no other poll", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  await bringOnline(ALPHA, BETA);
  await runScheduled(minute(0), polledAt(T0, [ALPHA]).env);
  expect(await readMetrics(ALPHA)).toEqual({ solar: null, at: null });
  expect(await readMetrics(BETA)).toEqual({ solar: 200, at: T0 });
  const silent = polledAt(null);
  await runScheduled(minute(0), silent.env);
  expect(silent.polled).toEqual([ALPHA, BETA]);
});

test("an object that hangs holds those after it up for seconds only", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  await addSites(5000, 5029);
  const round = polledAt(T0);
  const { get } = round.env.SITES as unknown as { get: (object: string) => object };
  const hanging = (object: string) =>
    object === "site-5003" ? { visit: () => new Promise(() => {}) } : get(object);
  const waits: number[] = [];
  const sooner = scheduler.wait.bind(scheduler);
  const wait = vi.spyOn(scheduler, "wait").mockImplementation((ms, options) => {
    waits.push(ms);
    return sooner(Math.min(ms, 50), options);
  });
  const sites = { ...round.env.SITES, get: hanging };
  await runScheduled(minute(0), { ...round.env, SITES: sites } as unknown as Env);
  wait.mockRestore();
  expect(round.polled).toHaveLength(29);
  expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
  expect(await readMetrics(5029)).toEqual({ solar: 502_900, at: T0 });
  await env.DB.exec("delete from sites where id >= 5000");
});

test("a queue that accepts no batches does not stop the job's own polls", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  await bringOnline(ALPHA);
  await addSites(5000, 6000);
  const round = polledAt(T0);
  const down = async () => Promise.reject(new Error("queue is down"));
  const queue = { send: down, sendBatch: down };
  const recorded = { ...round.env, SITE_EVENTS: queue } as unknown as Env;
  await expect(pollSites(withoutPauses(recorded), T0)).rejects.toThrow("queue is down");
  expect(round.polled).toHaveLength(1000);
  expect(await readMetrics(ALPHA)).toEqual({ solar: 100, at: T0 });
  await env.DB.exec("delete from sites where id >= 5000");
});

test("if sites are too many for one run the rest go through the queue, and all are polled once", async () => {
  await addSites(5000, 6299);
  const round = polledAt(T0);
  await pollSites(withoutPauses(round.env), T0);
  expect(round.polled).toHaveLength(1000);
  expect(round.rounds).toHaveLength(4);
  const messages = round.rounds.map((body, index) => {
    expect(siteMessage.safeParse(body).success).toBe(true);
    return { id: `m${index}`, timestamp: new Date(), attempts: 1, body };
  });
  const batch = createMessageBatch("helioport-site-events", messages);
  await consumeSiteEvents(batch, round.env);
  const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
  expect(explicitAcks).toEqual(["m0", "m1", "m2", "m3"]);
  expect(new Set(round.polled).size).toBe(1300);
  expect(await readMetrics(6299)).toEqual({ solar: 629_900, at: T0 });
  await env.DB.exec("delete from sites where id >= 5000");
});

test("a round that takes too long goes on faster, so that the job's turn ends before the next one", async () => {
  await addSites(5000, 5199);
  const round = polledAt(null);
  const pauses: number[] = [];
  let time = T0;
  const context: Context = {
    ...withoutPauses(round.env),
    now: () => time,
    pause: (ms, signal) => {
      if (signal !== undefined) return new Promise(() => {});
      pauses.push(ms);
      // Objects answer slowly, so that 200 sites at the ordinary pace would take more than three minutes.
      time += 5_000;
      return Promise.resolve();
    },
  };
  await pollSites(context, T0);
  expect(round.polled).toHaveLength(200);
  expect(time - T0).toBeLessThan(120_000);
  expect(new Set(pauses)).toEqual(new Set([100, 10]));
  await env.DB.exec("delete from sites where id >= 5000");
});

/** How many rows each query reads from now on. */
function countRowsRead(): number[] {
  type Answer = { meta?: { rows_read?: number } };
  type Session = { _send(...given: unknown[]): Promise<Answer | Answer[]> };
  const session = Object.getPrototypeOf(env.DB.withSession()) as Session;
  const send = session._send;
  const rows: number[] = [];
  vi.spyOn(session, "_send").mockImplementation(async function (this: Session, ...given) {
    const answers = await send.apply(this, given);
    for (const { meta } of [answers].flat()) rows.push(meta?.rows_read ?? 0);
    return answers;
  });
  return rows;
}

/** Delivers messages as the platform does, at most a hundred in a batch. */
async function deliver(bodies: readonly unknown[], recorded: Env): Promise<void> {
  for (let start = 0; start < bodies.length; start += 100) {
    const messages = bodies
      .slice(start, start + 100)
      .map((body, index) => ({ id: `${start + index}`, timestamp: new Date(), attempts: 1, body }));
    await consumeSiteEvents(createMessageBatch("helioport-site-events", messages), recorded);
  }
}

test("100,000 online sites are all polled once, within the queue's limits and a bounded memory", async () => {
  const last = 2 ** 40 + 99_999;
  // Ids, instants and sequences as long as they get make the largest messages.
  await addSites(2 ** 40, last);
  await env.DB.exec(
    `update sites set metrics_at = 1700000000000, status_sequence = 123456789 where id >= ${2 ** 40}`,
  );
  const rowsRead = countRowsRead();
  const round = polledAt(null);
  await pollSites(withoutPauses(round.env), T0);
  await deliver(round.rounds, round.env);
  expect(round.polled).toHaveLength(100_000);
  expect(new Set(round.polled).size).toBe(100_000);
  expect(Math.max(...round.calls.map(({ bytes }) => bytes))).toBeLessThanOrEqual(MAX_BATCH_BYTES);
  expect(Math.max(...round.calls.map(({ messages }) => messages))).toBeLessThanOrEqual(
    MAX_BATCH_MESSAGES,
  );
  // The four seeded sites are read, too, and the version of the alarm rules for all sites.
  expect(Math.max(...rowsRead)).toBeLessThanOrEqual(5_005);
  await env.DB.exec("delete from sites where id >= 5000");
});
