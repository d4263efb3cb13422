import { isBlocked } from "#database/user/blocked-addresses.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/**
 * Requires that the operator has not blocked an e-mail address.
 * @throws Problem invalid if the address is blocked
 */
export async function assertEmailNotBlocked(
  { database }: Pick<Context, "database">,
  email: string,
): Promise<void> {
  if (await isBlocked(database, email))
    throw new Problem("invalid", { fields: { email: "addressBlocked" } });
}
