import { z } from "zod";
import { hashPassword, PASSWORD_COST } from "#database/auth/password-hash.ts";
import { USER_TYPE } from "#domain/access/roles.ts";
import { accountName } from "#domain/users/user.ts";
import { Failure } from "../failure.ts";
import { makePassword } from "../make-password.ts";
import { type Query, quote } from "./query.ts";

/** What the administrator signs in with: a mail address, in the form in which accounts are kept. */
export const administratorMail = accountName.pipe(z.email());

/**
 * Makes the first platform administrator and returns the password, which is nowhere else. The
 * database sees only its hash.
 * @throws Failure where there is an administrator already, or another person with that account
 */
export async function makeAdministrator(
  query: Query,
  mail: string,
  now: number,
  cost = PASSWORD_COST,
): Promise<string> {
  const password = makePassword(20);
  const account = quote(mail);
  const hash = quote(await hashPassword(password, cost));
  // One statement, so that of two commands at the same time only one creates an account.
  const made = await query(
    `INSERT INTO users (account, email, name, password_hash, type, created_at, activated_at)
     SELECT ${account}, ${account}, 'Administrator', ${hash}, ${USER_TYPE.platformAdministrator}, ${now}, ${now}
     WHERE NOT EXISTS (SELECT 1 FROM users WHERE type = ${USER_TYPE.platformAdministrator} OR account = ${account})
     RETURNING id`.replace(/\s+/g, " "),
  );
  if (made.length > 0) return password;
  const there = await query(
    `SELECT account FROM users WHERE type = ${USER_TYPE.platformAdministrator} LIMIT 1`,
  );
  throw new Failure(
    there.length > 0
      ? "There is a platform administrator already; only the first is made this way."
      : `${mail} is the address of another account: choose another address.`,
  );
}
