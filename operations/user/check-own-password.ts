import { failAttempts, succeedAttempts } from "#database/login-failures.ts";
import { verifyPassword } from "#database/password-hash.ts";
import { findUserByAccount } from "#database/users.ts";
import { Problem } from "#domain/problem.ts";
import { mask } from "#protocol/keys/masked.ts";
import { awaitAttempt } from "../auth/await-attempt.ts";
import type { Context, SignedIn } from "../context.ts";

/**
 * Demands the caller's own password once more, and answers how it is stored. Whoever has found an open session has no
 * more tries than at a login. @throws Problem invalid, at the field; tooFast
 */
export async function checkOwnPassword(
  context: Context,
  { person, address }: SignedIn,
  typed: { field: string; password: string },
): Promise<string> {
  const { database, keys } = context;
  const subject = mask(keys, "ownPassword", String(person.id), address);
  const place = await awaitAttempt(subject, context);
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
