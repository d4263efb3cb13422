import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { PURGING_SINCE, purgeableUntil } from "#domain/sites/deletion.ts";
import { files } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import { type QueuedMail, queueMailWhere } from "./mails.ts";
import { hasHappened, isOwnedBy } from "./member-guards.ts";
import { pendingRevocations } from "./member-schema.ts";
import { enqueueUnlink } from "./pending-unlinks.ts";
import { memberships, modules, sessionSites, sites, users } from "./schema.ts";
import { shares } from "./share-schema.ts";
import { recordShareEnd } from "./shares.ts";
import { release } from "./site-claims.ts";
import { pendingUnlinks } from "./site-life-schema.ts";
import { type Called, isCalled } from "./site-names.ts";
import { endTransfer } from "./transfers.ts";

type Owning = { siteId: number; by: number; now: number };

/**
 * Frees the site's module for another claim; the site stays. Null, and nothing done, where it has none, is called
 * otherwise by now, or whoever does it is not its owner any more. Answers the serial number.
 */
export async function unlinkModule(
  database: Database,
  { siteId, by, now }: Owning,
  { called, words }: { called: Called; words: readonly string[] },
  mail: QueuedMail<"moduleUnlinked">,
): Promise<string | null> {
  const willHappen = sql`(${isOwnedBy({ siteId, by, now })} and ${isCalled(siteId, called)})`;
  const [, freed] = await database.batch([
    enqueueUnlink(database, siteId, willHappen, now),
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
 * Deletes a site for now: it is nobody's until its owner takes it back. In the same batch stands what its object is to
 * hear, of everybody there, of viewers by its link, and of its logger. False where it was not theirs to delete.
 */
export async function deleteSite(
  database: Database,
  { siteId, by, now }: Owning,
  mails: readonly QueuedMail<"siteDeleted" | "transferWithdrawn">[],
): Promise<boolean> {
  const isDone = sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.deletedAt} is not null)`;
  const there = isOwnedBy({ siteId, by, now });
  const ofSite = eq(memberships.siteId, siteId);
  const everybody = database.select({ id: memberships.userId }).from(memberships).where(ofSite);
  const [, deleted] = await database.batch([
    enqueueUnlink(database, siteId, there, now),
    database
      .update(sites)
      .set({ deletedAt: now, updatedAt: now })
      .where(and(eq(sites.id, siteId), there))
      .returning({ id: sites.id }),
    database
      .update(users)
      .set({ rightsVersion: sql`${users.rightsVersion} + 1` })
      .where(and(inArray(users.id, everybody), hasHappened)),
    database
      .insert(pendingRevocations)
      .select(
        sql`select ${siteId}, ${users.id}, ${users.rightsVersion}, ${now} from ${users} inner join ${memberships} on ${memberships.userId} = ${users.id} where ${ofSite} and ${hasHappened}`,
      )
      .onConflictDoUpdate({
        target: [pendingRevocations.siteId, pendingRevocations.person],
        set: {
          rightsVersion: sql`max(${pendingRevocations.rightsVersion}, excluded.rights_version)`,
        },
      }),
    // Its owner at least had a right there: so far something happened.
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

/** Takes a deleted site back, as it was. False where there is none of theirs that can be. */
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
    // Its logger may come again.
    database
      .delete(pendingUnlinks)
      .where(
        and(
          eq(pendingUnlinks.siteId, siteId),
          hasHappened,
          sql`exists (select 1 from ${modules} where ${modules.siteId} = ${siteId} and ${modules.serial} = ${pendingUnlinks.serial})`,
        ),
      ),
  ]);
  return restored.length === 1;
}

/** The sites that somebody has deleted and may take back, the newest deletion first. */
export async function listDeletedSites(database: Database, userId: number, now: number) {
  return database
    .select({ id: sites.id, name: sites.name, deletedAt: sql<number>`${sites.deletedAt}` })
    .from(sites)
    .where(and(eq(sites.creatorId, userId), gt(sites.deletedAt, purgeableUntil(now))))
    .orderBy(desc(sites.deletedAt), desc(sites.id));
}

/**
 * Sites that nobody may take back any more, those that nothing was done with for longest first: one that cannot be
 * removed does not stand before the others.
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

/** All that somebody has deleted, whether they may take it back or not. */
export async function listAllDeletedSites(database: Database, userId: number): Promise<number[]> {
  const rows = await database
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.creatorId, userId), isNotNull(sites.deletedAt)));
  return rows.map(({ id }) => id);
}

/** Whether there is a deleted site left; from here on nobody takes it back, and its module is free. */
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
 * Removes a site whose purge has begun, with all that the database has of it. Answers the keys of its files, which are
 * to go from the store.
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
