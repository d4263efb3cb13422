import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { PURGING_SINCE, purgeableUntil } from "#domain/sites/deletion.ts";
import type { Database } from "../connect.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { hasHappened, isPermitted } from "../members/member-guards.ts";
import { upsertPendingRevocations } from "../members/pending-revocations.ts";
import { endTransfer } from "../members/transfers.ts";
import { sessionSites } from "../schema/auth.ts";
import { files } from "../schema/files.ts";
import { memberships, pendingRevocations } from "../schema/members.ts";
import { shares } from "../schema/shares.ts";
import { modules, pendingUnlinks, sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { recordShareEnd } from "../shares/shares.ts";
import { enqueueUnlink } from "./pending-unlinks.ts";
import { release } from "./site-claims.ts";
import { areNamesUnchanged, type SiteNames } from "./site-names.ts";

type Owning = { siteId: number; by: number; now: number };

/**
 * Releases the site's module for another claim; the site stays. Returns its serial number, or null without any change
 * if there is none, the site's names have changed, or the acting user no longer owns the site.
 */
export async function unlinkModule(
  database: Database,
  { siteId, by, now }: Owning,
  { called, words }: { called: SiteNames; words: readonly string[] },
  mail: QueuedMail<"moduleUnlinked">,
): Promise<string | null> {
  const willHappen = sql`(${isPermitted({ siteId, by, now }, "unlink")} and ${areNamesUnchanged(siteId, called)})`;
  const [, , freed] = await database.batch([
    enqueueUnlink(database, siteId, willHappen, now),
    recordJournal(
      database,
      { siteId, at: now, by, what: "module.unlinked", details: { from: called.serial } },
      sql`from ${modules} where ${and(eq(modules.siteId, siteId), willHappen)}`,
    ),
    release(database, siteId, willHappen),
    database
      .update(sites)
      .set({ words, updatedAt: now })
      .where(and(eq(sites.id, siteId), hasHappened)),
    queueMailWhere(database, hasHappened, mail),
  ]);
  return freed[0]?.serial ?? null;
}

/**
 * Deletes a site until its owner restores it. The same batch enqueues the revocations of all members and share viewers,
 * and the unlink of its logger. Returns false if the site is not the user's to delete.
 */
export async function deleteSite(
  database: Database,
  { siteId, by, now }: Owning,
  mails: readonly QueuedMail<"siteDeleted" | "transferWithdrawn">[],
): Promise<boolean> {
  const isDone = sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.deletedAt} is not null)`;
  const there = isPermitted({ siteId, by, now }, "delete");
  const ofSite = eq(memberships.siteId, siteId);
  const memberIds = database.select({ id: memberships.userId }).from(memberships).where(ofSite);
  const [, , deleted] = await database.batch([
    enqueueUnlink(database, siteId, there, now),
    recordJournal(
      database,
      { siteId, at: now, by, what: "site.deleted" },
      sql`from ${sites} where ${and(eq(sites.id, siteId), there)}`,
    ),
    database
      .update(sites)
      .set({ deletedAt: now, updatedAt: now })
      .where(and(eq(sites.id, siteId), there))
      .returning({ id: sites.id }),
    database
      .update(users)
      .set({ accessVersion: sql`${users.accessVersion} + 1` })
      .where(and(inArray(users.id, memberIds), hasHappened)),
    upsertPendingRevocations(
      database,
      sql`
          select ${siteId}, ${users.id}, ${users.accessVersion}, ${now}
          from ${users}
          inner join ${memberships} on ${memberships.userId} = ${users.id}
          where ${ofSite} and ${hasHappened}
        `,
    ),
    // The owner's membership at least was ended, so the statement before has changed rows.
    recordShareEnd(database, and(eq(shares.siteId, siteId), hasHappened), now),
    database
      .update(shares)
      .set({ version: sql`${shares.version} + 1` })
      .where(and(eq(shares.siteId, siteId), hasHappened)),
    endTransfer(database, siteId, isDone),
    ...mails.map((mail) =>
      queueMailWhere(
        database,
        sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.deletedAt} = ${now})`,
        mail,
      ),
    ),
  ]);
  return deleted.length === 1;
}

