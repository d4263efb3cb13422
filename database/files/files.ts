import { and, eq, inArray, isNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { MemberRole } from "#domain/access/roles.ts";
import type { FileKind } from "#domain/files/file-kind.ts";
import type { Database } from "../connect.ts";
import { files } from "../schema/files.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

export type NewFile = {
  key: string;
  kind: FileKind;
  ownerId: number;
  /** The site whose data the file contains; null for an upload. */
  siteId?: number;
  contentType: string;
  size: number;
  now: number;
};

/** Records a stored file. Returns false without recording if its owner was deleted or has too many unattached pictures. */
export async function addFile(
  database: Database,
  file: NewFile,
  maxUnattached: number,
): Promise<boolean> {
  const added = await insertFile(database, file, hasFewFiles(file, maxUnattached));
  return added.length === 1;
}

/** Condition: a user has fewer unattached files of a kind than the maximum. */
export function hasFewFiles(
  { ownerId, kind }: Pick<NewFile, "ownerId" | "kind">,
  max: number,
): SQL {
  return sql`(
    select count(*) from ${files}
    where ${files.ownerId} = ${ownerId} and ${files.kind} = ${kind} and ${files.attachedAt} is null
  ) < ${max}`;
}

/** Returns the statement that records a stored file under a condition, if its owner exists. It yields the key. */
export function insertFile(
  database: Database,
  { key, kind, ownerId, siteId, contentType, size, now }: NewFile,
  condition: SQL,
) {
  return database
    .insert(files)
    .select(
      sql`
        select ${key}, ${kind}, ${users.id}, ${siteId ?? null}, ${contentType}, ${size}, ${now}, null
        from ${users}
        where ${users.id} = ${ownerId} and ${condition}
      `,
    )
    .returning({ key: files.key });
}

const isPicture = eq(files.kind, "picture");

/** Counts a user's pictures that are not attached to anything. */
export async function countLoosePictures(database: Database, ownerId: number): Promise<number> {
  return database.$count(
    files,
    and(eq(files.ownerId, ownerId), isPicture, isNull(files.attachedAt)),
  );
}

const pathOf = sql`'/files/' || ${files.key}`;

/**
 * Returns the statements for a batch that attaches files to a user's record and detaches the previous ones.
 * @param held selects the attached paths at the time of the batch
 */
export function replaceFiles(
  database: Database,
  { ownerId, keys, held, now }: { ownerId: number; keys: string[]; held: SQL; now: number },
) {
  const own = and(eq(files.ownerId, ownerId), isPicture);
  const free = sql`(${files.attachedAt} is null or ${pathOf} in (${held}))`;
  const found = sql`(select count(*) from ${files} where ${own} and ${inArray(files.key, keys)} and ${free})`;
  /** Condition: all files belong to the user and are attached to nothing else. */
  const mayAttach = keys.length === 0 ? sql`1` : sql`${found} = ${new Set(keys).size}`;
  const isHeld = sql`${pathOf} in (${held})`;
  return {
    mayAttach,
    /** Runs before the record is written. Yields the keys to delete from the store. */
    drop: database
      .delete(files)
      .where(and(own, isHeld, notInArray(files.key, keys), mayAttach))
      .returning({ key: files.key }),
    /** Runs after the record is written. */
    attach: database
      .update(files)
      .set({ attachedAt: sql`coalesce(${files.attachedAt}, ${now})` })
      .where(and(own, isHeld)),
  };
}

type SiteExchange = {
  siteId: number;
  /** The user who attaches the files. */
  ownerId: number;
  keys: string[];
  held: SQL;
  now: number;
};

/**
 * Returns the statements for a batch that attaches files to a site. The site becomes their owner; files that are
 * already attached to it may stay.
 */
export function replaceSiteFiles(
  database: Database,
  { siteId, ownerId, keys, held, now }: SiteExchange,
) {
  const ofSite = eq(files.siteId, siteId);
  const isHeld = sql`${pathOf} in (${held})`;
  const loose = sql`(${files.ownerId} = ${ownerId} and ${isPicture} and ${files.attachedAt} is null)`;
  const found = sql`(
    select count(*) from ${files} where ${inArray(files.key, keys)} and (${loose} or (${ofSite} and ${isHeld}))
  )`;
  const areFree = keys.length === 0 ? sql`1` : sql`${found} = ${new Set(keys).size}`;
  const isThere = sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.deletedAt} is null)`;
  const mayAttach = sql`(${isThere} and ${areFree})`;
  return {
    /** Condition: all files may be attached and the site exists. */
    mayAttach,
    /** Runs before the record is written. Yields the keys to delete from the store. */
    drop: database
      .delete(files)
      .where(and(ofSite, isHeld, notInArray(files.key, keys), mayAttach))
      .returning({ key: files.key }),
    /** Runs after the record is written. */
    attach: database
      .update(files)
      .set({ siteId, ownerId: null, attachedAt: sql`coalesce(${files.attachedAt}, ${now})` })
      .where(and(isHeld, or(loose, ofSite))),
  };
}

/** Reader of a file: a user or, if null, an anonymous client; `now` is ms UTC. */
type Reader = { userId: number | null; now: number };

/** SQL for valid memberships of existing sites; `own` and `theirs` are aliases of memberships. */
const COUNTS = {
  own: sql.raw("(own.ends_at is null or own.ends_at > now.at)"),
  theirs: sql.raw("(theirs.ends_at is null or theirs.ends_at > now.at)"),
  site: sql.raw(
    "exists (select 1 from sites where sites.id = own.site_id and sites.deleted_at is null)",
  ),
};
/** The site of a file, if the file is part of its banner. */
const BANNER_OF_FILE = sql.raw(
  `from sites
  where sites.id = files.site_id and sites.deleted_at is null
    and '/files/' || files.key in (select value from json_each(sites.banner, '$.bannerImages'))`,
);

/**
 * Finds a file and the reader's relation to its owner or site. The SQL qualifies all columns, because an unqualified
 * one would refer to the innermost table.
 */
export async function findFile(database: Database, key: string, { userId, now }: Reader) {
  const asOf = sql`(select ${now} at) now`;
  const together = sql<number>`exists (
    select 1
    from ${asOf}, memberships theirs join memberships own on own.site_id = theirs.site_id
    where theirs.user_id = files.owner_id
      and own.user_id = ${userId} and ${COUNTS.theirs} and ${COUNTS.own} and ${COUNTS.site}
  )`;
  const member = sql<number>`exists (
    select 1
    from ${asOf}, memberships own
    where own.user_id = ${userId} and own.site_id = files.site_id and ${COUNTS.own} and ${COUNTS.site}
  )`;
  return database
    .select({
      kind: files.kind,
      ownerId: files.ownerId,
      siteId: files.siteId,
      contentType: files.contentType,
      size: files.size,
      attachedAt: files.attachedAt,
      /** Whether the reader shares a site with the file's owner. */
      sharesSite: together,
      /** Whether the reader is a member of the site that owns the file. */
      ofMember: member,
      /** The reader's role at the site; null for other users. */
      role: sql<MemberRole | null>`(
        select own.role
        from ${asOf}, memberships own
        where own.user_id = ${userId} and own.site_id = files.site_id and ${COUNTS.own} and ${COUNTS.site}
      )`,
      /** Whether the file is part of that site's banner, the only pictures that share viewers see. */
      inBanner: sql<number>`exists (select 1 ${BANNER_OF_FILE})`,
      /** Whether the file is part of the banner of a public site. */
      isOpen: sql<number>`exists (
        select 1 ${BANNER_OF_FILE}
        and exists (
          select 1
          from shares
          where shares.site_id = sites.id and shares.is_public = 1 and shares.password_hash is null
        )
      )`,
    })
    .from(files)
    .where(eq(files.key, key))
    .get();
}

/** Lists the keys to delete from the store when a site is removed. */
export async function listSiteFileKeys(database: Database, siteId: number): Promise<string[]> {
  const rows = await database
    .select({ key: files.key })
    .from(files)
    .where(eq(files.siteId, siteId));
  return rows.map(({ key }) => key);
}

/** Lists the keys of the files of a user. */
export async function listFileKeys(database: Database, ownerId: number): Promise<string[]> {
  const rows = await database
    .select({ key: files.key })
    .from(files)
    .where(eq(files.ownerId, ownerId));
  return rows.map(({ key }) => key);
}

/** Removes the records of files that have been unattached since before the given instant. Returns their keys. */
export async function dropLooseFiles(database: Database, before: number, limit: number) {
  const loose = database
    .select({ key: files.key })
    .from(files)
    .where(and(isNull(files.attachedAt), lt(files.createdAt, before)))
    .limit(limit);
  const dropped = await database
    .delete(files)
    // Checked again, because a file may have been attached in the meantime.
    .where(and(inArray(files.key, loose), isNull(files.attachedAt)))
    .returning({ key: files.key });
  return dropped.map(({ key }) => key);
}

/** Returns the keys that are on record. Accepts at most 90 keys. */
export async function findKnownKeys(database: Database, keys: readonly string[]) {
  const rows = await database
    .select({ key: files.key })
    .from(files)
    .where(inArray(files.key, [...keys]));
  return new Set(rows.map(({ key }) => key));
}
