import { writeAlarmEvents } from "#database/alarms/write-alarm-events.ts";
import { writeSiteEvents } from "#database/sites/site-events.ts";
import type { Context } from "#operations/context.ts";
import { notifyLimits } from "#operations/jobs/notify-limits.ts";
import { pollBatch } from "#operations/jobs/poll-sites.ts";
import { planNotifications } from "#operations/notifications/plan-notifications.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import {
  type PollBatchMessage,
  type SiteEvent,
  type SiteLimitEvent,
  type SiteMessage,
  type SiteMetricsEvent,
  type SiteStatusEvent,
  siteMessage,
} from "#protocol/site-rpc.ts";
import { deliverChannels } from "./deliver-channels.ts";
import { consumeExports } from "./exports/export-queue.ts";
import { log } from "./log.ts";
import { createMailSender } from "./mail/create-mail-sender.ts";
import { consumeMails, consumeUrgentMails, reportDeadMails } from "./mail-queue.ts";
import { contextOf } from "./services.ts";

type Read = { message: Message; event: SiteEvent };

const FIRST_WAIT_S = 5;
/** Suffix of a dead-letter queue, which receives what another queue's consumer has given up. */
const DEAD_LETTERS = "-dead";

/** Suffixes of the queues about e-mails. */
const MAILS = "-mails";
const URGENT_MAILS = "-urgent-mails";
/** Suffix of the queue of exports. */
const EXPORTS = "-exports";

/** Handles a batch of any queue of wrangler.toml. */
export async function consumeQueue(batch: MessageBatch, env: Env): Promise<void> {
  const { queue } = batch;
  if (queue.endsWith(`${MAILS}${DEAD_LETTERS}`)) return reportDeadMails(batch);
  if (queue.endsWith(DEAD_LETTERS)) return reportDeadLetters(batch);
  if (queue.endsWith(EXPORTS)) return consumeExports(batch, contextOf(env));
  if (!queue.endsWith(MAILS)) return consumeSiteEvents(batch, env);
  const context = contextOf(env);
  const mailSender = createMailSender(env, context.operator);
  const consume = queue.endsWith(URGENT_MAILS) ? consumeUrgentMails : consumeMails;
  await consume(batch, context, mailSender);
}

/**
 * Writes site events to D1 and polls batches of sites. A message that cannot be read is logged and dropped; an event
 * that cannot be written is retried with a growing delay. A failed poll batch is not: the next poll is a minute later.
 */
export async function consumeSiteEvents(batch: MessageBatch, env: Env): Promise<void> {
  const context = contextOf(env);
  const { log } = context;
  const read: Read[] = [];
  const batches: PollBatchMessage["sites"][] = [];
  const limits: { message: Message; event: SiteLimitEvent }[] = [];
  const alarms: { message: Message; event: SiteAlarmEvent }[] = [];
  for (const message of batch.messages) {
    const { data: body, error } = siteMessage.safeParse(message.body);
    if (body?.kind === "limited") {
      limits.push({ message, event: body });
      continue;
    }
    if (body?.kind === "alarm") {
      alarms.push({ message, event: body });
      continue;
    }
    if (body !== undefined && body.kind !== "round") {
      read.push({ message, event: body });
      continue;
    }
    if (body !== undefined) batches.push(body.sites);
    else log.error("a site event could not be read", describe(error.issues));
    message.ack();
  }
  const polls = batches.map((sites) => pollBatch(context, sites));
  const [outcomes] = await Promise.all([
    Promise.allSettled(polls),
    writeEvents(context, read),
    writeAlarms(context, alarms),
    ...limits.map((limit) => notifyOf(context, limit)),
  ]);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") log.error("a batch of polls failed", outcome.reason);
}

async function notifyOf(
  context: Context,
  { message, event }: { message: Message; event: SiteLimitEvent },
): Promise<void> {
  try {
    await notifyLimits(context, event);
    message.ack();
  } catch (error) {
    context.log.error("an exceeded budget could not be notified", error);
    message.retry({ delaySeconds: waitAfter(message.attempts) });
  }
}

/**
 * Writes alarm events, and sends what is due if one of them notifies. Each message is acknowledged or retried by itself.
 */
