import { USER_TYPE } from "#domain/access/roles.ts";
import { Failure } from "../failure.ts";
import { type Query, quote } from "./query.ts";

/**
 * Makes an account a dealer account, so that owners can appoint its user as the dealer of their sites.
 * @throws Failure if no account has this address, or it belongs to a platform administrator
 */
export async function makeDealer(query: Query, mail: string): Promise<void> {
  const account = quote(mail);
  const made = await query(
    `UPDATE users SET type = ${USER_TYPE.dealer} WHERE account = ${account} AND type IN (${USER_TYPE.ordinary}, ${USER_TYPE.dealer}) AND demo = 0 RETURNING id`,
  );
  if (made.length > 0) return;
  throw new Failure(
    `${mail} has no account that can become a dealer account: the user has to register first.`,
  );
}
