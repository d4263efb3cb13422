import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { nameColumns, prepareQuery, type RowOf, runQuery } from "../prepared-query.ts";
import { shareSessions, shares } from "../schema/shares.ts";
import { sites } from "../schema/sites.ts";
import type { Share } from "./shares.ts";

const isThere = isNull(sites.deletedAt);

/** The link as verified at entry, and whether the token was the public one. */
type Entered = Pick<Share, "id" | "version" | "passwordHash"> & { isPublic: boolean };

/** Begins a share session and counts the view. Returns false if the link or its password has changed. */
export async function addShareSession(
  database: Database,
  { id, version, passwordHash, isPublic }: Entered,
  session: { id: string; now: number; expiresAt: number },
): Promise<boolean> {
  const asItWas = sql`
    ${shares.id} = ${id} and ${shares.version} = ${version} and ${shares.passwordHash} is ${passwordHash}
  `;
  const [added] = await database.batch([
    database
      .insert(shareSessions)
      .select(
        sql`
          select ${session.id}, ${shares.id}, ${shares.version}, ${session.now}, ${session.expiresAt},
            ${isPublic ? 1 : 0}
          from ${shares} join ${sites} on ${sites.id} = ${shares.siteId} and ${isThere}
          where ${asItWas}
        `,
      )
      .returning({ id: shareSessions.id }),
    database
      .update(shares)
      .set({ views: sql`${shares.views} + 1` })
      .where(and(eq(shares.id, id), sql`changes() > 0`)),
  ]);
  return added.length === 1;
}

const seen = {
  shareId: shares.id,
  siteId: shares.siteId,
  version: shares.version,
  hidesLocation: shares.hidesLocation,
  timeZone: sites.timeZone,
  expiresAt: shareSessions.expiresAt,
};

const liveSession = prepareQuery<RowOf<typeof seen>>(seen, (database) =>
  database
    .select(nameColumns(seen))
    .from(shareSessions)
    .innerJoin(
      shares,
      and(eq(shares.id, shareSessions.shareId), eq(shares.version, shareSessions.version)),
    )
    .innerJoin(sites, and(eq(sites.id, shares.siteId), isThere))
    .where(
      and(
        eq(shareSessions.id, sql.placeholder("id")),
        sql`${shareSessions.expiresAt} > ${sql.placeholder("now")}`,
      ),
    ),
);

/** Finds a valid share session: not expired, of an unchanged link to an existing site. */
export async function findShareSession(database: Database, id: string, now: number) {
  const [row] = await runQuery(database, liveSession(database, { id, now }));
  return row && { ...row, hidesLocation: row.hidesLocation === 1 };
}

/** Deletes share sessions that have expired. */
export async function deleteOldShareSessions(database: Database, now: number): Promise<void> {
  await database.delete(shareSessions).where(lt(shareSessions.expiresAt, now));
}
