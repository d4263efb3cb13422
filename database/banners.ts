import { and, eq, isNull, sql } from "drizzle-orm";
import type { Banner } from "#domain/users/banner.ts";
import type { Database } from "./connect.ts";
import { replaceSiteFiles } from "./files.ts";
import { sites } from "./schema.ts";

type NewBanner = {
  siteId: number;
  /** Who puts it there. */
  ownerId: number;
  /** Of pictures that are theirs and belong to nothing, or stand in the banner already; in the order of the banner. */
  keys: string[];
  banner: Banner;
  now: number;
};

/**
 * Writes a site's banner and makes its pictures the site's, in one transaction. Null, and nothing done, where a picture
 * is neither; else the keys that are to go from the store.
 */
export async function changeSiteBanner(
  database: Database,
  { siteId, ownerId, keys, banner, now }: NewBanner,
): Promise<string[] | null> {
  const held = sql`select shown.value from ${sites}, json_each(${sites.banner}, '$.bannerImages') shown where ${sites.id} = ${siteId}`;
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
    files.attach,
  ]);
  return changed.length === 0 ? null : dropped.map(({ key }) => key);
}
