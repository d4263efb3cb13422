import { and, eq, isNull, sql } from "drizzle-orm";
import type { Banner } from "#domain/users/banner.ts";
import type { Database } from "../connect.ts";
import { replaceSiteFiles } from "../files/files.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { hasHappened } from "../members/member-guards.ts";
import { sites } from "../schema/sites.ts";

type NewBanner = {
  siteId: number;
  /** The user who sets the banner. */
  ownerId: number;
  /** Keys in the order of the banner: unattached pictures of that user, or pictures already in the banner. */
  keys: string[];
  banner: Banner;
  now: number;
};

/**
 * Writes a site's banner and transfers its pictures to the site in one transaction. Returns the keys to delete from the
 * store, or null without any change if a picture is neither the user's nor in the banner.
 */
export async function changeSiteBanner(
  database: Database,
  { siteId, ownerId, keys, banner, now }: NewBanner,
): Promise<string[] | null> {
  const held = sql`
    select shown.value from ${sites}, json_each(${sites.banner}, '$.bannerImages') shown where ${sites.id} = ${siteId}
  `;
  const files = replaceSiteFiles(database, { siteId, ownerId, keys, held, now });
  const isThere = and(eq(sites.id, siteId), isNull(sites.deletedAt));
  const mayChange = and(isThere, files.mayAttach);
  const [dropped, changed] = await database.batch([
    files.drop,
    database
      .update(sites)
      .set({ banner, updatedAt: now })
      .where(mayChange)
      .returning({ id: sites.id }),
    recordJournal(
      database,
      {
        siteId,
        at: now,
        by: ownerId,
        what: "site.bannerChanged",
        details: { pictures: keys.length },
      },
      sql`where ${hasHappened}`,
    ),
    files.attach,
  ]);
  return changed.length === 0 ? null : dropped.map(({ key }) => key);
}
