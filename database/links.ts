import { and, count, eq, gt, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import {
  LINK_DAY_MS,
  LINK_LIFETIME_MS,
  LINK_RESEND_MS,
  LINK_SLOW_RESEND_MS,
  LINKS_A_DAY,
  type LinkPurpose,
  UNACTIVATED_MEMORY_MS,
} from "#domain/users/codes.ts";
import { links } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import { users } from "./schema.ts";

export type Link = {
  /** SHA-256 of the token, base64url. */
  id: string;
  purpose: LinkPurpose;
  now: number;
};

/** A decoy ends when it begins. */
const isReal = sql`${links.expiresAt} > ${links.createdAt}`;

/**
 * Whose link one to an account's address is, at the time of the statement: null where there was nobody, and where they
 * have left the address since they were found by it.
 */
export function ownerAt(found: number | null, account: string): SQL {
  return sql`(select ${users.id} from ${users} where ${users.id} = ${found} and ${users.account} = ${account} and ${users.demo} = 0)`;
}

/**
 * The statement that writes a link down for somebody. Where there is nobody, or they had one a moment ago, or enough for
 * a day and one of them is fresh, it writes a decoy that opens nothing: what is done for an address must take as long for
 * any other. Whoever has links sent to somebody else does not thereby keep them from having one that opens.
 * @param owner id of the person, as a query; null where nobody has the address
 */
export function addLink(database: Database, { id, purpose, now }: Link, owner: SQL) {
  const earlier = (since: number, condition?: SQL) =>
    database
      .select({ n: count() })
      .from(links)
      .where(
        and(
          sql`${links.userId} = asked.owner`,
          eq(links.purpose, purpose),
          gt(links.createdAt, since),
          isReal,
          condition,
        ),
      );
  const isSlow = sql`(${earlier(now - LINK_DAY_MS)}) >= ${LINKS_A_DAY}`;
  const isFresh = sql`(${earlier(now - LINK_SLOW_RESEND_MS, isNull(links.usedAt))}) > 0`;
  const may = sql`asked.owner is not null and (${earlier(now - LINK_RESEND_MS)}) = 0 and not (${isSlow} and ${isFresh})`;
  const holder = sql`coalesce(asked.owner, (select min(${users.id}) from ${users}))`;
  return database.insert(links).select(
    sql`select ${id}, ${purpose}, holder, ${now}, case when may then ${now + LINK_LIFETIME_MS[purpose]} else ${now} end, case when may then null else ${now} end
      from (select ${holder} as holder, ${may} as may from (select ${owner} as owner) as asked) where holder is not null`,
  );
}

/** Whether a link opens what it is for, as a condition of other statements. */
function opens({ id, purpose, now }: Link) {
  return and(
    eq(links.id, id),
    eq(links.purpose, purpose),
    isNull(links.usedAt),
    gt(links.expiresAt, now),
  );
}

/** Whether a link can still be used, as a condition of statements in the same batch: for instance its e-mail. */
export function isOpen(link: Link): SQL {
  return sql`exists (select 1 from ${links} where ${opens(link)})`;
}

/** The opposite, for what is sent instead. */
export function isNotOpen(link: Link): SQL {
  return sql`not ${isOpen(link)}`;
}

/** Whose link it is while it can still be used, else null: for the statements that come before `spendLink`. */
export function ownerOf(link: Link): SQL<number | null> {
  return sql`(select ${links.userId} from ${links} where ${opens(link)})`;
}

/**
 * The statement that uses a link up; comes last in its batch, since all others depend on `ownerOf`. Of many batches
 * with the same link one does something. Answers whose it was.
 */
export function spendLink(database: Database, link: Link) {
  return database
    .update(links)
    .set({ usedAt: link.now })
    .where(opens(link))
    .returning({ userId: links.userId });
}

/** The statement that makes all other links of a link's owner and purpose void. */
export function voidOtherLinks(database: Database, link: Link) {
  return database
    .update(links)
    .set({ usedAt: link.now })
    .where(
      and(
        eq(links.userId, ownerOf(link)),
        eq(links.purpose, link.purpose),
        ne(links.id, link.id),
        isNull(links.usedAt),
      ),
    );
}

/** The person of a link that can still be used. */
export async function findLinkOwner(database: Database, link: Link) {
  return database
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      language: users.language,
      mailLanguage: users.mailLanguage,
    })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(opens(link))
    .get();
}

/**
 * Forgets links that open nothing and no longer count, and decoys at once. Those that were to activate an account still
 * keep it from being forgotten.
 */
export async function deleteOldLinks(database: Database, now: number) {
  const isKeeping = and(
    eq(links.purpose, "activate"),
    gt(links.expiresAt, now - UNACTIVATED_MEMORY_MS),
  );
  await database
    .delete(links)
    .where(
      and(
        lt(links.expiresAt, now),
        sql`(not (${isReal}) or (${lt(links.createdAt, now - LINK_DAY_MS)} and not (${isKeeping})))`,
      ),
    );
}
