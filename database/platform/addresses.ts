import { and, asc, eq, gt, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { shortenAddress } from "#domain/audit/audit-acts.ts";
import type { Database } from "../connect.ts";
import { hasHappened } from "../members/member-guards.ts";
import { subscribers } from "../schema/mails.ts";
import { blockedAddresses } from "../schema/users.ts";
import { type Act, recordAct } from "./audit-log.ts";
import { boundedCount } from "./bounded-count.ts";

type Acting = Pick<Act, "at" | "by">;
type AfterAddress = { after: string | null; limit: number };

/** The last character of Unicode. */
const LAST = "\u{10FFFF}";

/** Lists subscribers by address: those who have confirmed it, or those who have not yet. */
export async function listSubscribers(
  database: Database,
  { confirmed, after, limit }: AfterAddress & { confirmed: boolean },
) {
  return database
    .select({
      email: subscribers.email,
      name: subscribers.name,
      createdAt: subscribers.createdAt,
      confirmedAt: subscribers.confirmedAt,
    })
    .from(subscribers)
    .where(
      and(
        confirmed ? isNotNull(subscribers.confirmedAt) : isNull(subscribers.confirmedAt),
        after === null ? undefined : gt(subscribers.email, after),
      ),
    )
    .orderBy(asc(subscribers.email))
    .limit(limit);
}

/** Counts the subscribers by state, each up to `MAX_COUNTED`. */
export async function countSubscribers(database: Database) {
  const count = (state: "not null" | "null") =>
    boundedCount(
      sql`select 1 from ${subscribers} where ${subscribers.confirmedAt} is ${sql.raw(state)}`,
    );
  const [counts] = await database.all<{ confirmed: number; pending: number }>(
    sql`select ${count("not null")} as confirmed, ${count("null")} as pending`,
  );
  return { confirmed: counts?.confirmed ?? 0, pending: counts?.pending ?? 0 };
}

/** Records that an operator has downloaded the subscribers. */
export async function recordExport(database: Database, acting: Acting): Promise<void> {
  await recordAct(database, { ...acting, act: "subscriber.exported" });
}

/** Lists blocked addresses and domains by their beginning. */
export async function listBlockedAddresses(
  database: Database,
  { search, after, limit }: AfterAddress & { search: string },
) {
  const { address } = blockedAddresses;
  return database
    .select()
    .from(blockedAddresses)
    .where(
      and(
        search === "" ? undefined : and(gte(address, search), lt(address, search + LAST)),
        after === null ? undefined : gt(address, after),
      ),
    )
    .orderBy(asc(address))
    .limit(limit);
}

/** Blocks an address or a domain. Returns false if it was blocked before. */
export async function blockAddress(
  database: Database,
  address: string,
  acting: Acting,
): Promise<boolean> {
  const details = { address: shortenAddress(address) };
  const [added] = await database.batch([
    database
      .insert(blockedAddresses)
      .values({ address, createdAt: acting.at })
      .onConflictDoNothing()
      .returning(),
    recordAct(database, { ...acting, act: "address.blocked", details }, sql`where ${hasHappened}`),
  ]);
  return added.length === 1;
}

/** Lifts the block of an address or a domain. Returns false if it is not blocked. */
export async function unblockAddress(
  database: Database,
  address: string,
  acting: Acting,
): Promise<boolean> {
  const details = { address: shortenAddress(address) };
  const [removed] = await database.batch([
    database.delete(blockedAddresses).where(eq(blockedAddresses.address, address)).returning(),
    recordAct(
      database,
      { ...acting, act: "address.unblocked", details },
      sql`where ${hasHappened}`,
    ),
  ]);
  return removed.length === 1;
}
