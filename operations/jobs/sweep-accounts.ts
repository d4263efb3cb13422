import { removeUnactivated } from "#database/account-removal.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Context } from "../context.ts";

/** As often as the job has its turn. */
const TURN_MS = 5 * 60_000;

/**
 * Once a day removes accounts that nobody has activated for too long: anybody may have typed the address, and the name,
 * phone number and city with it.
 * @param plannedAt ms UTC
 */
export async function sweepAccounts(
  { database, now, log }: Context,
  plannedAt: number,
): Promise<void> {
  if (plannedAt % DAY_MS >= TURN_MS) return;
  const accounts = await removeUnactivated(database, now());
  if (accounts > 0) log.info("accounts that nobody activated were removed", { accounts });
}
