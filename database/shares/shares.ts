import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { JournalWhat } from "#domain/journal/journal-kinds.ts";
import type { Database } from "../connect.ts";
import { differs, recordJournal } from "../journal/journal-outbox.ts";
import { type Acting, hasHappened, isPermitted } from "../members/member-guards.ts";
import { upsertPendingRevocations } from "../members/pending-revocations.ts";
import { shareSessions, shares } from "../schema/shares.ts";
import { sites } from "../schema/sites.ts";

export type Share = typeof shares.$inferSelect;
/** Ids of a share and its site, and the user who changes it. */
export type ShareOfSite = Acting & { id: number };

const isThere = isNull(sites.deletedAt);
/** Condition: the share exists and the acting user may change it. */
const named = ({ id, ...acting }: ShareOfSite) =>
  and(eq(shares.id, id), eq(shares.siteId, acting.siteId), isPermitted(acting, "share"));

/** Finds the link of a site. */
export async function findShareOfSite(database: Database, siteId: number) {
  return database.select().from(shares).where(eq(shares.siteId, siteId)).get();
}

/** Condition: the site is public. A link with a password is never public. */
const isPublicShare = sql`(${shares.isPublic} = 1 and ${shares.passwordHash} is null)`;

/**
 * Finds the link that a token opens, be it the link's own or the public one; none if the site is deleted.
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
    .where(and(or(own, and(eq(shares.publicTokenHash, tokenHash), isPublicShare)), isThere))
    .get();
  return found && { ...found, isPublic: found.tokenHash !== tokenHash };
}

/** A stored token of a link. */
export type ShareToken = Pick<Share, "tokenHash" | "sealedToken">;

type NewShare = Pick<
  Share,
  "siteId" | "tokenHash" | "sealedToken" | "passwordHash" | "hidesLocation" | "createdAt"
> & {
  /** The public token; null if the site is not public. */
  publicToken: ShareToken | null;
};

/** Adds a link. Returns its id, or undefined if the site has one or the user may not share the site. */
export async function addShare(
  database: Database,
  share: NewShare,
  by: number,
): Promise<number | undefined> {
  const { siteId, tokenHash, sealedToken, passwordHash, createdAt, publicToken } = share;
  const flags = sql`${share.hidesLocation ? 1 : 0}, ${publicToken ? 1 : 0}`;
  const storedToken = sql`${publicToken?.tokenHash ?? null}, ${publicToken?.sealedToken ?? null}`;
  const details = {
    hasPassword: passwordHash !== null,
    hidesLocation: share.hidesLocation,
    isPublic: publicToken !== null,
  };
  const [added] = await database.batch([
    database
      .insert(shares)
      .select(
        sql`
          select null, ${siteId}, ${tokenHash}, ${sealedToken}, ${passwordHash}, ${flags}, 0, 0, ${createdAt},
            ${storedToken}
          where ${isPermitted({ siteId, by, now: createdAt }, "share")}
        `,
      )
      .onConflictDoNothing({ target: shares.siteId })
      .returning({ id: shares.id }),
    recordJournal(
      database,
      { siteId, at: createdAt, by, what: "share.created", details },
      sql`where ${hasHappened}`,
    ),
  ]);
  return added[0]?.id;
}

/**
 * Returns the statements for a batch that ends share sessions, to run before that change: they enqueue a revocation for
 * all viewers of a link. The viewers of a share count as one user with a negative id.
 */
export function recordShareEnd(database: Database, where: SQL | undefined, now: number) {
  return upsertPendingRevocations(
    database,
    sql`
        select ${shares.siteId}, -${shares.id}, ${shares.version} + 1, ${now}
        from ${shares}
        where ${where ?? sql`false`}
      `,
  );
}

/**
 * Returns the statement that records a change of a link, to run before the change.
 * @param where condition on the link before the change
 */
function recordChange(
  database: Database,
  { siteId, by, now }: ShareOfSite,
  what: Extract<JournalWhat, `share.${string}`>,
  where: SQL | undefined,
) {
  const source = sql`from ${shares} where ${where}`;
  return recordJournal(database, { siteId, at: now, by, what }, source);
}

/** Removes a link. Returns false if there is none. */
export async function removeShare(database: Database, share: ShareOfSite): Promise<boolean> {
  const [, , removed] = await database.batch([
    recordChange(database, share, "share.deleted", named(share)),
    recordShareEnd(database, named(share), share.now),
    database.delete(shares).where(named(share)).returning({ id: shares.id }),
  ]);
  return removed.length === 1;
}

