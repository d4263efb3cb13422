import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { ask, nameColumns, prepareQuestion, type RowOf } from "./question.ts";
import { sites } from "./schema.ts";
import { shareSessions, shares } from "./share-schema.ts";
import type { Share } from "./shares.ts";

const isThere = isNull(sites.deletedAt);

/** A link as it was when somebody was to be let in, and by which of its tokens. */
type Entered = Pick<Share, "id" | "version" | "passwordHash"> & { ofWorld: boolean };

/** Lets a viewer in and counts the view; false where the link, or its password, is no longer what it was. */
export async function addShareSession(
  database: Database,
  { id, version, passwordHash, ofWorld }: Entered,
  session: { id: string; now: number; expiresAt: number },
): Promise<boolean> {
  const asItWas = sql`${shares.id} = ${id} and ${shares.version} = ${version} and ${shares.passwordHash} is ${passwordHash}`;
  const [added] = await database.batch([
    database
      .insert(shareSessions)
      .select(
        sql`select ${session.id}, ${shares.id}, ${shares.version}, ${session.now}, ${session.expiresAt}, ${ofWorld ? 1 : 0} from ${shares} join ${sites} on ${sites.id} = ${shares.siteId} and ${isThere} where ${asItWas}`,
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
  expiresAt: shareSessions.expiresAt,
};

const liveSession = prepareQuestion<RowOf<typeof seen>>(seen, (database) =>
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

/** A share session that counts: not past its time, of a link that is as it was, to a site that is there. */
export async function findShareSession(database: Database, id: string, now: number) {
  const [row] = await ask(database, liveSession(database, { id, now }));
  return row && { ...row, hidesLocation: row.hidesLocation === 1 };
}

export async function deleteOldShareSessions(database: Database, now: number): Promise<void> {
  await database.delete(shareSessions).where(lt(shareSessions.expiresAt, now));
}
