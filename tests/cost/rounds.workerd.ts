import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { addSession } from "#database/auth/sessions.ts";
import { connect } from "#database/connect.ts";
import { seed } from "#database/seed.ts";
import { digest } from "#protocol/keys/digest.ts";
import type { PollBatchMessage } from "#protocol/site-rpc.ts";
import worker from "#workers/main.ts";
import { siteStub } from "../support/site-logger.ts";
import { countMeters } from "./count-meters.ts";
import { reportCounts } from "./counted.ts";
import { makeEnvironment } from "./priced-environment.ts";
import { COST, SITE_ID } from "./priced-site.ts";
import { measureDatabase } from "./stored-bytes.ts";
import { TimedEvents } from "./timed-events.ts";

/** More than the job polls itself, by ten messages of ninety. */
const SITES = 1_900;
/** The job's breaths between polls, ms; longer ones are deadlines. */
const MAX_PAUSE_MS = 100;

test("a minute's polls of an installation too large for one turn", async ({ task }) => {
  const before = await measureDatabase(env.DB);
  await settle();
  const databaseBytesASite = Math.round(((await measureDatabase(env.DB)) - before) / SITES);
  const { counts, queued } = await countMeters(siteStub(SITE_ID));
  skipBreaths();
  let polls = 0;
  // What a poll costs an object is in the day of each site.
  const poll = async () => {
    polls += 1;
    return null;
  };
  const sites = { idFromName: (name: string) => name, get: () => ({ visit: poll }) };
  const scene = { ...makeEnvironment(counts), SITES: sites as unknown as Env["SITES"] };
  await worker.scheduled({ cron: "* * * * *", scheduledTime: Date.now() }, scene);
  const rounds = queued.splice(0) as PollBatchMessage[];
  const sent = rounds.reduce((sum, round) => sum + round.sites.length, 0);
  expect(polls + sent).toBe(SITES);
  expect(sent).toBeGreaterThan(0);
  const own = polls;
  const messages = rounds.map((body, index) => ({
    id: `${index}`,
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const times = new TimedEvents();
  const begin = times.mark();
  const { batchOperations } = counts;
  await times.time("rounds", () =>
    worker.queue(createMessageBatch("helioport-site-events", messages), scene),
  );
  expect(polls).toBe(SITES);
  const { quartile, mean } = times.since(begin);
  const nothing = Object.fromEntries(Object.keys(counts).map((name) => [name, 0])) as typeof counts;
  const counted = {
    ...nothing,
    batchOperations,
    workerRequests: 1,
    workerMs: quartile,
    workerMeanMs: mean,
  };
  reportCounts(task.meta, { databaseBytesASite, rounds: { own, queued: sent, counts: counted } });
});

/** Sites that are online, each with an owner who is signed in. */
async function settle(): Promise<void> {
  const numbers = Array.from({ length: SITES }, (_, index) => index);
  const accountOf = (index: number) => `owner-${index}@example.org`;
  const now = Date.now();
  await seed(
    env.DB,
    {
      accounts: numbers.map((index) => ({
        account: accountOf(index),
        name: `The owner of house ${index}`,
        password: `sunshine${index}`,
      })),
      sites: numbers.map((index) => ({
        name: `House number ${index}`,
        location: "Rua das Oliveiras, Lisboa",
        latitude: 38.7,
        longitude: -9.1,
        timeZone: "Europe/Lisbon",
        serial: `FLEET-${10_000 + index}`,
        secretHash: digest(`a-secret-of-house-${index}`),
        owner: accountOf(index),
      })),
    },
    now,
    COST,
  );
  await env.DB.prepare(
    `update sites set online = 1, since = ?, status = 'normal', solar = 1234, battery_soc = 56, metrics_at = ?,
      system_type = '10001', system_code = 5`,
  )
    .bind(now, now)
    .run();
  const { results } = await env.DB.prepare("select id, password_hash as hash from users").all<{
    id: number;
    hash: string;
  }>();
  const database = connect(env.DB);
  for (const { id: userId, hash: passwordHash } of results)
    await addSession(database, {
      id: crypto.randomUUID(),
      userId,
      passwordHash,
      now,
      client: null,
    });
}

function skipBreaths(): void {
  const wait = scheduler.wait.bind(scheduler);
  vi.spyOn(scheduler, "wait").mockImplementation(async (ms, options) => {
    if (ms > MAX_PAUSE_MS) await wait(ms, options);
  });
}
