import { inArray } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { blockedAddresses } from "../schema/users.ts";

/** Checks whether an address or its whole domain is blocked. */
export async function isBlocked(database: Database, address: string): Promise<boolean> {
  const domain = address.slice(address.lastIndexOf("@"));
  const found = await database
    .select()
    .from(blockedAddresses)
    .where(inArray(blockedAddresses.address, [address, domain]))
    .get();
  return found !== undefined;
}
