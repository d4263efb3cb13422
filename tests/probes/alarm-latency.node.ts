/**
 * Alarms are on an open page within 5 s of their sample, the first one of a site is pushed within 5 s of the upload, and
 * e-mailed within 75 s.
 */
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { seededRandom } from "#simulator/random.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { PushReceiver } from "../support/push-receiver.ts";
import { quantile } from "../support/quantiles.ts";
import { startReceiverServer } from "../support/receiver-server.ts";
import { startServer } from "../support/server.ts";
import { AlarmSite, type AlarmTimes, callPortal, signIn } from "./platform/alarm-site.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Alarms in all. */
  count: z.coerce.number().int().min(1).max(2_000).default(100),
  /** Sites, each with a logger, an open page and a member of its own who receives e-mails. */
  sites: z.coerce.number().int().min(1).max(200).default(20),
});
const PAGE_BAR_MS = 5 * SECOND_MS;
const PUSH_BAR_MS = 5 * SECOND_MS;
const MAIL_BAR_MS = 75 * SECOND_MS;
/** Longest wait between two alarms of a site, ms: all of them are in the first e-mail, or nearly. */
const MAX_PAUSE_MS = 12 * SECOND_MS;
const PASSWORD_COST = { log2N: 4, r: 8, p: 1 };

const { seed, count } = options;
const siteCount = Math.min(options.sites, count);
console.log(`seed ${seed}: ${count} alarms at ${siteCount} sites`);
const chance = seededRandom(seed);
const receiver = await startReceiverServer();
process.env.LOCAL_RECEIVERS = receiver.origin;
const server = await startServer({ spareSites: siteCount, passwordCost: PASSWORD_COST });
const { url, runtime, fleet } = server;
const token = await signIn(url, server.accounts.fleet);
const alarms = new Map<string, AlarmTimes>();
const spare = fleet.sites.filter(({ group }) => group === "spare").slice(0, siteCount);
const sites = spare.map((site) => new AlarmSite({ url, token, site, alarms }));
const failures: unknown[] = [];

// Pushes go to one browser, and are decrypted by it.
const browser = await PushReceiver.open(`${receiver.origin}/push`);
await callPortal(url, token, "/user/v2/push/subscribe", browser.subscription);
receiver.onReceive = (_, { at, body, headers }) => {
  const init = { body: Buffer.from(body, "base64"), headers: headers as HeadersInit };
  browser.receive(browser.endpoint, init).then(
    () => {
      const { text = "" } = browser.received.at(-1) ?? {};
      for (const [name, times] of alarms) if (text.includes(name)) times.pushedAt ??= at;
    },
    (error) => failures.push(error),
  );
};
for (const [index, site] of sites.entries()) {
  const id = await site.prepare(Math.ceil((count - index) / siteCount));
  await addRecipient(id);
}

await Promise.all(
  sites.map(async (site) => {
    // Alarms of different sites are at different moments of a second and of a minute.
    await pause(chance() * MAX_PAUSE_MS);
    while (site.raise()) await pause(SECOND_MS + chance() * (MAX_PAUSE_MS - SECOND_MS));
  }),
);
const end = Date.now() + MAIL_BAR_MS + MINUTE_MS;
let mailed = await readMailed();
const isComplete = () =>
  [...alarms].every(([name, times]) => times.shownAt && (times.pushedAt || !isFirstOfSite(name))) &&
  sites.every(({ email }) => [...mailed.values()].some((mail) => mail.email === email));
while (!isComplete() && Date.now() < end) {
  await pause(SECOND_MS);
  mailed = await readMailed();
}
for (const site of sites) site.stop();
await server.stop();
receiver.stop();

const all = [...alarms].map(([name, times]) => ({ name, ...times }));
const between = (from: number | undefined, to: number | undefined) =>
  from === undefined || to === undefined ? Number.POSITIVE_INFINITY : to - from;
