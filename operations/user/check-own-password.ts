import { failAttempts, succeedAttempts } from "#database/auth/login-failures.ts";
import { verifyPassword } from "#database/auth/password-hash.ts";
import { findUserByAccount } from "#database/user/users.ts";
import { Problem } from "#domain/problem.ts";
import { mask } from "#protocol/keys/masked.ts";
import { acquireLoginSlot } from "../auth/acquire-login-slot.ts";
import type { Context, SignedIn } from "../context.ts";

/**
 * Requires the caller's own password and returns its stored hash. Wrong ones are counted per account: a stolen session
 * gains no attempts by using many addresses. @throws Problem invalid, at the field; tooFast
 */
export async function checkOwnPassword(
  context: Context,
  { person }: SignedIn,
  typed: { field: string; password: string },
): Promise<string> {
  const { database, keys } = context;
  const subject = mask(keys, "ownPassword", String(person.id));
  const place = await acquireLoginSlot(subject, context);
  const stored = (await findUserByAccount(database, person.account))?.passwordHash;
  if (stored === undefined || !(await verifyPassword(typed.password, stored))) {
    await failAttempts(database, [place], context.now());
    throw wrongPassword(typed.field);
  }
  await succeedAttempts(database, { ids: [place], subject });
  return stored;
}

export function wrongPassword(field: string): Problem {
  return new Problem("invalid", { fields: { [field]: "wrongPassword" } });
}
