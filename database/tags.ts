import { and, eq, isNull, sql } from "drizzle-orm";
import { isSameTag, MAX_TAGS } from "#domain/sites/tag.ts";
import type { Database } from "./connect.ts";
import { sites } from "./schema.ts";

/** Of a site that is there; undefined where there is none. */
export async function listTags(database: Database, siteId: number) {
  const row = await database.select({ tags: sites.tags }).from(sites).where(isThere(siteId)).get();
  return row?.tags;
}

/** What became of a new tag. "there" where the site has it already, in whatever case. */
export type AddedTag = "added" | "there" | "full" | "noSite";

/**
 * Puts a tag behind the others. Only JavaScript knows which letters are the same in another case, so it is compared
 * here, and written by a statement that holds as long as nobody has changed the tags since. Each round that is lost is
 * somebody else's that was won.
 */
export async function addTag(
  database: Database,
  { siteId, name, now }: { siteId: number; name: string; now: number },
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
    const written = await database
      .update(sites)
      .set({ tags: sql`json_insert(${sites.tags}, '$[#]', ${name})`, updatedAt: now })
      .where(and(isThere(siteId), sql`${sites.tags} = ${seen.text}`))
      .returning({ id: sites.id });
    if (written.length === 1) return "added";
  }
}

/** A tag that is not there need not be removed. */
export async function removeTag(
  database: Database,
  { siteId, name, now }: { siteId: number; name: string; now: number },
): Promise<void> {
  const others = sql`(select json_group_array(tag.value) from (select value from json_each(${sites.tags}) where value <> ${name} order by key) tag)`;
  await database
    .update(sites)
    .set({ tags: others, updatedAt: now })
    .where(
      and(
        isThere(siteId),
        sql`exists (select 1 from json_each(${sites.tags}) where value = ${name})`,
      ),
    );
}

function isThere(siteId: number) {
  return and(eq(sites.id, siteId), isNull(sites.deletedAt));
}
