import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { type Acting, lasts } from "./member-guards.ts";
import { tries, untoldEnds } from "./member-schema.ts";
import { ask, nameColumns, prepareQuestion, type RowOf } from "./question.ts";
import { memberships, sites } from "./schema.ts";
import { shareSessions, shares } from "./share-schema.ts";

export type Share = typeof shares.$inferSelect;
/** A share as it is named, by its id and that of its site, and who changes it. */
export type ShareOfSite = Acting & { id: number };

const isThere = isNull(sites.deletedAt);
/** Whether whoever acts may share the site at the time of the statement. */
function isSharedBy({ siteId, by, now }: Acting): SQL {
  return sql`exists (select 1 from ${memberships} inner join ${sites} on ${sites.id} = ${memberships.siteId} where ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${by} and ${memberships.role} in (1, 2) and ${lasts(now)} and ${sites.deletedAt} is null)`;
}

/** The share, where whoever changes it may do so at the time of the statement. */
const named = ({ id, ...acting }: ShareOfSite) =>
  and(eq(shares.id, id), eq(shares.siteId, acting.siteId), isSharedBy(acting));

/** The link of a site. */
export async function findShareOfSite(database: Database, siteId: number) {
  return database.select().from(shares).where(eq(shares.siteId, siteId)).get();
}

/** The link that a token opens; none where its site is deleted. @param tokenHash SHA-256, base64url */
export async function findShareByToken(database: Database, tokenHash: string) {
  return database
    .select({
      id: shares.id,
      siteId: shares.siteId,
      passwordHash: shares.passwordHash,
      version: shares.version,
    })
    .from(shares)
    .innerJoin(sites, eq(sites.id, shares.siteId))
    .where(and(eq(shares.tokenHash, tokenHash), isThere))
    .get();
}

type NewShare = Pick<
  Share,
  | "siteId"
  | "tokenHash"
  | "sealedToken"
  | "passwordHash"
  | "hidesLocation"
  | "showsInWorld"
  | "createdAt"
>;

/** Its id; undefined where the site has one already, or whoever adds it may not share it any more. */
export async function addShare(
  database: Database,
  share: NewShare,
  by: number,
): Promise<number | undefined> {
  const { siteId, tokenHash, sealedToken, passwordHash, createdAt } = share;
  const flags = sql`${share.hidesLocation ? 1 : 0}, ${share.showsInWorld ? 1 : 0}`;
  const [added] = await database
    .insert(shares)
    .select(
      sql`select null, ${siteId}, ${tokenHash}, ${sealedToken}, ${passwordHash}, ${flags}, 0, 0, ${createdAt} where ${isSharedBy({ siteId, by, now: createdAt })}`,
    )
    .onConflictDoNothing({ target: shares.siteId })
    .returning({ id: shares.id });
  return added?.id;
}

/**
 * For the batch that ends what viewers of a link may see, before the statement that does it: the site's object is to
 * hear that all who were let in so far are out. Viewers of a share count as one person, below zero.
 */
export function recordShareEnd(database: Database, where: SQL | undefined, now: number) {
  return database
    .insert(untoldEnds)
    .select(
      sql`select ${shares.siteId}, -${shares.id}, ${shares.version} + 1, ${now} from ${shares} where ${where ?? sql`false`}`,
    )
    .onConflictDoUpdate({
      target: [untoldEnds.siteId, untoldEnds.person],
      set: { rightsVersion: sql`max(${untoldEnds.rightsVersion}, excluded.rights_version)` },
    });
}

/** Ends a link; false where it is not there. */
export async function removeShare(database: Database, share: ShareOfSite): Promise<boolean> {
  const [, removed] = await database.batch([
    recordShareEnd(database, named(share), share.now),
    database.delete(shares).where(named(share)).returning({ id: shares.id }),
  ]);
  return removed.length === 1;
}

