import { and, eq, inArray, isNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { FileKind } from "#domain/files/file-kind.ts";
import { files } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import { sites, users } from "./schema.ts";

export type NewFile = {
  key: string;
  kind: FileKind;
  ownerId: number;
  contentType: string;
  size: number;
  now: number;
};

/** Records what is in the store. False, and nothing recorded, where its owner is gone or has too many loose ones. */
export async function addFile(
  database: Database,
  { key, kind, ownerId, contentType, size, now }: NewFile,
  maxUnattached: number,
): Promise<boolean> {
  const loose = sql`(select count(*) from ${files} where ${files.ownerId} = ${ownerId} and ${files.attachedAt} is null)`;
  const added = await database
    .insert(files)
    .select(
      sql`select ${key}, ${kind}, ${users.id}, null, ${contentType}, ${size}, ${now}, null from ${users} where ${users.id} = ${ownerId} and ${loose} < ${maxUnattached}`,
    )
    .returning({ key: files.key });
  return added.length === 1;
}

/** How many of somebody's files belong to nothing yet. */
export async function countLooseFiles(database: Database, ownerId: number): Promise<number> {
  return database.$count(files, and(eq(files.ownerId, ownerId), isNull(files.attachedAt)));
}

const pathOf = sql`'/files/' || ${files.key}`;

/**
 * For the batch that puts files in a place of their owner's, and takes away what was there.
 * @param held selects the paths in that place, as the batch comes to it
 */
export function replaceFiles(
  database: Database,
  { ownerId, keys, held, now }: { ownerId: number; keys: string[]; held: SQL; now: number },
) {
  const own = eq(files.ownerId, ownerId);
  const free = sql`(${files.attachedAt} is null or ${pathOf} in (${held}))`;
  const found = sql`(select count(*) from ${files} where ${own} and ${inArray(files.key, keys)} and ${free})`;
  /** Whether all are theirs, and belong to nothing else. */
  const mayAttach = keys.length === 0 ? sql`1` : sql`${found} = ${new Set(keys).size}`;
  const isHeld = sql`${pathOf} in (${held})`;
  return {
    mayAttach,
    /** Before the place is written. Answers the keys that are to go from the store. */
    drop: database
      .delete(files)
      .where(and(own, isHeld, notInArray(files.key, keys), mayAttach))
      .returning({ key: files.key }),
    /** After it. */
    attach: database
      .update(files)
      .set({ attachedAt: sql`coalesce(${files.attachedAt}, ${now})` })
      .where(and(own, isHeld)),
  };
}

type SiteExchange = {
  siteId: number;
  /** Who puts files of theirs there. */
  ownerId: number;
  keys: string[];
  held: SQL;
  now: number;
};

/**
 * The same for a place of a site: what is put there becomes the site's, and nobody's own any more. What stands there
 * already may stay.
 */
export function replaceSiteFiles(
  database: Database,
  { siteId, ownerId, keys, held, now }: SiteExchange,
) {
  const ofSite = eq(files.siteId, siteId);
  const isHeld = sql`${pathOf} in (${held})`;
  const loose = sql`(${files.ownerId} = ${ownerId} and ${files.attachedAt} is null)`;
  const found = sql`(select count(*) from ${files} where ${inArray(files.key, keys)} and (${loose} or (${ofSite} and ${isHeld})))`;
  const areFree = keys.length === 0 ? sql`1` : sql`${found} = ${new Set(keys).size}`;
  const isThere = sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.deletedAt} is null)`;
  const mayAttach = sql`(${isThere} and ${areFree})`;
  return {
    /** Whether all may be put there, and there is such a site. */
    mayAttach,
    /** Before the place is written. Answers the keys that are to go from the store. */
    drop: database
      .delete(files)
      .where(and(ofSite, isHeld, notInArray(files.key, keys), mayAttach))
      .returning({ key: files.key }),
    /** After it. */
    attach: database
      .update(files)
      .set({ siteId, ownerId: null, attachedAt: sql`coalesce(${files.attachedAt}, ${now})` })
      .where(and(isHeld, or(loose, ofSite))),
  };
}

/** Who wants to read a file: a person, if anybody, as of when (ms UTC). */
type Reader = { userId: number | null; now: number };

/** A membership that counts, of a site that is there; `own` and `theirs` are memberships. */
const COUNTS = {
  own: sql.raw("(own.ends_at is null or own.ends_at > now.at)"),
  theirs: sql.raw("(theirs.ends_at is null or theirs.ends_at > now.at)"),
  site: sql.raw(
    "exists (select 1 from sites where sites.id = own.site_id and sites.deleted_at is null)",
  ),
};
/** The site of a file where the file is part of its banner. */
const BANNER_OF_FILE = sql.raw(
  "from sites where sites.id = files.site_id and sites.deleted_at is null and '/files/' || files.key in (select value from json_each(sites.banner, '$.bannerImages'))",
);

/**
 * A file, and what somebody has to do with whom or what it belongs to; undefined where there is none. Written out, since
 * a column without the name of its table would be that of the innermost one.
 */
export async function findFile(database: Database, key: string, { userId, now }: Reader) {
  const asOf = sql`(select ${now} at) now`;
  const together = sql<number>`exists (select 1 from ${asOf}, memberships theirs join memberships own on own.site_id = theirs.site_id where theirs.user_id = files.owner_id and own.user_id = ${userId} and ${COUNTS.theirs} and ${COUNTS.own} and ${COUNTS.site})`;
  const member = sql<number>`exists (select 1 from ${asOf}, memberships own where own.user_id = ${userId} and own.site_id = files.site_id and ${COUNTS.own} and ${COUNTS.site})`;
  return database
    .select({
      kind: files.kind,
      ownerId: files.ownerId,
      siteId: files.siteId,
      contentType: files.contentType,
      attachedAt: files.attachedAt,
      /** Whether they share a site with its owner. */
      sharesSite: together,
      /** Whether they are a member of the site that it belongs to. */
      ofMember: member,
      /** Whether it is part of that site's banner, which is what others see of a site. */
      inBanner: sql<number>`exists (select 1 ${BANNER_OF_FILE})`,
      /** The same of a site that is shown to the world. */
      isOpen: sql<number>`exists (select 1 ${BANNER_OF_FILE} and exists (select 1 from shares where shares.site_id = sites.id and shares.shows_in_world = 1 and shares.password_hash is null))`,
    })
    .from(files)
    .where(eq(files.key, key))
    .get();
}

/** What is to go from the store when a site goes. */
export async function listSiteFileKeys(database: Database, siteId: number): Promise<string[]> {
  const rows = await database
    .select({ key: files.key })
    .from(files)
    .where(eq(files.siteId, siteId));
  return rows.map(({ key }) => key);
}

export async function listFileKeys(database: Database, ownerId: number): Promise<string[]> {
  const rows = await database
    .select({ key: files.key })
    .from(files)
    .where(eq(files.ownerId, ownerId));
  return rows.map(({ key }) => key);
}

/** Takes files off the record that have belonged to nothing since before; answers their keys. */
export async function dropLooseFiles(database: Database, before: number, limit: number) {
  const loose = database
    .select({ key: files.key })
    .from(files)
    .where(and(isNull(files.attachedAt), lt(files.createdAt, before)))
    .limit(limit);
  const dropped = await database
    .delete(files)
    // Asked again: one that is attached meanwhile stays.
    .where(and(inArray(files.key, loose), isNull(files.attachedAt)))
    .returning({ key: files.key });
  return dropped.map(({ key }) => key);
}

/** Those of the keys that are on record, at most 90 of them asked for. */
export async function findKnownKeys(database: Database, keys: readonly string[]) {
  const rows = await database
    .select({ key: files.key })
    .from(files)
    .where(inArray(files.key, [...keys]));
  return new Set(rows.map(({ key }) => key));
}
