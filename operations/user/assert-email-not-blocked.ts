import { isBlocked } from "#database/blocked-addresses.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/** @throws Problem invalid where the operator takes nobody with this address */
export async function assertEmailNotBlocked(
  { database }: Pick<Context, "database">,
  email: string,
): Promise<void> {
  if (await isBlocked(database, email))
    throw new Problem("invalid", { fields: { email: "addressBlocked" } });
}