/** Sets a password, or none. With another one, whoever was let in before is out. */
export async function setSharePassword(
  database: Database,
  share: ShareOfSite,
  passwordHash: string | null,
): Promise<boolean> {
  const set = (more: object) =>
    database
      .update(shares)
      .set({ passwordHash, ...more })
      .where(named(share))
      .returning({ id: shares.id });
  if (passwordHash === null) return (await set({})).length === 1;
  const [, changed] = await database.batch([
    recordShareEnd(database, named(share), share.now),
    // Where a password is asked for there is nothing for the world to see, nor is there once it is asked for no more.
    set({ version: sql`${shares.version} + 1`, showsInWorld: false }),
  ]);
  return changed.length === 1;
}

/**
 * Hides where the site is, or shows it again. Whoever watches may go on, but begins anew: what they are shown is made
 * of what may be seen now.
 */
export async function setLocationHidden(
  database: Database,
  share: ShareOfSite,
  hidesLocation: boolean,
): Promise<boolean> {
  const differs = and(named(share), sql`${shares.hidesLocation} <> ${hidesLocation ? 1 : 0}`);
  const [, , , found] = await database.batch([
    recordShareEnd(database, differs, share.now),
    database
      .update(shareSessions)
      .set({ version: sql`${shareSessions.version} + 1` })
      .where(
        sql`exists (select 1 from ${shares} where ${shares.id} = ${shareSessions.shareId} and ${shares.version} = ${shareSessions.version} and ${differs})`,
      ),
    database
      .update(shares)
      .set({ hidesLocation, version: sql`${shares.version} + 1` })
      .where(differs),
    database.select({ id: shares.id }).from(shares).where(named(share)),
  ]);
  return found.length === 1;
}

export async function setShownInWorld(
  database: Database,
  share: ShareOfSite,
  showsInWorld: boolean,
): Promise<boolean> {
  const changed = await database
    .update(shares)
    .set({ showsInWorld })
    .where(named(share))
    .returning({ id: shares.id });
  return changed.length === 1;
}

type Let = Pick<Share, "id" | "version" | "passwordHash">;

/** Lets a viewer in and counts the view; false where the link, or its password, is no longer what it was. */
export async function addShareSession(
  database: Database,
  { id, version, passwordHash }: Let,
  session: { id: string; now: number; expiresAt: number },
): Promise<boolean> {
  const asItWas = sql`${shares.id} = ${id} and ${shares.version} = ${version} and ${shares.passwordHash} is ${passwordHash}`;
  const [added] = await database.batch([
    database
      .insert(shareSessions)
      .select(
        sql`select ${session.id}, ${shares.id}, ${shares.version}, ${session.now}, ${session.expiresAt} from ${shares} join ${sites} on ${sites.id} = ${shares.siteId} and ${isThere} where ${asItWas}`,
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

export async function forgetShareSessions(database: Database, now: number): Promise<void> {
  await database.delete(shareSessions).where(lt(shareSessions.expiresAt, now));
}

/** One try, the newest, counts no more: it was right. */
export async function takeBackTry(database: Database, subject: string): Promise<void> {
  const newest = sql`(select max(${tries.id}) from ${tries} where ${tries.subject} = ${subject})`;
  await database.delete(tries).where(sql`${tries.id} = ${newest}`);
}

const opened = {
  sealedToken: shares.sealedToken,
  hidesLocation: shares.hidesLocation,
  name: sites.name,
  banner: sites.banner,
  status: sites.status,
  online: sites.online,
  since: sites.since,
  solar: sites.solar,
  load: sites.load,
  batterySoc: sites.batterySoc,
  figuresAt: sites.figuresAt,
  location: sites.location,
  country: sites.country,
  latitude: sites.latitude,
  longitude: sites.longitude,
};

/** Sites that their owners show to the world, the newest first. Where a password is asked for there is nothing to see. */
export async function listOpenSites(database: Database, page: { limit: number; offset: number }) {
  return database
    .select(opened)
    .from(shares)
    .innerJoin(sites, and(eq(sites.id, shares.siteId), isThere))
    .where(sql`${shares.showsInWorld} = 1 and ${shares.passwordHash} is null`)
    .orderBy(desc(shares.id))
    .limit(page.limit)
    .offset(page.offset);
}
