import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { hasHappened } from "../members/member-guards.ts";
import { galleryImages } from "../schema/branding.ts";
import { files } from "../schema/files.ts";
import { sites } from "../schema/sites.ts";

/** Lists the gallery in the order in which the pictures were added. */
export async function listGallery(database: Database, siteId: number) {
  return database
    .select({
      id: galleryImages.id,
      file: galleryImages.file,
      createdAt: galleryImages.createdAt,
    })
    .from(galleryImages)
    .where(eq(galleryImages.siteId, siteId))
    .orderBy(galleryImages.id);
}

type NewImage = { siteId: number; key: string; ownerId: number; now: number };

/**
 * Transfers a user's unattached picture to a site. Returns undefined and changes nothing if the user has no such
 * picture or the gallery is full.
 */
export async function addGalleryImage(
  database: Database,
  { siteId, key, ownerId, now }: NewImage,
  most: number,
) {
  const loose = sql`${files.ownerId} = ${ownerId} and ${files.attachedAt} is null`;
  const held = sql`(select count(*) from ${galleryImages} where ${galleryImages.siteId} = ${siteId})`;
  const [added] = await database.batch([
    database
      .insert(galleryImages)
      .select(
        sql`
          select null, ${sites.id}, ${files.key}, ${now}
          from ${files}, ${sites}
          where ${files.key} = ${key}
            and ${loose} and ${sites.id} = ${siteId} and ${sites.deletedAt} is null and ${held} < ${most}
        `,
      )
      .returning({ id: galleryImages.id, createdAt: galleryImages.createdAt }),
    database
      .update(files)
      .set({ siteId, ownerId: null, attachedAt: now })
      .where(and(eq(files.key, key), loose, sql`changes() > 0`)),
    recordJournal(
      database,
      { siteId, at: now, by: ownerId, what: "site.pictureAdded" },
      sql`where ${hasHappened}`,
    ),
  ]);
  return added[0];
}

/** Counts the pictures in the gallery of a site. */
export async function countGallery(database: Database, siteId: number): Promise<number> {
  return database.$count(galleryImages, eq(galleryImages.siteId, siteId));
}

/** Removes a picture from the gallery. Returns the keys to delete from the store. */
export async function removeGalleryImage(
  database: Database,
  { siteId, id, by, now }: { siteId: number; id: number; by: number; now: number },
): Promise<string[]> {
  const named = database
    .select({ file: galleryImages.file })
    .from(galleryImages)
    .where(and(eq(galleryImages.id, id), eq(galleryImages.siteId, siteId)));
  const [dropped] = await database.batch([
    database
      .delete(files)
      .where(and(eq(files.siteId, siteId), inArray(files.key, named)))
      .returning({ key: files.key }),
    recordJournal(
      database,
      { siteId, at: now, by, what: "site.pictureRemoved" },
      sql`where ${hasHappened}`,
    ),
  ]);
  return dropped.map(({ key }) => key);
}
