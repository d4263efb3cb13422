import { and, count, eq, gt, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import {
  LINK_DAY_MS,
  LINK_LIFETIME_MS,
  LINK_RESEND_MS,
  LINK_SLOW_RESEND_MS,
  type LinkPurpose,
  MAX_LINKS_A_DAY,
  UNACTIVATED_MEMORY_MS,
} from "#domain/users/codes.ts";
import type { Database } from "../connect.ts";
import { links } from "../schema/auth.ts";
import { users } from "../schema/users.ts";

export type Link = {
  /** SHA-256 of the token, base64url. */
  id: string;
  purpose: LinkPurpose;
  now: number;
};

/** Condition: a link is no decoy. A decoy expires at the instant of its creation. */
const isReal = sql`${links.expiresAt} > ${links.createdAt}`;

/**
 * Query for the user of an account when the statement runs: null if there is none, or if that user has changed the
 * address since the lookup.
 */
export function ownerAt(found: number | null, account: string): SQL {
  return sql`(
    select ${users.id}
    from ${users}
    where ${users.id} = ${found} and ${users.account} = ${account} and ${users.demo} = 0
  )`;
}

/**
 * Returns the statement that stores a link for a user. If there is no user, or the user's links are too recent or too
 * many for the day, it stores a decoy that opens nothing, so that every address takes the same time. A stranger who
 * requests links for a user cannot keep that user from receiving a working one.
 * @param owner query for the user's id; null if no user has the address
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
  const isSlow = sql`(${earlier(now - LINK_DAY_MS)}) >= ${MAX_LINKS_A_DAY}`;
  const isFresh = sql`(${earlier(now - LINK_SLOW_RESEND_MS, isNull(links.usedAt))}) > 0`;
  const may = sql`
    asked.owner is not null and (${earlier(now - LINK_RESEND_MS)}) = 0 and not (${isSlow} and ${isFresh})
  `;
  const holder = sql`coalesce(asked.owner, (select min(${users.id}) from ${users}))`;
  return database.insert(links).select(
    sql`
      select ${id}, ${purpose}, holder, ${now},
        case when may then ${now + LINK_LIFETIME_MS[purpose]} else ${now} end, case when may then null else ${now} end
      from (select ${holder} as holder, ${may} as may from (select ${owner} as owner) as asked)
      where holder is not null
    `,
  );
}

/** Condition: a link is usable for its purpose. */
function opens({ id, purpose, now }: Link) {
  return and(
    eq(links.id, id),
    eq(links.purpose, purpose),
    isNull(links.usedAt),
    gt(links.expiresAt, now),
  );
}

/** Condition for other statements of the batch (for instance its e-mail): a link is still usable. */
export function isOpen(link: Link): SQL {
  return sql`exists (select 1 from ${links} where ${opens(link)})`;
}

/** Condition: a link is not usable. It is the condition of the e-mail that is sent instead. */
export function isNotOpen(link: Link): SQL {
  return sql`not ${isOpen(link)}`;
}

/** Query for the user of a usable link, null for any other, for statements that run before `spendLink`. */
export function ownerOf(link: Link): SQL<number | null> {
  return sql`(select ${links.userId} from ${links} where ${opens(link)})`;
}

/**
 * Returns the statement that uses a link up. It comes last in its batch, because all others depend on `ownerOf`; of
 * many concurrent batches with the same link only one has an effect. It yields the user's id.
 */
export function spendLink(database: Database, link: Link) {
  return database
    .update(links)
    .set({ usedAt: link.now })
    .where(opens(link))
    .returning({ userId: links.userId });
}

/** Returns the statement that invalidates all other links of the same owner and purpose. */
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

/** Finds the user of a usable link. */
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
 * Deletes links that are expired and no longer count towards limits, and decoys at once. Activation links stay longer,
 * because they keep their accounts from being deleted.
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
