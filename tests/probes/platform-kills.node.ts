/** The platform's process is killed at random points of the path of alarms: no notification is lost or comes twice. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { MAX_MAIL_ALARMS } from "#domain/mails/alarm-mails.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { newWebhookSecret } from "#operations/webhooks/webhook-secret.ts";
import { deriveKeyRing } from "#protocol/keys/key-ring.ts";
import { seededRandom } from "#simulator/random.ts";
import { listRuntimeProcesses } from "#tools/runtime-processes.ts";
import { readSecret } from "#tools/state-directory.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { PushReceiver } from "../support/push-receiver.ts";
import { startReceiverServer } from "../support/receiver-server.ts";
import { Chance } from "../support/seeded-chance.ts";
import { startServer } from "../support/server.ts";
import { Receipts } from "./platform/receipts.ts";
import { StaircaseSite, signInCaller } from "./platform/staircase-site.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Kills. */
  count: z.coerce.number().int().min(2).max(1_000).default(200),
  sites: z.coerce.number().int().min(1).max(50).default(10),
});
/** Longest time from an upload until a kill, ms: evaluation, queue, planning and sending of pushes are within it. */
const MAX_DELAY_MS = 2_500;
/** Longest wait for a message whose acceptance is the moment of a kill, ms. */
const MAX_WAIT_MS = 3 * SECOND_MS;
const READY_MS = 2 * MINUTE_MS;
/** Leases of the senders of each table, ms, and how much later a claim of a killed one may end: its clock is whole. */
const LEASES_MS = {
  mails: 15 * MINUTE_MS,
  push_deliveries: 2 * MINUTE_MS,
  webhook_deliveries: 2 * MINUTE_MS,
};
const CLAIM_MARGIN_MS = 50;
const SETTLE_MS = 8 * MINUTE_MS;
const PASSWORD_COST = { log2N: 4, r: 8, p: 1 };

const { seed, count } = options;
const siteCount = Math.min(options.sites, Math.floor(count / 2));
console.log(`seed ${seed}: ${count} kills, ${siteCount} sites`);
const chance = new Chance(seededRandom(seed));
const receipts = new Receipts();
const receiver = await startReceiverServer();
process.env.LOCAL_RECEIVERS = receiver.origin;
const server = await startServer({ spareSites: siteCount, passwordCost: PASSWORD_COST });
const { url, runtime, fleet } = server;
const call = await signInCaller(url, server.accounts.fleet);

// The receivers of all channels; `accepted` ends a wait for the next message of one.
let accepted = (_: "mail" | "push") => {};
const browser = await PushReceiver.open(`${receiver.origin}/push`);
await call("/user/v2/push/subscribe", browser.subscription);
const pushes: Promise<void>[] = [];
receiver.onReceive = (path, { body, headers }) => {
  accepted("push");
  const bytes = new Uint8Array(Buffer.from(body, "base64"));
  if (path === "/push") pushes.push(browser.decrypt(bytes).then((text) => receipts.addPush(text)));
  else receipts.addWebhook(String(headers["webhook-id"]), Buffer.from(bytes).toString());
};
const mailIds = new Set<string>();
const watch = setInterval(() => {
  for (const mail of runtime.mailbox.list()) {
    if (mailIds.has(mail.id)) return;
    mailIds.add(mail.id);
    receipts.addMail(mail);
    accepted("mail");
  }
}, 2);

const perSite = Math.ceil((count - siteCount) / siteCount);
const spare = fleet.sites.filter(({ group }) => group === "spare").slice(0, siteCount);
const sites = spare.map((site, index) => {
  const names = Array.from({ length: perSite }, (_, rule) => `K${index * perSite + rule}`);
  return new StaircaseSite({ url, call, site, names });
});
for (const site of sites) {
  await site.prepare();
  await addReceivers(site.id);
}
console.log("all sites are connected");

