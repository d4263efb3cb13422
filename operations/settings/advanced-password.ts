import { z } from "zod";
import { hashPassword, verifyPassword } from "#database/auth/password-hash.ts";
import { Problem } from "#domain/problem.ts";
import { onSite } from "../access.ts";
import { authorOf } from "../alarms/author.ts";
import type { Context, SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";

const MIN_LENGTH = 6;
const MAX_LENGTH = 64;
const AT = 1_790_000_000_000;

/** The advanced password as typed. */
export const typedAdvancedPassword = z.string().min(1, "required").max(MAX_LENGTH, "tooLong");

/**
 * Checks the advanced password of a site. Attempts are counted per user before the password is compared.
 * @returns until when the entry is valid, ms UTC; null if the site has no advanced password
 * @throws Problem invalid, tooFast
 */
export async function checkAdvancedPassword(
  { context, caller, siteId }: { context: Context; caller: SignedIn; siteId: number },
  password: string,
): Promise<number | null> {
  const site = context.siteObject(siteId);
  const attempt = await site.tryAdvancedPassword(caller.person.id);
  if (!attempt.ok && attempt.reason === "tooMany")
    throw new Problem("tooFast", {
      message: "advancedPasswordRequired",
      retryAfter: attempt.retryAfter,
    });
  if (!attempt.ok && attempt.reason === "none") return null;
  if (!attempt.ok || !(await verifyPassword(password, attempt.hash, context.passwordCost)))
    throw wrongPassword();
  return site.enterAdvanced(caller.person.id, caller.session);
}

function wrongPassword(): Problem {
  return new Problem("invalid", {
    message: "advancedPasswordRequired",
    fields: { password: "advancedPasswordRequired" },
  });
}

export const setAdvancedPassword = operation({
  path: "POST /site/v2/setting/password/set",
  description: {
    summary: "Sets the advanced password of a site, or removes it with null; all entries end",
    output: z.null(),
    example: { input: { id: 12, password: "winter solstice" }, output: null },
  },
  input: siteInput({
    password: z.string().min(MIN_LENGTH, "passwordTooShort").max(MAX_LENGTH, "tooLong").nullable(),
  }),
  access: onSite("editAdvancedPassword"),
  async run({ input: { password }, context, caller, site }) {
    const hash = password === null ? null : await hashPassword(password, context.passwordCost);
    await context.siteObject(site.id).setAdvancedPassword(hash, authorOf(caller.person));
    return null;
  },
});

export const enterAdvanced = operation({
  path: "POST /site/v2/setting/password/enter",
  description: {
    summary:
      "Enters the advanced password of a site for this session. The entry is valid for ten minutes; five attempts are allowed in 15 min",
    output: z.object({ enteredUntil: z.int().describe("ms UTC") }),
    example: {
      input: { id: 12, password: "winter solstice" },
      output: { enteredUntil: AT },
    },
  },
  input: siteInput({ password: typedAdvancedPassword }),
  access: onSite("configure"),
  async run({ input: { password }, context, caller, site }) {
    const enteredUntil = await checkAdvancedPassword(
      { context, caller, siteId: site.id },
      password,
    );
    if (enteredUntil === null) throw wrongPassword();
    return { enteredUntil };
  },
});

export const exitAdvanced = operation({
  path: "POST /site/v2/setting/password/exit",
  description: {
    summary: "Ends the entry of the advanced password for this session",
    output: z.null(),
    example: { input: { id: 12 }, output: null },
  },
  input: siteInput({}),
  access: onSite("configure"),
  async run({ context, caller, site }) {
    await context.siteObject(site.id).exitAdvanced(caller.session);
    return null;
  },
});
