import {
  areMailsDue,
  countSentMails,
  deleteSettledMails,
  postponeMails,
  settleMail,
  type TakenMail,
  takeDueMails,
} from "#database/mails.ts";
import {
  countedUnder,
  HOURLY_MAILS,
  MAX_ATTEMPTS,
  RATE_WINDOW_MS,
  retryDelay,
  usefulUntil,
} from "#domain/mails/attempts.ts";
import { mask } from "#protocol/keys/masked.ts";
import type { Context } from "../context.ts";
import {
  type MailProvider,
  MailRefused,
  type MailSender,
  type OutgoingMail,
} from "../mails/mail-sender.ts";

export type MailContext = Pick<Context, "database" | "now" | "log" | "keys" | "randomBytes">;

/** E-mails that are taken at once, and sent of a turn at most. */
const TAKEN_AT_ONCE = 50;
const SENT_OF_A_TURN = 200;
/** So many are under way at the same time: a Worker has six connections. */
const SENT_AT_ONCE = 4;
/** After that long no further e-mail is begun, ms: the next turn goes on. */
const TURN_MS = 40_000;
/** A sender that is killed keeps others from its e-mails for that long, ms: longer than a turn and its last attempt. */
const LEASE_MS = 5 * 60_000;

type Taken = TakenMail & { masked: string };
type Turn = { context: MailContext; mailSender: MailSender; provider: MailProvider; until: number };

/** Sends what is due. An e-mail is recorded as sent only after the provider took it, so none is ever lost. */
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

/** Puts those aside whose address has had enough for now; returns the others. */
async function holdBack(turn: Turn, mails: readonly TakenMail[]): Promise<Taken[]> {
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
  const [going, waiting]: [Taken[], number[]] = [[], []];
  for (const mail of taken) {
    if (count(mail.template, mail.masked, 1) < HOURLY_MAILS) going.push(mail);
    else waiting.push(mail.id);
  }
  if (waiting.length > 0) {
    const dueAt = now() + RATE_WINDOW_MS / 4;
    await postponeMails(database, waiting, { takenUntil: turn.until, dueAt, untried: true });
  }
  return going;
}

/** Some at a time, in their order, until the turn is over; gives back what it could not begin. */
async function sendAll(turn: Turn, mails: readonly Taken[], end: number): Promise<void> {
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

/** @throws where the database does not take what came of it: when the lease has run out, it is tried again */
async function sendOne(turn: Turn, mail: Taken): Promise<void> {
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

/** Null where its values or its address are no good. What was thrown may quote them, so nobody is told. */
function compose({ mailSender }: Turn, mail: Taken): OutgoingMail | null {
  try {
    return mailSender.compose(mail);
  } catch {
    return null;
  }
}

async function tryAgain(turn: Turn, mail: Taken, error: unknown): Promise<void> {
  const { database, log, now, randomBytes } = turn.context;
  // What others have thrown may quote the address.
  const reason = error instanceof MailRefused ? error.message : "the provider failed";
  const forGood = error instanceof MailRefused && error.forGood;
  if (forGood || mail.attempts >= MAX_ATTEMPTS) return giveUp(turn, mail, reason);
  log.error(`an e-mail was not taken: ${describe(mail)}`, reason);
  const chance = (randomBytes(1)[0] ?? 0) / 255;
  const dueAt = now() + retryDelay(mail.template, mail.attempts, chance);
  await postponeMails(database, [mail.id], { takenUntil: turn.until, dueAt, untried: false });
}

async function giveUp(turn: Turn, mail: Taken, reason: string): Promise<void> {
  const { database, log, now } = turn.context;
  log.error(`an e-mail was given up: ${describe(mail)}`, reason);
  await settleMail(database, mail.id, { sent: false, recipient: "", now: now() });
}

function describe({ id, template, attempts }: Taken): string {
  return `${template} ${id}, attempt ${attempts}`;
}