/** Sets or removes a password. A change ends all share sessions. */
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
  const what = passwordHash === null ? "share.passwordRemoved" : "share.passwordSet";
  const isSet = passwordHash === null ? isNotNull(shares.passwordHash) : undefined;
  const record = recordChange(database, share, what, and(named(share), isSet));
  if (passwordHash === null) {
    const [, removed] = await database.batch([record, set({})]);
    return removed.length === 1;
  }
  const [, , changed] = await database.batch([
    record,
    recordShareEnd(database, named(share), share.now),
    // A link with a password is not public, and removing the password does not publish the site again.
    set({ version: sql`${shares.version} + 1`, ...NOT_PUBLIC }),
  ]);
  return changed.length === 1;
}

const NOT_PUBLIC = { isPublic: false, publicTokenHash: null, sealedPublicToken: null };

/**
 * Returns the statements that change a link and close its viewers' sockets; viewers whose sessions stay valid reconnect
 * at once.
 * @param where condition on the link before the change
 * @param keeps condition on the sessions that stay valid
 */
function changeShare(
  database: Database,
  { where, keeps, now }: { where: SQL | undefined; keeps: SQL; now: number },
  changed: Partial<Share>,
) {
  return [
    recordShareEnd(database, where, now),
    database
      .update(shareSessions)
      .set({ version: sql`${shareSessions.version} + 1` })
      .where(
        sql`
          ${keeps}
          and exists (
            select 1
            from ${shares}
            where ${shares.id} = ${shareSessions.shareId}
              and ${shares.version} = ${shareSessions.version} and ${where}
          )
        `,
      ),
    database
      .update(shares)
      .set({ ...changed, version: sql`${shares.version} + 1` })
      .where(where),
  ] as const;
}

const find = (database: Database, share: ShareOfSite) =>
  database.select({ id: shares.id }).from(shares).where(named(share));

/** Hides or shows the site's location; viewers reconnect and receive only what they may see now. */
export async function setLocationHidden(
  database: Database,
  share: ShareOfSite,
  hidesLocation: boolean,
): Promise<boolean> {
  const where = and(named(share), differs(shares.hidesLocation, hidesLocation ? 1 : 0));
  const what = hidesLocation ? "share.locationHidden" : "share.locationShown";
  const [, , , , found] = await database.batch([
    recordChange(database, share, what, where),
    ...changeShare(database, { where, keeps: sql`true`, now: share.now }, { hidesLocation }),
    find(database, share),
  ]);
  return found.length === 1;
}

/** Replaces the token of a link. Sessions of the previous token end; sessions from the list of public sites stay. */
export async function renewShareToken(
  database: Database,
  share: ShareOfSite,
  token: ShareToken,
): Promise<boolean> {
  const where = named(share);
  const keeps = sql`${shareSessions.isPublic} = 1`;
  const [, , , , found] = await database.batch([
    recordChange(database, share, "share.renewed", where),
    ...changeShare(database, { where, keeps, now: share.now }, token),
    find(database, share),
  ]);
  return found.length === 1;
}

/** Publishes a site under a token of its own, unless it is public. */
export async function publishSite(
  database: Database,
  share: ShareOfSite,
  { tokenHash, sealedToken }: ShareToken,
): Promise<boolean> {
  const where = and(named(share), eq(shares.isPublic, false));
  const [, , found] = await database.batch([
    recordChange(database, share, "share.published", where),
    database
      .update(shares)
      .set({ isPublic: true, publicTokenHash: tokenHash, sealedPublicToken: sealedToken })
      .where(where),
    find(database, share),
  ]);
  return found.length === 1;
}

/** Ends the publication together with its token and its sessions. */
export async function unpublishSite(database: Database, share: ShareOfSite): Promise<boolean> {
  const where = and(named(share), eq(shares.isPublic, true));
  const keeps = sql`${shareSessions.isPublic} = 0`;
  const [, , , , found] = await database.batch([
    recordChange(database, share, "share.unpublished", where),
    ...changeShare(database, { where, keeps, now: share.now }, NOT_PUBLIC),
    find(database, share),
  ]);
  return found.length === 1;
}

const opened = {
  sealedToken: shares.sealedPublicToken,
  hidesLocation: shares.hidesLocation,
  name: sites.name,
  banner: sites.banner,
  status: sites.status,
  online: sites.online,
  since: sites.since,
  solar: sites.solar,
  load: sites.load,
  batterySoc: sites.batterySoc,
  metricsAt: sites.metricsAt,
  location: sites.location,
  country: sites.country,
  latitude: sites.latitude,
  longitude: sites.longitude,
};

/** Lists public sites, newest first. */
export async function listPublicSites(database: Database, page: { limit: number; offset: number }) {
  return database
    .select(opened)
    .from(shares)
    .innerJoin(sites, and(eq(sites.id, shares.siteId), isThere))
    .where(isPublicShare)
    .orderBy(desc(shares.id))
    .limit(page.limit)
    .offset(page.offset);
}
