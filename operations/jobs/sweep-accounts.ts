import { removeUnactivated } from "#database/user/account-removal.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { Context } from "../context.ts";

/** Interval of the job. */
const TURN_MS = 5 * MINUTE_MS;

/**
 * Once a day, removes accounts that were not activated for too long: another person may have entered the address with a
 * name, phone number and city.
 * @param plannedAt ms UTC
 */
export async function sweepAccounts(
  { database, now, log }: Context,
  plannedAt: number,
): Promise<void> {
  if (plannedAt % DAY_MS >= TURN_MS) return;
  const accounts = await removeUnactivated(database, now());
  if (accounts > 0) log.info("accounts that were never activated were removed", { accounts });
}
