import { eq } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { modules, sites, users } from "./schema.ts";

/** A site as it is opened, with its owner and its module. */
export async function readSite(database: Database, siteId: number) {
  return database
    .select({
      site: sites,
      creator: { id: users.id, account: users.account, name: users.name, header: users.header },
      serial: modules.serial,
    })
    .from(sites)
    .innerJoin(users, eq(users.id, sites.creatorId))
    .leftJoin(modules, eq(modules.siteId, sites.id))
    .where(eq(sites.id, siteId))
    .get();
}

type Read = NonNullable<Awaited<ReturnType<typeof readSite>>>;
/** What is known of a site, but for how far its object has told it. */
export type SiteRow = Omit<Read, "site"> & {
  site: Omit<Read["site"], "statusSequence">;
};