const kills = { "at a random moment": 0, "when an e-mail is accepted": 0, "when a push is": 0 };
for (let round = 0; round < count; round++) {
  const site = sites[round % siteCount] as StaircaseSite;
  await site.ready();
  if (round >= count - siteCount || !site.raise()) site.clear();
  kills[await waitForMoment()] += 1;
  for (const pid of listRuntimeProcesses()) process.kill(pid, "SIGKILL");
  const killedAt = Date.now();
  await waitUntilServed();
  await releaseClaims(killedAt);
  if ((round + 1) % 20 === 0) console.log(`${round + 1} kills, ${describeTotals()}`);
}
const isSettled = await waitUntilSettled();
await Promise.all(pushes);
const faults = [...(await checkLogs()), ...(await checkMessages())];
clearInterval(watch);
for (const site of sites) site.stop();
await server.stop();
receiver.stop();

console.log(`kills: ${JSON.stringify(kills)}`);
console.log(describeTotals());
for (const fault of faults.slice(0, 20)) console.log(fault);
const isRight = isSettled && faults.length === 0;
console.log(isRight ? "holds" : `DOES NOT HOLD: ${faults.length} faults, settled: ${isSettled}`);
process.exit(isRight ? 0 : 1);

function describeTotals(): string {
  const { messages, copies } = receipts.totals;
  return `${messages} messages, ${copies} copies with the id of the first`;
}

/** Waits for the moment of the next kill, and returns its kind. */
async function waitForMoment(): Promise<keyof typeof kills> {
  const kind = chance.choose({ random: 2, mail: 1, push: 1 });
  const delay = chance.between(0, MAX_DELAY_MS);
  if (kind !== "random") {
    const message = new Promise<boolean>((resolve) => {
      accepted = (channel) => channel === kind && resolve(true);
    });
    const isAccepted = await Promise.race([message, pause(MAX_WAIT_MS, false)]);
    accepted = () => {};
    if (isAccepted) return kind === "mail" ? "when an e-mail is accepted" : "when a push is";
    return "at a random moment";
  }
  await pause(delay);
  return "at a random moment";
}

async function waitUntilServed(): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    const isServed = await fetch(`${url}/api/basic/v2/envelopeKeys`).then(
      ({ ok, body }) => body?.cancel().then(() => ok),
      () => false,
    );
    if (isServed) return;
    await pause(50);
  }
  throw new Error("the platform did not start again");
}

/**
 * Ends the claims of the killed senders, as after two to fifteen minutes, so that every round has messages to send. A
 * claim from before the kill ends at most its lease after it; those of the new process end later.
 */
async function releaseClaims(killedAt: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      const { database } = runtime;
      await database.batch(
        Object.entries(LEASES_MS).map(([table, leaseMs]) =>
          database
            .prepare(`update ${table} set taken_until = null where taken_until <= ?`)
            .bind(killedAt + leaseMs + CLAIM_MARGIN_MS),
        ),
      );
      return;
    } catch {
      // The database is reached again a moment after the process.
      await pause(100);
    }
  }
  throw new Error("the database is not reached");
}

/** Waits until all batches are acknowledged and nothing waits to be sent; false if that takes too long. */
async function waitUntilSettled(): Promise<boolean> {
  const end = Date.now() + SETTLE_MS;
  const open = `select (select count(*) from notifications where settled_at is null)
    + (select count(*) from mails where sent_at is null and failed_at is null)
    + (select count(*) from push_deliveries where sent_at is null and failed_at is null)
    + (select count(*) from webhook_deliveries where delivered_at is null and failed_at is null) n`;
  const expected = sites.reduce((sum, { expectedLog }) => sum + expectedLog.length, 0) * 2;
  while (Date.now() < end) {
    await pause(SECOND_MS);
    const [waiting, notices] = await Promise.all([
      readNumber(open),
      readNumber("select count(*) n from notices where kind in ('start', 'end')"),
    ]).catch(() => [1, 0]);
    const isSent = sites.every(({ heldBatches }) => heldBatches === 0);
    if (isSent && waiting === 0 && (notices ?? 0) >= expected) return true;
  }
  return false;
}

async function readNumber(query: string): Promise<number> {
  return (await runtime.database.prepare(query).first<number>("n")) ?? 0;
}

/** The log of each site is that of one pass over its samples. */
async function checkLogs(): Promise<string[]> {
  const logs = sites.map(async (site) => {
    const [log, expected] = [await site.readLog(), site.expectedLog].map((rows) =>
      JSON.stringify(rows),
    );
    return log === expected ? [] : [`log of site ${site.id}: ${log}, expected ${expected}`];
  });
  return (await Promise.all(logs)).flat();
}