const firstMails = [...mailed].filter(([, { isFirst }]) => isFirst);
const pageMs = all.map(({ sampledAt, shownAt }) => between(sampledAt, shownAt));
const firstPushed = all.filter(({ name }) => isFirstOfSite(name));
const pushMs = firstPushed.map(({ uploadedAt, pushedAt }) => between(uploadedAt, pushedAt));
const mailMs = firstMails.map(([name, { at }]) => between(alarms.get(name)?.sampledAt, at));
describe("sample to page", pageMs);
describe("upload to push", pushMs);
describe("sample to e-mail", mailMs);
console.log(
  `${all.length} alarms, ${firstPushed.length} of them the first of their site, which is pushed at once; ${firstMails.length} of them in the first e-mail about their site, others wait for the interval of e-mails; ${failures.length} pushes could not be read`,
);
const isRight =
  all.length === count &&
  failures.length === 0 &&
  firstMails.length >= siteCount &&
  quantile(pageMs, 0.95) <= PAGE_BAR_MS &&
  Math.max(...pushMs) <= PUSH_BAR_MS &&
  Math.max(...mailMs) <= MAIL_BAR_MS;
console.log(isRight ? "holds" : "DOES NOT HOLD");
process.exit(isRight ? 0 : 1);

/** Whether an alarm is the first one of its site. Pushes of later ones wait for a minute without a push. */
function isFirstOfSite(name: string): boolean {
  return name.endsWith("/0.");
}

function describe(what: string, valuesMs: readonly number[]): void {
  const seconds = (ms: number) => `${(ms / SECOND_MS).toFixed(2)} s`;
  const [p50, p95] = [quantile(valuesMs, 0.5), quantile(valuesMs, 0.95)];
  console.log(
    `${what}: p50 ${seconds(p50)}, p95 ${seconds(p95)}, max ${seconds(Math.max(...valuesMs))}`,
  );
}

/**
 * Adds a member of a site who receives its alarms by e-mail, because e-mails to one user about several sites are one
 * message. The owner of all sites, whose browser is subscribed, receives them too.
 */
async function addRecipient(siteId: number): Promise<void> {
  const { database } = runtime;
  const email = AlarmSite.emailOf(siteId);
  const now = Date.now();
  await database.batch([
    database.prepare("update memberships set receives_alarms = 1 where site_id = ?").bind(siteId),
    database
      .prepare(
        "insert into users (account, email, name, password_hash, activated_at, created_at) values (?1, ?1, 'Ada', '', ?2, ?2)",
      )
      .bind(email, now),
    database
      .prepare(
        "insert into memberships (user_id, site_id, role, receives_alarms, created_at) select id, ?2, 2, 1, ?3 from users where account = ?1",
      )
      .bind(email, siteId, now),
  ]);
}

/** Returns when the e-mail about each alarm arrived at its recipient's mailbox, and whether it is the first one. */
async function readMailed() {
  const { results } = await runtime.database
    .prepare(
      `select user.email, notice.alarm, one.message_id as messageId from notifications one
      join notices notice on notice.id = one.notice_id join users user on user.id = one.user_id
      where one.channel = 'mail' and one.message_id is not null and notice.kind = 'start' and user.name = 'Ada'`,
    )
    .all<{ email: string; alarm: string; messageId: string }>();
  const arrived = new Map(
    runtime.mailbox
      .list()
      .map(({ read, receivedAt }) => [read.messageId ?? "", receivedAt.getTime()]),
  );
  const mails = results.flatMap(({ email, alarm, messageId }) => {
    const at = arrived.get(messageId);
    return at === undefined ? [] : [{ email, at, name: String(JSON.parse(alarm).cause.name) }];
  });
  const first = new Map<string, number>();
  for (const { email, at } of mails) first.set(email, Math.min(first.get(email) ?? at, at));
  return new Map(
    mails.map(({ name, email, at }) => [name, { email, at, isFirst: first.get(email) === at }]),
  );
}
