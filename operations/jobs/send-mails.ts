import {
  areMailsDue,
  countSentMails,
  deleteSettledMails,
  postponeMails,
  settleMail,
  type TakenMail,
  takeDueMails,
} from "#database/mails/mails.ts";
import {
  countedUnder,
  MAX_ATTEMPTS,
  MAX_HOURLY_MAILS,
  RATE_WINDOW_MS,
  retryDelay,
  usefulUntil,
} from "#domain/mails/attempts.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { mask } from "#protocol/keys/masked.ts";
import type { Context } from "../context.ts";
import {
  type MailProvider,
  MailRefused,
  type MailSender,
  type OutgoingMail,
} from "../mails/mail-sender.ts";

export type MailContext = Pick<Context, "database" | "now" | "log" | "keys" | "randomBytes">;

/** E-mails claimed at once, which is also the maximum per turn. */
const TAKEN_AT_ONCE = 50;
const SENT_OF_A_TURN = 200;
/** E-mails sent concurrently: a Worker has six connections. */
const SENT_AT_ONCE = 4;
/** Time after which no further e-mail is begun, ms; the next turn continues. */
const TURN_MS = 40_000;
/** Lease of claimed e-mails, ms, in case the sender is killed: longer than a turn and its last attempt. */
const LEASE_MS = 5 * MINUTE_MS;

type ClaimedMail = TakenMail & { masked: string };
type Turn = { context: MailContext; mailSender: MailSender; provider: MailProvider; until: number };

/** Sends due e-mails. Each is recorded as sent only after the provider has accepted it, so none is lost. */
export async function sendMails(context: MailContext, mailSender: MailSender): Promise<void> {
  const { database, log, now } = context;
  await deleteSettledMails(database, now());
  if (mailSender.provider === null) {
    if (await areMailsDue(database, now()))
      log.error("e-mails wait", new Error("neither MAIL_FROM and MAIL nor SMTP_URL are set"));
    return;
  }
  const end = now() + TURN_MS;
  for (let taken = 0; taken < SENT_OF_A_TURN && now() < end; ) {
    const until = now() + LEASE_MS;
    const turn = { context, mailSender, provider: mailSender.provider, until };
    const mails = await takeDueMails(database, { now: now(), until, limit: TAKEN_AT_ONCE });
    if (mails.length === 0) return;
    taken += mails.length;
    await sendAll(turn, await holdBack(turn, mails), end);
  }
}

/** Postpones e-mails of addresses that have reached their limit, and returns the others. */
async function holdBack(turn: Turn, mails: readonly TakenMail[]): Promise<ClaimedMail[]> {
  const { database, keys, now } = turn.context;
  const taken = mails.map((mail) => ({
    ...mail,
    masked: mask(keys, "mail", mail.recipient.toLowerCase()),
  }));
  const addresses = [...new Set(taken.map(({ masked }) => masked))];
  const sent = new Map<string, number>();
  const count = (template: string, masked: string, more: number) => {
    const key = `${countedUnder(template)} ${masked}`;
    const before = sent.get(key) ?? 0;
    sent.set(key, before + more);
    return before;
  };
  for (const row of await countSentMails(database, addresses, now() - RATE_WINDOW_MS))
    count(row.template, row.recipient, row.sent);
  const [going, waiting]: [ClaimedMail[], number[]] = [[], []];
  for (const mail of taken) {
    if (count(mail.template, mail.masked, 1) < MAX_HOURLY_MAILS) going.push(mail);
    else waiting.push(mail.id);
  }
  if (waiting.length > 0) {
    const dueAt = now() + RATE_WINDOW_MS / 4;
    await postponeMails(database, waiting, { takenUntil: turn.until, dueAt, untried: true });
  }
  return going;
}

/** Sends some e-mails at a time, in order, until the turn is over, and releases those it could not begin. */
async function sendAll(turn: Turn, mails: readonly ClaimedMail[], end: number): Promise<void> {
  const { database, now } = turn.context;
  const waiting = [...mails];
  const carry = async () => {
    while (now() < end) {
      const mail = waiting.shift();
      if (mail === undefined) return;
      await sendOne(turn, mail);
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: SENT_AT_ONCE }, carry));
  const untried = waiting.map(({ id }) => id);
  if (untried.length > 0)
    await postponeMails(database, untried, { takenUntil: turn.until, untried: true });
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/**
 * Sends one e-mail and stores the result.
 * @throws if the database cannot store the result: the e-mail is tried again when its lease ends
 */
async function sendOne(turn: Turn, mail: ClaimedMail): Promise<void> {
  const { database, now } = turn.context;
  if (mail.attempts > MAX_ATTEMPTS) return giveUp(turn, mail, "too many attempts");
  if (now() >= usefulUntil(mail.template, mail.createdAt)) return giveUp(turn, mail, "too late");
  const outgoing = compose(turn, mail);
  if (outgoing === null) return giveUp(turn, mail, "it cannot be written");
  try {
    await turn.provider.send(outgoing);
  } catch (error) {
    return tryAgain(turn, mail, error);
  }
  await settleMail(database, mail.id, { sent: true, recipient: mail.masked, now: now() });
}

/** Returns null if the values or the address are invalid. The thrown error is not logged, because it may quote them. */
function compose({ mailSender }: Turn, mail: ClaimedMail): OutgoingMail | null {
  try {
    return mailSender.compose(mail);
  } catch {
    return null;
  }
}

async function tryAgain(turn: Turn, mail: ClaimedMail, error: unknown): Promise<void> {
  const { database, log, now, randomBytes } = turn.context;
  // Errors of other code may quote the address.
  const reason = error instanceof MailRefused ? error.message : "the provider failed";
  const isPermanent = error instanceof MailRefused && error.isPermanent;
  if (isPermanent || mail.attempts >= MAX_ATTEMPTS) return giveUp(turn, mail, reason);
  log.error(`an e-mail was not accepted: ${describe(mail)}`, reason);
  const chance = (randomBytes(1)[0] ?? 0) / 255;
  const dueAt = now() + retryDelay(mail.template, mail.attempts, chance);
  await postponeMails(database, [mail.id], { takenUntil: turn.until, dueAt, untried: false });
}

async function giveUp(turn: Turn, mail: ClaimedMail, reason: string): Promise<void> {
  const { database, log, now } = turn.context;
  log.error(`an e-mail was given up: ${describe(mail)}`, reason);
  await settleMail(database, mail.id, { sent: false, recipient: "", now: now() });
}

function describe({ id, template, attempts }: ClaimedMail): string {
  return `${template} ${id}, attempt ${attempts}`;
}
