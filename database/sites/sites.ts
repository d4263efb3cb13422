import { eq } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { modules, sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

/** Reads a site with its owner and its module. */
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
/** All columns of a site except the internal event sequence. */
export type SiteRow = Omit<Read, "site"> & {
  site: Omit<Read["site"], "statusSequence">;
};