/** Each recipient was notified once of each step, on each channel. */
async function checkMessages(): Promise<string[]> {
  const faults: string[] = [];
  const expectOnce = (what: string, found: number) => {
    if (found !== 1) faults.push(`${what}: ${found} messages`);
  };
  for (const site of sites)
    for (const { name } of site.expectedLog) {
      for (const step of ["start", "end"] as const) {
        // A push may show the newest state of an alarm only, or count it with others.
        const pushed = receipts.count("push", "owner", name, step);
        if (pushed > 1) faults.push(`push, ${name} ${step}: ${pushed} messages`);
        expectOnce(`webhook, ${name} ${step}`, receipts.count("webhook", "site", name, step));
      }
    }
  const formed = await readNumber("select count(*) n from push_deliveries");
  if (formed !== receipts.pushes)
    faults.push(`${formed} pushes were formed, ${receipts.pushes} arrived`);
  for (const mail of await readMailed()) faults.push(...faultsOf(mail));
  const unsent = await readNumber(
    "select count(*) n from notifications where outcome is not 'sent'",
  );
  if (unsent > 0) faults.push(`${unsent} notifications were not sent`);
  return faults;
}

/** E-mails about the start and the end of an alarm to one recipient. */
type Mailed = { recipient: string; name: string; start: string | null; end: string | null };

async function readMailed(): Promise<Mailed[]> {
  const { results } = await runtime.database
    .prepare(
      `select users.email recipient, notices.alarm ->> '$.cause.name' name,
        max(iif(notices.kind = 'start', one.message_id, null)) start,
        max(iif(notices.kind = 'end', one.message_id, null)) "end"
      from notifications one
      join notices on notices.id = one.notice_id join users on users.id = one.user_id
      where one.channel = 'mail' group by 1, 2`,
    )
    .all<Mailed>();
  const expected = sites.reduce((sum, { expectedLog }) => sum + expectedLog.length, 0) * 2;
  if (results.length !== expected) throw new Error(`${results.length} alarms were e-mailed`);
  return results;
}

/** A start is no entry of an e-mail that contains its end too, and an e-mail shows so many alarms at most. */
function faultsOf({ recipient, name, start, end }: Mailed): string[] {
  const isRightlyNotified = (step: "start" | "end", id: string | null) => {
    const found = receipts.count("mail", recipient, name, step);
    const isOmitted = receipts.entriesOf(id) >= MAX_MAIL_ALARMS || (step === "start" && id === end);
    return receipts.isAccepted(id) && (found === 1 || (found === 0 && isOmitted));
  };
  const steps = [
    ["start", start],
    ["end", end],
  ] as const;
  return steps.flatMap(([step, id]) =>
    isRightlyNotified(step, id) ? [] : [`e-mail to ${recipient}, ${name} ${step}`],
  );
}

function emailOf(siteId: number): string {
  return `kills-${siteId}@example.org`;
}

/** Lets the owner and a further member receive the alarms of a site, and its webhook. */
async function addReceivers(siteId: number): Promise<void> {
  const { database } = runtime;
  const secret = Buffer.from(readSecret(server.state), "base64url");
  const context = { keys: deriveKeyRing(secret), randomBytes };
  const { sealedSecret } = newWebhookSecret(context, siteId);
  await database.batch([
    database
      .prepare(
        "insert into users (account, email, name, password_hash, activated_at, created_at) values (?1, ?1, 'Ada', '', ?2, ?2)",
      )
      .bind(emailOf(siteId), Date.now()),
    database
      .prepare(
        "insert into memberships (user_id, site_id, role, created_at) select id, ?2, 2, ?3 from users where account = ?1",
      )
      .bind(emailOf(siteId), siteId, Date.now()),
    database.prepare("update memberships set receives_alarms = 1 where site_id = ?").bind(siteId),
    database
      .prepare("insert into webhooks (site_id, url, sealed_secret, created_at) values (?, ?, ?, ?)")
      .bind(siteId, `${receiver.origin}/webhook`, sealedSecret, Date.now()),
  ]);
}
