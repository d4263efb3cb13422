import { z } from "zod";
import { addLink, isOpen, ownerAt } from "#database/auth/links.ts";
import { readLoginFacts } from "#database/auth/login-facts.ts";
import { failAttempts, succeedAttempts } from "#database/auth/login-failures.ts";
import {
  hashPassword,
  isOutdatedHash,
  passwordSlot,
  unusableHash,
  verifyPassword,
} from "#database/auth/password-hash.ts";
import { queueMailWhere } from "#database/mails/mails.ts";
import { findUserByAccount, replacePasswordHash } from "#database/user/users.ts";
import { Problem } from "#domain/problem.ts";
import { slowDown } from "#domain/users/login-limit.ts";
import { accountName, typedPassword } from "#domain/users/user.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import { mask } from "#protocol/keys/masked.ts";
import { anyone } from "../access.ts";
import type { Context } from "../context.ts";
import { mailLanguageOf, newMail } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { acquireLoginSlot } from "./acquire-login-slot.ts";
import { beginSession } from "./begin-session.ts";
import { enforceIpRateLimit } from "./enforce-ip-rate-limit.ts";
import { newLink } from "./mail-link.ts";
import { describeUser, userInfo, userInfoExample } from "./user-info.ts";

const TOKEN_BYTES = 32;

/**
 * Answers an unknown account and a wrong password alike, after the same work. Attempts from many addresses at one
 * account are slowed down, except from browsers that its user has signed in from.
 */
export const login = operation({
  path: "POST /auth/v2/login",
  description: {
    summary:
      "Signs in. Returns 401 if the account or the password is wrong, and 403 if the account is not activated",
    output: z.object({
      token: z.string().describe("Value of the `Authorization` header"),
      userInfo,
    }),
    example: {
      input: { account: "ana@example.org", password: "sunshine1" },
      output: { token: "Zm9yLXRoZS1hdXRob3JpemF0aW9uLWhlYWRlcg", userInfo: userInfoExample },
    },
  },
  input: z.object({ account: accountName, password: typedPassword }),
  access: anyone,
  async run({ input: { account, password }, context, caller }) {
    const { database, keys, browser } = context;
    await enforceIpRateLimit(context, caller);
    const subject = mask(keys, "login", account, caller.address);
    const place = await acquireLoginSlot(subject, context);
    const facts = await readLoginFacts(database, {
      account,
      subject: mask(keys, "loginAccount", account),
      browser: browser.token === null ? "" : digest(browser.token),
      now: context.now(),
    });
    const { user, browserUsers } = facts;
    const ids = [place, facts.attempt];
    const isKnown = user !== undefined && browserUsers.includes(user.id);
    if (!isKnown) await pauseFor(context, slowDown(facts.attempts));
    const stored = user?.passwordHash ?? unusableHash(context.passwordCost);
    const right = await verifyPassword(password, stored, context.passwordCost);
    if (user === undefined || !right) {
      await failAttempts(database, ids, context.now());
      throw new Problem("notSignedIn", { message: "wrongLogin" });
    }
    await succeedAttempts(database, { ids, subject });
    if (user.activatedAt === null) {
      await sendActivation(context, user);
      throw new Problem("forbidden", { message: "notActivated" });
    }
    const kept = browserToKeep(context, isKnown);
    const begin = (passwordHash: string) =>
      beginSession(context, { userId: user.id, passwordHash, browser: kept });
    const token =
      (await begin(stored)) ?? (await beginWithRenewed(begin, { account, password }, context));
    // The password has changed in the meantime, which invalidates this sign-in.
    if (token === null) throw new Problem("notSignedIn", { message: "wrongLogin" });
    browser.keep(kept.token);
    // Of concurrent sign-ins only the last one rehashes.
    if (isOutdatedHash(stored, context.passwordCost) && passwordSlot.isFree) {
      const to = await hashPassword(password, context.passwordCost);
      await replacePasswordHash(database, { id: user.id, from: stored, to });
    }
    return { token, userInfo: describeUser(keys, user) };
  },
});

/**
 * Begins the session with the current hash, if a concurrent sign-in has rehashed the same password. Returns null if it
 * is a different password.
 */
async function beginWithRenewed(
  begin: (passwordHash: string) => Promise<string | null>,
  { account, password }: { account: string; password: string },
  { database, passwordCost }: Context,
): Promise<string | null> {
  const stored = (await findUserByAccount(database, account))?.passwordHash;
  if (stored === undefined || !(await verifyPassword(password, stored, passwordCost))) return null;
  return begin(stored);
}

async function pauseFor({ pause }: Context, ms: number): Promise<void> {
  if (ms > 0) await pause(ms);
}

/**
 * Chooses the browser cookie. The presented one stays only if it is known for this very user, because an attacker may
 * have planted any other.
 */
function browserToKeep({ browser, randomBytes }: Context, isKnown: boolean) {
  const shown = browser.token;
  if (shown !== null && isKnown) return { token: shown, id: digest(shown), was: null };
  const token = toBase64Url(randomBytes(TOKEN_BYTES));
  return { token, id: digest(token), was: shown === null ? null : digest(shown) };
}

type NotActivated = { id: number; account: string; email: string } & Parameters<
  typeof mailLanguageOf
>[0];

/** Sends the activation e-mail again, unless one was sent a moment ago. */
async function sendActivation(context: Context, user: NotActivated): Promise<void> {
  const { database } = context;
  const { link, address } = newLink(context, "activate");
  const mail = newMail(context, {
    cause: `activate:${link.id}`,
    template: "activate",
    values: { link: address },
    language: mailLanguageOf(user),
    recipient: user.email,
  });
  await database.batch([
    addLink(database, link, ownerAt(user.id, user.account)),
    queueMailWhere(database, isOpen(link), mail),
  ]);
}
