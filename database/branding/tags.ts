import { and, eq, isNull, sql } from "drizzle-orm";
import { isSameTag, MAX_TAGS } from "#domain/sites/tag.ts";
import type { Database } from "../connect.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { hasHappened } from "../members/member-guards.ts";
import { sites } from "../schema/sites.ts";

/** Lists the tags of a site; undefined if it does not exist. */
export async function listTags(database: Database, siteId: number) {
  const row = await database.select({ tags: sites.tags }).from(sites).where(isThere(siteId)).get();
  return row?.tags;
}

type ChangedTag = { siteId: number; name: string; by: number; now: number };

/** Result of adding a tag: "there" if the site has it already, ignoring case. */
export type AddedTag = "added" | "there" | "full" | "noSite";

/**
 * Appends a tag. Case is compared here, because SQLite folds only ASCII, and the list is written with optimistic
 * concurrency (compare-and-set); a conflicting writer retries, and each lost round is another writer's success.
 */
export async function addTag(
  database: Database,
  { siteId, name, by, now }: ChangedTag,
): Promise<AddedTag> {
  for (;;) {
    const seen = await database
      .select({ tags: sites.tags, text: sql<string>`${sites.tags} || ''` })
      .from(sites)
      .where(isThere(siteId))
      .get();
    if (seen === undefined) return "noSite";
    if (seen.tags.some((tag) => isSameTag(tag, name))) return "there";
    if (seen.tags.length >= MAX_TAGS) return "full";
    const [written] = await database.batch([
      database
        .update(sites)
        .set({ tags: sql`json_insert(${sites.tags}, '$[#]', ${name})`, updatedAt: now })
        .where(and(isThere(siteId), sql`${sites.tags} = ${seen.text}`))
        .returning({ id: sites.id }),
      recordJournal(
        database,
        { siteId, at: now, by, what: "site.tagAdded", details: { tag: name } },
        sql`where ${hasHappened}`,
      ),
    ]);
    if (written.length === 1) return "added";
  }
}

/** Removes a tag; does nothing if the site does not have it. */
export async function removeTag(
  database: Database,
  { siteId, name, by, now }: ChangedTag,
): Promise<void> {
  const others = sql`(
    select json_group_array(tag.value)
    from (select value from json_each(${sites.tags}) where value <> ${name} order by key) tag
  )`;
  await database.batch([
    database
      .update(sites)
      .set({ tags: others, updatedAt: now })
      .where(
        and(
          isThere(siteId),
          sql`exists (select 1 from json_each(${sites.tags}) where value = ${name})`,
        ),
      ),
    recordJournal(
      database,
      { siteId, at: now, by, what: "site.tagRemoved", details: { tag: name } },
      sql`where ${hasHappened}`,
    ),
  ]);
}

function isThere(siteId: number) {
  return and(eq(sites.id, siteId), isNull(sites.deletedAt));
}
