import { and, eq, sql } from "drizzle-orm";
import type { ConfigOption } from "#domain/sites/config-options.ts";
import type { Database } from "../connect.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { hasHappened } from "../members/member-guards.ts";
import { siteConfigs } from "../schema/branding.ts";
import { sites } from "../schema/sites.ts";

const columns = { id: siteConfigs.id, option: siteConfigs.option, value: siteConfigs.value };

/** Lists the configs of a site in the order in which they were added. */
export async function listConfigs(database: Database, siteId: number) {
  return database
    .select(columns)
    .from(siteConfigs)
    .where(eq(siteConfigs.siteId, siteId))
    .orderBy(siteConfigs.id);
}

type Acting = { siteId: number; by: number; now: number };
type NewConfig = Acting & { option: ConfigOption; value: string };

/** Adds a config. Returns its row, or undefined if the site already has the option or does not exist. */
export async function addConfig(database: Database, { siteId, option, value, by, now }: NewConfig) {
  const [added] = await database.batch([
    database
      .insert(siteConfigs)
      .select(
        sql`
        select null, ${sites.id}, ${option}, ${value}, ${now}
        from ${sites}
        where ${sites.id} = ${siteId} and ${sites.deletedAt} is null
      `,
      )
      .onConflictDoNothing()
      .returning(columns),
    recordJournal(
      database,
      { siteId, at: now, by, what: "site.configAdded", details: { option, to: value } },
      sql`where ${hasHappened}`,
    ),
  ]);
  return added[0];
}

type Changed = Acting & { id: number; option?: ConfigOption | undefined; value: string };

/**
 * Changes a config. Returns "there" without any change if another row of the site has the option, and undefined if the
 * site has no such row.
 */
export async function changeConfig(
  database: Database,
  { siteId, id, option, value, by, now }: Changed,
): Promise<"changed" | "there" | undefined> {
  const own = and(eq(siteConfigs.id, id), eq(siteConfigs.siteId, siteId));
  const isFree = sql`not exists (
    select 1
    from ${siteConfigs} other
    where other.site_id = ${siteId} and other.id <> ${id} and other.option = ${option ?? null}
  )`;
  const to = { option: option ?? sql`${siteConfigs.option}`, value };
  const hasChange = sql`(${siteConfigs.option} <> ${to.option} or ${siteConfigs.value} <> ${value})`;
  const [found, , changed] = await database.batch([
    database.select({ id: siteConfigs.id }).from(siteConfigs).where(own),
    recordJournal(
      database,
      {
        siteId,
        at: now,
        by,
        what: "site.configChanged",
        details: {
          optionFrom: sql`${siteConfigs.option}`,
          option: to.option,
          from: sql`${siteConfigs.value}`,
          to: value,
        },
      },
      sql`from ${siteConfigs} where ${and(own, isFree, hasChange)}`,
    ),
    database
      .update(siteConfigs)
      .set({ value, ...(option !== undefined && { option }) })
      .where(and(own, isFree))
      .returning({ id: siteConfigs.id }),
  ]);
  if (found.length === 0) return undefined;
  return changed.length === 1 ? "changed" : "there";
}

/** Removes a config; does nothing if the site does not have it. */
export async function removeConfig(
  database: Database,
  { siteId, id, by, now }: Acting & { id: number },
): Promise<void> {
  const own = and(eq(siteConfigs.id, id), eq(siteConfigs.siteId, siteId));
  const details = { option: sql`${siteConfigs.option}`, from: sql`${siteConfigs.value}` };
  await database.batch([
    recordJournal(
      database,
      { siteId, at: now, by, what: "site.configRemoved", details },
      sql`from ${siteConfigs} where ${own}`,
    ),
    database.delete(siteConfigs).where(own),
  ]);
}
