import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { untoldEnds } from "./member-schema.ts";
import { users } from "./schema.ts";

/** A right that ended, as the site's object is told of it. */
export type UntoldEnd = { siteId: number; person: number; rightsVersion: number };

/**
 * Two statements for the batch that ends or lowers what a person may do at a site, after the one that does it: what was
 * found of the person before counts no more there, and the site's object is to hear of it.
 * @param where holds for the person only where it came to that: `changes() > 0` does for a statement just before
 */
export function recordEnd(
  database: Database,
  { siteId, userId, now }: { siteId: number; userId: number; now: number },
  where: SQL = sql`true`,
) {
  return [
    database
      .update(users)
      .set({ rightsVersion: sql`${users.rightsVersion} + 1` })
      .where(and(eq(users.id, userId), where)),
    // Of a person whose version was not raised it only repeats what ended before.
    database
      .insert(untoldEnds)
      .select(
        sql`select ${siteId}, ${users.id}, ${users.rightsVersion}, ${now} from ${users} where ${users.id} = ${userId} and changes() > 0`,
      )
      .onConflictDoUpdate({
        target: [untoldEnds.siteId, untoldEnds.person],
        set: { rightsVersion: sql`max(${untoldEnds.rightsVersion}, excluded.rights_version)` },
      }),
  ] as const;
}

const told = {
  siteId: untoldEnds.siteId,
  person: untoldEnds.person,
  rightsVersion: untoldEnds.rightsVersion,
};

export async function listUntoldEnds(database: Database, siteId: number): Promise<UntoldEnd[]> {
  return database.select(told).from(untoldEnds).where(eq(untoldEnds.siteId, siteId));
}

/** Of all sites, the oldest first. */
export async function listOldestUntoldEnds(
  database: Database,
  limit: number,
): Promise<UntoldEnd[]> {
  return database.select(told).from(untoldEnds).orderBy(untoldEnds.createdAt).limit(limit);
}

/** It has been told; what ended since stays. */
export async function removeUntoldEnd(database: Database, end: UntoldEnd): Promise<void> {
  await database
    .delete(untoldEnds)
    .where(
      and(
        eq(untoldEnds.siteId, end.siteId),
        eq(untoldEnds.person, end.person),
        lte(untoldEnds.rightsVersion, end.rightsVersion),
      ),
    );
}
