import { z } from "zod";
import type { Context } from "#operations/context.ts";
import {
  type ClaimedMails,
  sendQueuedMails,
  sendUrgentMails,
} from "#operations/jobs/send-mails.ts";
import type { MailSender } from "#operations/mails/mail-sender.ts";
import { sendMessages } from "#protocol/queue-batches.ts";
import { log } from "./log.ts";

/** Delay of an announcement, s: the row of the e-mail is written by then. */
const ANNOUNCED_AFTER_S = 1;
const RETRY_S = 30;

const claimedMails = z.object({ ids: z.array(z.int()).min(1).max(100), takenUntil: z.int() });

/** Announces an e-mail for which a user waits. If that fails, the e-mail is sent with the next minute. */
export async function announceMail({ URGENT_MAILS }: Pick<Env, "URGENT_MAILS">): Promise<void> {
  try {
    await URGENT_MAILS.send({}, { delaySeconds: ANNOUNCED_AFTER_S });
  } catch (error) {
    log.error("an e-mail could not be announced", error);
  }
}

/** Returns the function that enqueues claimed e-mails for parallel senders. */
export function enqueueTo({ MAILS }: Pick<Env, "MAILS">) {
  return (claims: readonly ClaimedMails[]) => sendMessages(MAILS, claims);
}

/** Sends the e-mails of each message. A message whose result cannot be stored is delivered again. */
export async function consumeMails(
  batch: MessageBatch,
  context: Context,
  mailSender: MailSender,
): Promise<void> {
  for (const message of batch.messages) {
    const { data } = claimedMails.safeParse(message.body);
    try {
      if (data === undefined) context.log.error("a message about e-mails", "unreadable");
      else await sendQueuedMails(context, mailSender, data);
      message.ack();
    } catch (error) {
      context.log.error("e-mails could not be sent", error);
      message.retry({ delaySeconds: RETRY_S });
    }
  }
}

/** Sends e-mails for which users wait. */
export async function consumeUrgentMails(
  batch: MessageBatch,
  context: Context,
  mailSender: MailSender,
): Promise<void> {
  await sendUrgentMails(context, mailSender);
  batch.ackAll();
}

/** Logs messages that were given up. Their e-mails are sent when the claim ends. */
export function reportDeadMails(batch: MessageBatch): void {
  for (const message of batch.messages) {
    const { data } = claimedMails.safeParse(message.body);
    log.error("a message about e-mails was given up", `${data?.ids.length ?? "unreadable"}`);
    message.ack();
  }
}