/** Restores a deleted site unchanged. Returns false if the user has no such site. */
export async function restoreSite(
  database: Database,
  { siteId, by, now }: Owning,
): Promise<boolean> {
  const [restored] = await database.batch([
    database
      .update(sites)
      .set({ deletedAt: null, updatedAt: now })
      .where(
        and(
          eq(sites.id, siteId),
          eq(sites.creatorId, by),
          gt(sites.deletedAt, purgeableUntil(now)),
        ),
      )
      .returning({ id: sites.id }),
    recordJournal(
      database,
      { siteId, at: now, by, what: "site.restored" },
      sql`where ${hasHappened}`,
    ),
    // The logger may connect again.
    database.delete(pendingUnlinks).where(
      and(
        eq(pendingUnlinks.siteId, siteId),
        hasHappened,
        sql`exists (
            select 1
            from ${modules}
            where ${modules.siteId} = ${siteId} and ${modules.serial} = ${pendingUnlinks.serial}
          )`,
      ),
    ),
  ]);
  return restored.length === 1;
}

/** Lists a user's deleted sites that can be restored, the newest deletion first. */
export async function listDeletedSites(database: Database, userId: number, now: number) {
  return database
    .select({ id: sites.id, name: sites.name, deletedAt: sql<number>`${sites.deletedAt}` })
    .from(sites)
    .where(and(eq(sites.creatorId, userId), gt(sites.deletedAt, purgeableUntil(now))))
    .orderBy(desc(sites.deletedAt), desc(sites.id));
}

/**
 * Lists sites that can no longer be restored, the least recently processed first, so that one that cannot be removed
 * does not block the others.
 */
export async function listPurgeableSites(
  database: Database,
  now: number,
  limit: number,
): Promise<number[]> {
  const rows = await database
    .select({ id: sites.id })
    .from(sites)
    .where(lte(sites.deletedAt, purgeableUntil(now)))
    .orderBy(asc(sites.updatedAt), asc(sites.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Lists all deleted sites of a user, restorable or not. */
export async function listAllDeletedSites(database: Database, userId: number): Promise<number[]> {
  const rows = await database
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.creatorId, userId), isNotNull(sites.deletedAt)));
  return rows.map(({ id }) => id);
}

/**
 * Begins the purge of a deleted site: from here on it cannot be restored, and its module is released. Returns false if
 * there is none.
 */
export async function beginPurge(
  database: Database,
  siteId: number,
  now: number,
): Promise<boolean> {
  const isDeleted = and(eq(sites.id, siteId), isNotNull(sites.deletedAt));
  const [begun] = await database.batch([
    database
      .update(sites)
      .set({ deletedAt: PURGING_SINCE, updatedAt: now })
      .where(isDeleted)
      .returning({ id: sites.id }),
    release(database, siteId, hasHappened),
  ]);
  return begun.length === 1;
}

/**
 * Removes a site whose purge has begun with all its rows. Returns the keys of its files, to be deleted from the store.
 */
export async function removeSite(database: Database, siteId: number): Promise<string[]> {
  const isGone = sql`not exists (select 1 from ${sites} where ${sites.id} = ${siteId})`;
  const purging = and(eq(sites.id, siteId), eq(sites.deletedAt, PURGING_SINCE));
  const isPurged = sql`exists (select 1 from ${sites} where ${purging})`;
  const [dropped] = await database.batch([
    database
      .delete(files)
      .where(and(eq(files.siteId, siteId), isPurged))
      .returning({ key: files.key }),
    database.delete(sites).where(purging),
    database.delete(pendingRevocations).where(and(eq(pendingRevocations.siteId, siteId), isGone)),
    database.delete(pendingUnlinks).where(and(eq(pendingUnlinks.siteId, siteId), isGone)),
    database.delete(sessionSites).where(and(eq(sessionSites.siteId, siteId), isGone)),
  ]);
  return dropped.map(({ key }) => key);
}
