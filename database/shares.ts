import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { type Acting, lasts } from "./member-guards.ts";
import { pendingRevocations } from "./member-schema.ts";
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

/** Whether the world is shown it. Where a password is asked for there is nothing to see. */
const isOpen = sql`(${shares.showsInWorld} = 1 and ${shares.passwordHash} is null)`;

/**
 * The link that a token opens, its own or that of the world page; none where its site is deleted.
 * @param tokenHash SHA-256, base64url
 */
export async function findShareByToken(database: Database, tokenHash: string) {
  const own = eq(shares.tokenHash, tokenHash);
  const found = await database
    .select({
      id: shares.id,
      tokenHash: shares.tokenHash,
      passwordHash: shares.passwordHash,
      version: shares.version,
    })
    .from(shares)
    .innerJoin(sites, eq(sites.id, shares.siteId))
    .where(and(or(own, and(eq(shares.worldTokenHash, tokenHash), isOpen)), isThere))
    .get();
  return found && { ...found, ofWorld: found.tokenHash !== tokenHash };
}

/** A token of a link, as it is stored. */
export type ShareToken = Pick<Share, "tokenHash" | "sealedToken">;

type NewShare = Pick<
  Share,
  "siteId" | "tokenHash" | "sealedToken" | "passwordHash" | "hidesLocation" | "createdAt"
> & {
  /** Of the world page; null where it is not shown there. */
  world: ShareToken | null;
};

/** Its id; undefined where the site has one already, or whoever adds it may not share it any more. */
export async function addShare(
  database: Database,
  share: NewShare,
  by: number,
): Promise<number | undefined> {
  const { siteId, tokenHash, sealedToken, passwordHash, createdAt, world } = share;
  const flags = sql`${share.hidesLocation ? 1 : 0}, ${world ? 1 : 0}`;
  const worldToken = sql`${world?.tokenHash ?? null}, ${world?.sealedToken ?? null}`;
  const [added] = await database
    .insert(shares)
    .select(
      sql`select null, ${siteId}, ${tokenHash}, ${sealedToken}, ${passwordHash}, ${flags}, 0, 0, ${createdAt}, ${worldToken} where ${isSharedBy({ siteId, by, now: createdAt })}`,
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
    .insert(pendingRevocations)
    .select(
      sql`select ${shares.siteId}, -${shares.id}, ${shares.version} + 1, ${now} from ${shares} where ${where ?? sql`false`}`,
    )
    .onConflictDoUpdate({
      target: [pendingRevocations.siteId, pendingRevocations.person],
      set: {
        rightsVersion: sql`max(${pendingRevocations.rightsVersion}, excluded.rights_version)`,
      },
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
    set({ version: sql`${shares.version} + 1`, ...NOT_IN_WORLD }),
  ]);
  return changed.length === 1;
}

const NOT_IN_WORLD = { showsInWorld: false, worldTokenHash: null, sealedWorldToken: null };

/**
 * The statements that change a link so that whoever watches begins anew: sockets close, and those are back at once
 * whose sessions go on.
 * @param where a condition of the link, as it is before
 * @param goesOn one of sessions
 */
function beginAnew(
  database: Database,
  { where, goesOn, now }: { where: SQL | undefined; goesOn: SQL; now: number },
  changed: Partial<Share>,
) {
  return [
    recordShareEnd(database, where, now),
    database
      .update(shareSessions)
      .set({ version: sql`${shareSessions.version} + 1` })
      .where(
        sql`${goesOn} and exists (select 1 from ${shares} where ${shares.id} = ${shareSessions.shareId} and ${shares.version} = ${shareSessions.version} and ${where})`,
      ),
    database
      .update(shares)
      .set({ ...changed, version: sql`${shares.version} + 1` })
      .where(where),
  ] as const;
}

const find = (database: Database, share: ShareOfSite) =>
  database.select({ id: shares.id }).from(shares).where(named(share));

/** Hides where the site is, or shows it again: what they are shown is made of what may be seen now. */
export async function setLocationHidden(
  database: Database,
  share: ShareOfSite,
  hidesLocation: boolean,
): Promise<boolean> {
  const where = and(named(share), sql`${shares.hidesLocation} <> ${hidesLocation ? 1 : 0}`);
  const [, , , found] = await database.batch([
    ...beginAnew(database, { where, goesOn: sql`true`, now: share.now }, { hidesLocation }),
    find(database, share),
  ]);
  return found.length === 1;
}

/** Gives a link another token. Who came by the one so far is out; who came from the world page is not. */
export async function renewShareToken(
  database: Database,
  share: ShareOfSite,
  token: ShareToken,
): Promise<boolean> {
  const where = named(share);
  const goesOn = sql`${shareSessions.ofWorld} = 1`;
  const [, , , found] = await database.batch([
    ...beginAnew(database, { where, goesOn, now: share.now }, token),
    find(database, share),
  ]);
  return found.length === 1;
}

/** Shows a site to the world by a token of its own, unless it is shown already. */
export async function showInWorld(
  database: Database,
  share: ShareOfSite,
  { tokenHash, sealedToken }: ShareToken,
): Promise<boolean> {
  const [, found] = await database.batch([
    database
      .update(shares)
      .set({ showsInWorld: true, worldTokenHash: tokenHash, sealedWorldToken: sealedToken })
      .where(and(named(share), eq(shares.showsInWorld, false))),
    find(database, share),
  ]);
  return found.length === 1;
}

/** Ends that, with the token and with who came by it. */
export async function hideFromWorld(database: Database, share: ShareOfSite): Promise<boolean> {
  const where = and(named(share), eq(shares.showsInWorld, true));
  const goesOn = sql`${shareSessions.ofWorld} = 0`;
  const [, , , found] = await database.batch([
    ...beginAnew(database, { where, goesOn, now: share.now }, NOT_IN_WORLD),
    find(database, share),
  ]);
  return found.length === 1;
}

const opened = {
  sealedToken: shares.sealedWorldToken,
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

/** Sites that their owners show to the world, the newest first. */
export async function listOpenSites(database: Database, page: { limit: number; offset: number }) {
  return database
    .select(opened)
    .from(shares)
    .innerJoin(sites, and(eq(sites.id, shares.siteId), isThere))
    .where(isOpen)
    .orderBy(desc(shares.id))
    .limit(page.limit)
    .offset(page.offset);
}
