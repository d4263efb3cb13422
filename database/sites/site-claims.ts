import { and, eq, getTableColumns, is, isNull, SQL, sql } from "drizzle-orm";
import { SITE_ROLE } from "#domain/access/roles.ts";
import type { Database } from "../connect.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { hasHappened, isPermitted } from "../members/member-guards.ts";
import { recordMembershipChange } from "../members/membership-changes.ts";
import { memberships } from "../schema/members.ts";
import { modules, sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { enqueueUnlink } from "./pending-unlinks.ts";
import { areNamesUnchanged, type SiteNames } from "./site-names.ts";

/** Hash of a module that its owner has released: no secret has this hash. */
export const NO_SECRET_HASH = "";

export type NewSite = {
  name: string;
  sortName: string;
  words: readonly string[];
  location: string;
  country: string;
  latitude: number | null;
  longitude: number | null;
  timeZone: string;
  electricityPrice: number;
  feedInPrice: number | null;
  priceUnit: string;
};

type Claim = {
  serial: string;
  userId: number;
  /** Hash of the new secret for a module that another user has released, because that user knows the old one. */
  secretHash: string;
  now: number;
};

/** Result of a claim: the site, and whether the module received the new secret. */
export type Claimed = { siteId: number; hasNewSecret: boolean };

/**
 * Creates a site with its owner from an unclaimed module. Returns null and changes nothing if the module has been
 * claimed.
 */
export async function claimSite(
  database: Database,
  site: NewSite,
  { serial, userId, secretHash, now }: Claim,
): Promise<Claimed | null> {
  const values = { ...site, creatorId: userId, createdAt: now, updatedAt: now };
  const [, taken] = await database.batch([
    database.insert(sites).select(
      sql`
          select ${rowOf(values)}
          from ${modules}
          inner join ${users} on ${users.id} = ${userId}
          where ${isFree(serial)}
        `,
    ),
    database
      .update(modules)
      .set({ siteId: sql`last_insert_rowid()`, ...secretFor(userId, secretHash) })
      .where(and(isFree(serial), hasHappened))
      .returning({ siteId: modules.siteId, secretHash: modules.secretHash }),
    database.insert(memberships).select(
      sql`
          select ${userId}, ${modules.siteId}, ${SITE_ROLE.administrator}, null, 1, ${now}
          from ${modules}
          where ${modules.serial} = ${serial} and ${hasHappened}
        `,
    ),
    recordMembershipChange(
      database,
      {
        siteId: sql`${modules.siteId}`,
        at: now,
        kind: "claimed",
        by: userId,
        person: userId,
        newRole: SITE_ROLE.administrator,
      },
      sql`from ${modules} where ${modules.serial} = ${serial} and ${hasHappened}`,
    ),
  ]);
  const [module] = taken;
  if (module === undefined || module.siteId === null) return null;
  return { siteId: module.siteId, hasNewSecret: module.secretHash === secretHash };
}

type Exchange = Omit<Claim, "userId"> & {
  siteId: number;
  by: number;
  /** The site's names, and the search words with the new serial number. */
  called: SiteNames;
  words: readonly string[];
  /** Notice to the owner, if the site had a module. */
  mail?: QueuedMail<"moduleUnlinked"> | undefined;
};

/**
 * Replaces a site's module and releases the previous one. Returns null and changes nothing if the new module has been
 * claimed, the acting user no longer owns the site, or the site's names have changed.
 */
export async function replaceSiteModule(
  database: Database,
  { serial, siteId, by, secretHash, called, words, mail, now }: Exchange,
): Promise<Claimed | null> {
  const newIsFree = sql`exists (select 1 from ${modules} next where next.serial = ${serial} and next.site_id is null)`;
  const mayStill = isPermitted({ siteId, by, now }, "replaceModule");
  const willHappen = sql`(${newIsFree} and ${mayStill} and ${areNamesUnchanged(siteId, called)})`;
  // By this statement the previous module, if any, is released.
  const hasNone = areNamesUnchanged(siteId, { ...called, serial: null });
  const [, , taken] = await database.batch([
    enqueueUnlink(database, siteId, willHappen, now),
    release(database, siteId, willHappen),
    database
      .update(modules)
      .set({ siteId, ...secretFor(by, secretHash) })
      .where(and(isFree(serial), hasNone, mayStill))
      .returning({ secretHash: modules.secretHash }),
    recordJournal(
      database,
      {
        siteId,
        at: now,
        by,
        what: "module.replaced",
        details: { from: called.serial, to: serial },
      },
      sql`where ${hasHappened}`,
    ),
    database
      .update(sites)
      .set({ words, updatedAt: now })
      .where(and(eq(sites.id, siteId), hasHappened)),
    ...(mail === undefined ? [] : [queueMailWhere(database, hasHappened, mail)]),
  ]);
  const [module] = taken;
  return module === undefined ? null : { siteId, hasNewSecret: module.secretHash === secretHash };
}

/**
 * Returns the statement that releases a site's module for another claim. Its secret becomes invalid but is kept for the
 * owner: if the same user claims the module again, the old secret is valid again, so an unlink can be undone remotely.
 */
export function release(database: Database, siteId: number, where: SQL) {
  return database
    .update(modules)
    .set({
      siteId: null,
      released: true,
      releasedBy: sql`(select ${sites.creatorId} from ${sites} where ${sites.id} = ${siteId})`,
      releasedHash: modules.secretHash,
      secretHash: NO_SECRET_HASH,
    })
    .where(and(eq(modules.siteId, siteId), where))
    .returning({ serial: modules.serial });
}

/** The values of a selected row with every column in its position, falling back to defaults. */
function rowOf(values: Partial<typeof sites.$inferInsert>): SQL {
  const given = new Map<string, unknown>(Object.entries(values));
  const cells = Object.entries(getTableColumns(sites)).map(([name, column]) => {
    const value = given.get(name) ?? column.default ?? null;
    return value === null || is(value, SQL) ? sql`${value}` : sql`${sql.param(value, column)}`;
  });
  return sql.join(cells, sql`, `);
}

function isFree(serial: string) {
  return and(eq(modules.serial, serial), isNull(modules.siteId));
}

/**
 * A module keeps its factory secret until its first release, and later ones as long as the same user claims it; another
 * user receives the new secret.
 */
function secretFor(userId: number, secretHash: string) {
  const isTheirs = sql`(${modules.releasedBy} = ${userId} and ${modules.releasedHash} <> ${NO_SECRET_HASH})`;
  return {
    secretHash: sql`
      case
        when not ${modules.released} then ${modules.secretHash}
        when ${isTheirs} then ${modules.releasedHash}
        else ${secretHash}
      end
    `,
    releasedBy: null,
    releasedHash: null,
  };
}
