import { isBlocked } from "#database/user/blocked-addresses.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/** @throws Problem invalid if the operator has blocked the address */
export async function assertEmailNotBlocked(
  { database }: Pick<Context, "database">,
  email: string,
): Promise<void> {
  if (await isBlocked(database, email))
    throw new Problem("invalid", { fields: { email: "addressBlocked" } });
}
