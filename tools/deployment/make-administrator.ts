import { z } from "zod";
import { hashPassword, PASSWORD_COST } from "#database/auth/password-hash.ts";
import { USER_TYPE } from "#domain/access/roles.ts";
import { accountName } from "#domain/users/user.ts";
import { Failure } from "../failure.ts";
import { makePassword } from "../make-password.ts";
import { type Query, quote } from "./query.ts";

/** The administrator's e-mail address, normalized like stored account names. */
export const administratorMail = accountName.pipe(z.email());

/**
 * Creates the first platform administrator and returns the password. The database stores only its hash, so the password
 * cannot be shown again.
 * @throws Failure if there is an administrator already, or the account belongs to another user
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
  // It is a single statement, so that of two concurrent commands only one creates an account.
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
      ? "There is a platform administrator already; this command only creates the first."
      : `${mail} is the address of another account: choose another address.`,
  );
}
