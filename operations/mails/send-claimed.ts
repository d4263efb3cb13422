import {
  countSentMails,
  postponeMails,
  recordMailFailure,
  settleMail,
  type TakenMail,
} from "#database/mails/mails.ts";
import { dropUnsentOfMail } from "#database/notifications/drop-unsent.ts";
import { type AccessibleSite, alarmMail, restrictAlarmMail } from "#domain/mails/alarm-mails.ts";
import {
  budgetOf,
  countedUnder,
  hourlyLimitOf,
  MAX_ATTEMPTS,
  type MailFailure,
  RATE_WINDOW_MS,
  REPLAYABLE_MS,
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
} from "./mail-sender.ts";

export type MailContext = Pick<Context, "database" | "now" | "log" | "keys" | "randomBytes">;

/** E-mails sent concurrently: a Worker has six connections. */
const SENT_AT_ONCE = 4;

type ClaimedMail = TakenMail & { masked: string };
/** A sender's claim of some e-mails, until an instant, ms UTC. */
export type Turn = {
  context: MailContext;
  mailSender: MailSender;
  provider: MailProvider;
  until: number;
};

/**
 * Sends e-mails that this turn has claimed, except those of addresses that have reached their limit.
 * @param end instant after which no further e-mail is begun, ms UTC
 */
export async function sendClaimed(
  turn: Turn,
  mails: readonly TakenMail[],
  end: number,
): Promise<void> {
  await sendAll(turn, await holdBack(turn, mails), end);
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
    if (count(mail.template, mail.masked, 1) < hourlyLimitOf(mail.template)) going.push(mail);
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
  if (mail.attempts > MAX_ATTEMPTS) return giveUp(turn, mail, "attempts");
  if (now() >= usefulUntil(mail.template, mail.createdAt)) return giveUp(turn, mail, "late");
  const values = restrict(mail);
  if (values === null) return drop(turn, mail);
  const isWhole = values === mail.values;
  const outgoing = compose(turn, { ...mail, values });
  if (outgoing === null) return giveUp(turn, mail, "content");
  try {
    await turn.provider.send(outgoing);
  } catch (error) {
    return tryAgain(turn, mail, error);
  }
  if (!isWhole) await dropLost(turn, mail);
  await settleMail(database, mail.id, { sent: true, recipient: mail.masked, now: now() });
}

/**
 * Returns the values of an e-mail without what its user may not read or does not receive any more; null if nothing is
 * left.
 */
function restrict({ access, values }: ClaimedMail): string | null {
  const mail = access === null ? undefined : readAlarmMail(values);
  if (access === null || mail === undefined) return values;
  const restricted = restrictAlarmMail(mail, JSON.parse(access) as AccessibleSite[]);
  if (restricted === mail) return values;
  return restricted === null ? null : JSON.stringify(restricted);
}

function readAlarmMail(values: string) {
  try {
    return alarmMail.safeParse(JSON.parse(values)).data;
  } catch {
    return undefined;
  }
}

/** Settles an alarm e-mail that is not sent, because its user has no access any more or turned the e-mails off. */
async function drop({ context }: Pick<Turn, "context">, mail: ClaimedMail): Promise<void> {
  const { database, log, now } = context;
  log.info("an alarm e-mail is not sent any more", { id: mail.id, template: mail.template });
  await dropLost({ context }, mail);
  await settleMail(database, mail.id, { sent: false, recipient: "", now: now() });
}

/** Records which notifications of an alarm e-mail are not sent, so that no end follows them. */
async function dropLost(
  { context: { database, now } }: Pick<Turn, "context">,
  { access, values, messageId }: ClaimedMail,
): Promise<void> {
  const userId = readAlarmMail(values)?.access?.userId;
  if (access === null || userId === undefined) return;
  await dropUnsentOfMail(database, { userId, messageId, accessible: access }, now());
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
  if (isPermanent) return giveUp(turn, mail, "refused", reason);
  if (mail.attempts >= MAX_ATTEMPTS) return giveUp(turn, mail, "attempts", reason);
  log.error(`an e-mail was not accepted: ${describe(mail)}`, reason);
  const chance = (randomBytes(1)[0] ?? 0) / 255;
  const dueAt = now() + retryDelay(mail.template, mail.attempts, chance);
  await postponeMails(database, [mail.id], { takenUntil: turn.until, dueAt, untried: false });
}

/** @param detail words of the provider, without personal data */
async function giveUp(
  turn: Turn,
  mail: ClaimedMail,
  reason: MailFailure,
  detail: string | null = null,
): Promise<void> {
  const { database, log, now } = turn.context;
  log.error(`an e-mail was given up: ${describe(mail)}`, detail ?? GIVEN_UP[reason]);
  // An operator can send a failed alarm e-mail again, so it keeps its content for some days.
  const isKept = budgetOf(mail.template) === "alarms";
  const kept = isKept ? { keptMs: REPLAYABLE_MS } : { recipient: "" };
  await settleMail(database, mail.id, { sent: false, now: now(), ...kept });
  await recordMailFailure(database, { mailId: mail.id, reason, detail });
}

/** Words of the log for the reasons without words of the provider. */
const GIVEN_UP: Record<MailFailure, string> = {
  refused: "it was refused",
  attempts: "too many attempts",
  late: "too late",
  content: "it cannot be written",
};

function describe({ id, template, attempts }: ClaimedMail): string {
  return `${template} ${id}, attempt ${attempts}`;
}
