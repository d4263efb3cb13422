import {
  addCode,
  type CodeSubject,
  isAdded,
  type NewCode,
  peekCode,
  selectSentAt,
  verifyCode,
} from "#database/auth/codes.ts";
import { queueMailWhere } from "#database/mails/mails.ts";
import type { Language } from "#domain/languages.ts";
import { Problem } from "#domain/problem.ts";
import {
  CODE_DAY_MS,
  CODE_DIGITS,
  CODE_RESEND_MS,
  type CodePurpose,
  MAX_CODES_A_DAY,
} from "#domain/users/codes.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { mask } from "#protocol/keys/masked.ts";
import type { Context } from "../context.ts";
import { newMail } from "../mails/new-mail.ts";

/** The purpose and subjects a code is bound to; it is valid for nothing else. */
export type CodeFor =
  | { purpose: "register"; address: string }
  | { purpose: Exclude<CodePurpose, "register">; address: string; person: number };

/**
 * The recipient of a code.
 * @param name in the greeting of an e-mail to the current address; a new address may belong to a stranger
 */
export type CodeMail = { language: Language; name: string };

const CAUSE_BYTES = 16;

/**
 * Sends a new code, which invalidates older ones for the same purpose and subject. It does not reveal whether the
 * address is registered. @throws Problem tooFast if the address received one a moment ago or enough for the day; the
 * message says which, and whether the recent one is the caller's own
 */
export async function sendCode(context: Context, bound: CodeFor, mail: CodeMail): Promise<void> {
  const { database } = context;
  const code = makeCode(context);
  const row = newCode(context, bound, code);
  const [added, sent] = await database.batch([
    addCode(database, row),
    selectSentAt(database, row, row.now),
    queueMailWhere(database, isAdded(row), mailOf(context, bound, mail, code)),
  ]);
  if (added.length === 0) throw refusalOf(sent, row.now);
  await context.announceMail();
}

/** Consumes a code. @throws Problem invalid, at the field, if it is wrong, used, expired or was tried too often */
export async function redeemCode(
  context: Context,
  bound: CodeFor,
  typed: { field: string; code: string },
): Promise<void> {
  const right = await verifyCode(context.database, newCode(context, bound, typed.code));
  if (!right) throw new Problem("invalid", { fields: { [typed.field]: "wrongCode" } });
}

/**
 * Checks a code without consuming it; a wrong code increments its attempt counter. @throws Problem invalid, at the
 * field
 */
export async function checkCode(
  context: Context,
  bound: CodeFor,
  typed: { field: string; code: string },
): Promise<void> {
  const [looked] = await peekCode(context.database, newCode(context, bound, typed.code));
  if (looked?.right !== 1) throw new Problem("invalid", { fields: { [typed.field]: "wrongCode" } });
}

/** The stored form of a code. */
export function newCode(
  { keys, now }: Pick<Context, "keys" | "now">,
  bound: CodeFor,
  code: string,
): NewCode {
  const person = "person" in bound ? String(bound.person) : "";
  const subject: CodeSubject = {
    purpose: bound.purpose,
    address: mask(keys, "codeAddress", bound.address),
    person: mask(keys, "codePerson", person),
  };
  const codeHash = mask(keys, "code", bound.purpose, bound.address, person, code);
  return { ...subject, codeHash, now: now() };
}

function mailOf(context: Context, bound: CodeFor, { language, name }: CodeMail, code: string) {
  const cause = `code:${toBase64Url(context.randomBytes(CAUSE_BYTES))}`;
  const sent = { cause, recipient: bound.address, language };
  switch (bound.purpose) {
    case "register":
      return newMail(context, { ...sent, template: "registerCode", values: { code } });
    case "newEmail":
      return newMail(context, { ...sent, template: "newEmailCode", values: { code } });
    case "oldEmail":
      return newMail(context, { ...sent, template: "oldEmailCode", values: { name, code } });
  }
}

const NUMBERS = 10 ** CODE_DIGITS;
/**
 * The highest multiple of the number of codes that fits into four bytes; values above it would bias the distribution.
 */
const FAIR = Math.floor(2 ** 32 / NUMBERS) * NUMBERS;

function makeCode({ randomBytes }: Pick<Context, "randomBytes">): string {
  for (;;) {
    const number = new DataView(randomBytes(4).slice().buffer).getUint32(0);
    if (number < FAIR) return String(number % NUMBERS).padStart(CODE_DIGITS, "0");
  }
}

type Sent = { at: number; own: number };

/**
 * Returns the error for a code that was requested too soon or too often.
 * @param sent recent codes, newest first
 */
function refusalOf(sent: readonly Sent[], now: number): Problem {
  const [newest] = sent;
  const oldest = sent[MAX_CODES_A_DAY - 1];
  const isRecent = newest !== undefined && newest.at > now - CODE_RESEND_MS;
  // The limit of the address is not reached, so the user's own limit is.
  if (!oldest && !isRecent)
    return new Problem("tooFast", { message: "codesUsedUp", retryAfter: CODE_DAY_MS / 1000 });
  const until = oldest ? oldest.at + CODE_DAY_MS : (newest?.at ?? now) + CODE_RESEND_MS;
  const retryAfter = Math.max(1, Math.ceil((until - now) / 1000));
  if (isRecent && newest.own === 1)
    return new Problem("tooFast", { message: "codeJustSent", retryAfter });
  return new Problem("tooFast", { ...(oldest && { message: "codesUsedUp" }), retryAfter });
}
