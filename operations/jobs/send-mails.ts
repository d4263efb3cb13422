import {
  areMailsDue,
  deleteSettledMails,
  releaseMails,
  takeDueMails,
  takeQueuedMails,
} from "#database/mails/mails.ts";
import { chunk } from "#domain/chunk.ts";
import type { MailBudget } from "#domain/mails/attempts.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { MailSender } from "../mails/mail-sender.ts";
import { type MailContext, sendClaimed } from "../mails/send-claimed.ts";

/** Claimed e-mails of one queue message. */
export type ClaimedMails = { ids: number[]; takenUntil: number };

/** E-mails claimed at once, which is also the maximum per turn. */
const TAKEN_AT_ONCE = 50;
const SENT_OF_A_TURN = 200;
/** Time after which no further e-mail is begun, ms; the next turn continues. */
const TURN_MS = 40 * SECOND_MS;
/** Lease of claimed e-mails, ms, in case the sender is killed: longer than a turn and its last attempt. */
const LEASE_MS = 5 * MINUTE_MS;

/** Alarm e-mails that are claimed for the queue at once, and those of one message. */
const ENQUEUED_AT_ONCE = 500;
const ENQUEUED_TOGETHER = 20;
/** Lease of e-mails in the queue, ms. Afterwards they are enqueued again. */
const QUEUE_LEASE_MS = 15 * MINUTE_MS;

/**
 * Sends due e-mails. Each is recorded as sent only after the provider has accepted it, so none is lost.
 * @param enqueue enqueues alarm e-mails for parallel senders; without it they are sent like the others
 */
export async function sendMails(
  context: MailContext,
  mailSender: MailSender,
  enqueue?: (claims: readonly ClaimedMails[]) => Promise<void>,
): Promise<void> {
  const { database, log, now } = context;
  await deleteSettledMails(database, now());
  // Claiming reads many more rows than this, each minute.
  if (!(await areMailsDue(database, now()))) return;
  if (mailSender.provider === null) {
    log.error("e-mails wait", new Error("neither MAIL_FROM and MAIL nor SMTP_URL are set"));
    return;
  }
  const end = now() + TURN_MS;
  if (enqueue === undefined) return sendBudgets(context, mailSender, undefined, end);
  await sendBudgets(context, mailSender, ["urgent"], end);
  await enqueueAlarms(context, enqueue, end);
  await sendBudgets(context, mailSender, ["others"], end);
}

/** Sends e-mails for which users wait, at once. */
export async function sendUrgentMails(context: MailContext, mailSender: MailSender): Promise<void> {
  await sendBudgets(context, mailSender, ["urgent"], context.now() + TURN_MS);
}

async function sendBudgets(
  context: MailContext,
  mailSender: MailSender,
  budgets: readonly MailBudget[] | undefined,
  end: number,
): Promise<void> {
  const { database, now } = context;
  const { provider } = mailSender;
  if (provider === null) return;
  for (let taken = 0; taken < SENT_OF_A_TURN && now() < end; ) {
    const until = now() + LEASE_MS;
    const claim = { now: now(), until, limit: TAKEN_AT_ONCE, budgets };
    const mails = await takeDueMails(database, claim);
    if (mails.length === 0) return;
    taken += mails.length;
    await sendClaimed({ context, mailSender, provider, until }, mails, end);
  }
}

/** Claims all due alarm e-mails and enqueues them. A claim without a sender ends by itself. */
async function enqueueAlarms(
  { database, now }: MailContext,
  enqueue: (claims: readonly ClaimedMails[]) => Promise<void>,
  end: number,
): Promise<void> {
  while (now() < end) {
    const until = now() + QUEUE_LEASE_MS;
    const claim = { now: now(), until, limit: ENQUEUED_AT_ONCE, budgets: ["alarms"] as const };
    const mails = await takeDueMails(database, { ...claim, isAttempt: false });
    const ids = mails.map(({ id }) => id);
    if (ids.length === 0) return;
    try {
      await enqueue(
        chunk(ids, ENQUEUED_TOGETHER).map((some) => ({ ids: some, takenUntil: until })),
      );
    } catch (error) {
      await releaseMails(database, ids, until);
      throw error;
    }
  }
}

/**
 * Sends e-mails that a queue message names, unless its claim has ended. A second delivery of the message finds them
 * claimed otherwise, and sends nothing.
 */
export async function sendQueuedMails(
  context: MailContext,
  mailSender: MailSender,
  { ids, takenUntil }: ClaimedMails,
): Promise<void> {
  const { database, now } = context;
  const { provider } = mailSender;
  if (provider === null) return releaseMails(database, ids, takenUntil);
  // Never the same instant, so that a second delivery of the message does not match this claim.
  const until = Math.max(now() + LEASE_MS, takenUntil + 1);
  const mails = await takeQueuedMails(database, ids, { takenUntil, until, now: now() });
  await sendClaimed({ context, mailSender, provider, until }, mails, now() + TURN_MS);
}
