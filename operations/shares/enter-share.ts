import { z } from "zod";
import { verifyPassword } from "#database/auth/password-hash.ts";
import {
  hasRecentAttempt,
  recordAttempt,
  refundAttempt,
  resetRateLimit,
} from "#database/rate-limit.ts";
import { addShareSession } from "#database/shares/share-sessions.ts";
import { findShareByToken } from "#database/shares/shares.ts";
import { Problem } from "#domain/problem.ts";
import {
  isShareToken,
  placeOf,
  SHARE_ENTERED_MS,
  SHARE_PASSWORD_LIMIT,
  SHARE_PASSWORD_LIMIT_PER_NETWORK,
  SHARE_PASSWORD_LIMIT_TOTAL,
  SHARE_SESSION_MS,
  SHARE_SESSION_PREFIX,
} from "#domain/sharing/share.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import { anyone } from "../access.ts";
import { enforceIpRateLimit } from "../auth/enforce-ip-rate-limit.ts";
import type { Caller, Context } from "../context.ts";
import { enforceRateLimit, rateLimitSubject } from "../enforce-rate-limit.ts";
import { operation } from "../operation.ts";
import { flag } from "./share-input.ts";

const SESSION_BYTES = 32;
/** The maximum exceeds the length of all tokens; other texts are not looked up. */
const token = z.string().trim().min(1, "required").max(128);
const EXAMPLE_TOKEN = "Zm9yLXRoZS1saW5rLW9mLTE4";

/** Link lookups have the limit of sign-ins, but are counted separately. */
const atLinks = (caller: Caller): Caller => ({ ...caller, address: `share ${caller.address}` });

/** Returns the data a page needs about a link before entry. Missing, ended and malformed tokens look the same. */
export const getByShareAccount = operation({
  path: "POST /site/v2/share/getByShareAccount",
  writes: false,
  description: {
    summary:
      "Returns whether a share link requires a password. Returns 404 if there is no such link",
    output: z.object({ account: z.string(), protection: flag }),
    example: {
      input: { account: EXAMPLE_TOKEN },
      output: { account: EXAMPLE_TOKEN, protection: 1 },
    },
  },
  input: z.object({ account: token }),
  access: anyone,
  async run({ input: { account }, context, caller }) {
    await enforceIpRateLimit(context, atLinks(caller));
    const share = await findShare(context, account);
    return { account, protection: share.passwordHash === null ? 0 : 1 } as const;
  },
});

export const shareLogin = operation({
  path: "POST /auth/v2/shareLogin",
  description: {
    summary:
      "Begins a session for viewing a site by its share link, valid for a day. Returns 404 if there is no such link",
    output: z.object({
      token: z.string().describe("Value of the `Authorization` header"),
      expires: z.int().describe("ms UTC"),
    }),
    example: {
      input: { account: EXAMPLE_TOKEN, password: "open sesame" },
      output: {
        token: `${SHARE_SESSION_PREFIX}Zm9yLXRoZS1hdXRob3JpemF0aW9uLWhlYWRlcg`,
        expires: 1_790_086_400_000,
      },
    },
  },
  input: z
    .object({
      tk: token.optional(),
      account: token.optional().describe("Equal to `tk`"),
      password: z.string().max(256).default(""),
    })
    .meta({ anyOf: [{ required: ["tk"] }, { required: ["account"] }] })
    .transform(({ tk, account, password }, issues) => {
      const named = tk ?? account;
      if (named !== undefined) return { token: named, password };
      issues.addIssue({ code: "custom", path: ["account"], message: "required" });
      return z.NEVER;
    }),
  access: anyone,
  async run({ input, context, caller }) {
    await enforceIpRateLimit(context, atLinks(caller));
    const share = await findShare(context, input.token);
    if (share.passwordHash !== null)
      await verifySharePassword(context, { ...share, stored: share.passwordHash }, input, caller);
    const session = SHARE_SESSION_PREFIX + toBase64Url(context.randomBytes(SESSION_BYTES));
    const now = context.now();
    const expiresAt = now + SHARE_SESSION_MS;
    const begun = { id: digest(session), now, expiresAt };
    // The link was ended in the meantime, or has another password.
    if (!(await addShareSession(context.database, share, begun))) throw new Problem("notFound");
    return { token: session, expires: expiresAt };
  },
});

/**
 * Finds a share link by its token.
 * @throws Problem notFound if the token is malformed or there is no such link
 */
async function findShare({ database }: Context, account: string) {
  const share = isShareToken(account)
    ? await findShareByToken(database, digest(account))
    : undefined;
  if (share === undefined) throw new Problem("notFound");
  return share;
}

/**
 * Checks the password of a share link.
 * @throws Problem invalid with the field if it is wrong; tooFast after too many wrong passwords
 */
async function verifySharePassword(
  context: Context,
  { id, stored }: { id: number; stored: string },
  { password }: { password: string },
  { address }: { address: string },
): Promise<void> {
  if (password === "") throw new Problem("invalid", { fields: { password: "required" } });
  const { database, keys, now } = context;
  const ofAddress = ["sharePassword", id, address] as const;
  const ofAll = ["sharePassword", id] as const;
  const ofPlace = ["sharePassword", "place", id, placeOf(address)] as const;
  await enforceRateLimit(context, ofAddress, SHARE_PASSWORD_LIMIT);
  // One network can use only part of the attempts that all networks share for one link.
  await enforceRateLimit(context, ofPlace, SHARE_PASSWORD_LIMIT_PER_NETWORK);
  const entered = rateLimitSubject(keys, ["sharePassword", "entered", id, address]);
  // Guesses from elsewhere must not lock out viewers who know the password.
  const isKnown = await hasRecentAttempt(database, entered, {
    windowMs: SHARE_ENTERED_MS,
    now: now(),
  });
  if (!isKnown) await enforceRateLimit(context, ofAll, SHARE_PASSWORD_LIMIT_TOTAL);
  if (!(await verifyPassword(password, stored)))
    throw new Problem("invalid", { fields: { password: "wrongPassword" } });
  await resetRateLimit(database, rateLimitSubject(keys, ofAddress));
  await refundAttempt(database, rateLimitSubject(keys, ofPlace));
  if (!isKnown) await refundAttempt(database, rateLimitSubject(keys, ofAll));
  await recordAttempt(database, entered, now());
}