async function writeAlarms(
  context: Context,
  alarms: readonly { message: Message; event: SiteAlarmEvent }[],
): Promise<void> {
  const { database, log, now } = context;
  const failures = await writeAlarmEvents(
    database,
    alarms.map(({ event }) => event),
    now(),
  );
  const [failure] = failures.values();
  if (failure !== undefined) log.error(`${failures.size} alarms could not be written`, failure);
  for (const { message, event } of alarms) {
    if (failures.has(event)) message.retry({ delaySeconds: waitAfter(message.attempts) });
    else message.ack();
  }
  const written = alarms.flatMap(({ event }) => (failures.has(event) ? [] : event));
  await Promise.all([
    confirmAlarms(context, written),
    written.some(({ notice }) => notice !== null) ? sendNotices(context) : null,
  ]);
}

/** Confirms alarm events to their sites. One that is not confirmed is sent again, which changes nothing in D1. */
async function confirmAlarms(
  { siteObject, log }: Context,
  written: readonly SiteAlarmEvent[],
): Promise<void> {
  const confirm = async ([siteId, events]: [number, SiteAlarmEvent[]]) => {
    try {
      await siteObject(siteId).confirmAlarms(events.map(({ sequence }) => sequence));
    } catch (error) {
      log.error("alarms could not be confirmed", error);
    }
  };
  await Promise.all([...Map.groupBy(written, ({ siteId }) => siteId)].map(confirm));
}

/** Sends notices at once; what fails here is due again in the next minute, when the job does the same. */
async function sendNotices(context: Context): Promise<void> {
  try {
    await planNotifications(context);
    await deliverChannels(context, "events");
  } catch (error) {
    context.log.error("notices of alarms could not be sent", error);
  }
}

/** Acknowledges or retries each message by itself: an event that D1 refuses delays no other one. */
async function writeEvents(context: Context, read: readonly Read[]): Promise<void> {
  const { database, log, now } = context;
  const events = read.map(({ event }) => event);
  const statuses = events.filter((event): event is SiteStatusEvent => event.kind === "status");
  const metrics = events.filter((event): event is SiteMetricsEvent => event.kind !== "status");
  const failures = await writeSiteEvents(
    database,
    {
      statuses: newestOf(statuses, ({ sequence }) => sequence),
      metrics: newestOf(metrics, ({ at }) => at),
    },
    now,
  );
  const [failure] = failures;
  if (failure !== undefined)
    log.error(`${failures.length} site events could not be written`, failure.error);
  // A failed event also represents the older events of its kind that it replaced.
  const failed = new Set(failures.map(nameOf));
  for (const { message, event } of read) {
    if (failed.has(nameOf(event))) message.retry({ delaySeconds: waitAfter(message.attempts) });
    else message.ack();
  }
}

function nameOf({ kind, siteId }: Pick<SiteEvent, "kind" | "siteId">): string {
  return `${kind === "status" ? kind : "metrics"} ${siteId}`;
}

/**
 * Logs each message that was given up after all its attempts, for an operator's alert. Nothing else has to be done: the
 * next poll finds a site whose status differs from the stored one and repeats the event.
 */
function reportDeadLetters(batch: MessageBatch): void {
  for (const message of batch.messages) {
    const { data } = siteMessage.safeParse(message.body);
    log.error("a site event was given up", describeMessage(data));
    message.ack();
  }
}

/** Describes a message without its values. */
function describeMessage(body: SiteMessage | undefined): string {
  if (body === undefined) return "unreadable";
  if (body.kind === "round") return `poll batch of ${body.sites.length} sites`;
  if (body.kind === "alarm") return `alarm ${body.sequence} of site ${body.siteId}`;
  if (body.kind === "limited") return `exceeded budget of site ${body.siteId}`;
  return body.kind === "status"
    ? `status ${body.sequence} of site ${body.siteId}`
    : `metrics of site ${body.siteId}`;
}

/**
 * Returns the delay before the next attempt, s. It doubles with each attempt, so that the last of the queue's ten
 * retries comes after 85 minutes.
 */
function waitAfter(attempts: number): number {
  return FIRST_WAIT_S * 2 ** (attempts - 1);
}

/** Keeps for each site the event that replaces all others of its kind; of equal ones the last. */
function newestOf<Event extends SiteEvent>(
  events: readonly Event[],
  order: (event: Event) => number,
): Event[] {
  const newest = new Map<number, Event>();
  for (const event of events) {
    const held = newest.get(event.siteId);
    if (held === undefined || order(held) <= order(event)) newest.set(event.siteId, event);
  }
  return [...newest.values()];
}

function describe(issues: readonly { code: string; path: readonly PropertyKey[] }[]): string {
  return issues.map(({ code, path }) => `${path.join(".")}: ${code}`).join("; ");
}
