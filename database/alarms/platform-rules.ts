import { and, desc, inArray, isNull, sql } from "drizzle-orm";
import type { PlatformRule, PlatformRules } from "#domain/alarms/platform-rules.ts";
import { chunk } from "#domain/chunk.ts";
import type { Database } from "../connect.ts";
import { recordAct } from "../platform/audit-log.ts";
import { platformRuleVersions } from "../schema/alarms.ts";
import { sites } from "../schema/sites.ts";

/** Site ids of one statement: D1 binds at most 100 values. */
const MAX_IDS = 90;

/** Returns the operator's rules in force; version 0 without rules before the first change. */
export async function readPlatformRules(database: Database): Promise<PlatformRules> {
  const newest = await database
    .select({
      version: platformRuleVersions.version,
      at: platformRuleVersions.at,
      rules: platformRuleVersions.rules,
    })
    .from(platformRuleVersions)
    .orderBy(desc(platformRuleVersions.version))
    .limit(1)
    .get();
  return newest === undefined
    ? { version: 0, at: 0, rules: [] }
    : { ...newest, rules: [...newest.rules] };
}

/**
 * Writes the next version of the operator's rules. Returns false if the version that the change is based on is no longer
 * the newest.
 */
export async function writePlatformRules(
  database: Database,
  { basedOn, at, byId }: { basedOn: number; at: number; byId: number },
  rules: readonly PlatformRule[],
): Promise<boolean> {
  const version = basedOn + 1;
  const details = { version, rules: rules.length };
  const [written] = await database.batch([
    database
      .insert(platformRuleVersions)
      .select(
        sql`
          select ${version}, ${at}, ${byId}, ${JSON.stringify(rules)}
          where ${basedOn} = (select coalesce(max(version), 0) from platform_rules)
        `,
      )
      .onConflictDoNothing()
      .returning({ version: platformRuleVersions.version }),
    recordAct(database, { at, by: byId, act: "rules.changed", details }, sql`where changes() > 0`),
  ]);
  return written.length === 1;
}

/** Records that the objects of some sites have a version of the operator's rules. */
export async function recordPlatformRules(
  database: Database,
  siteIds: readonly number[],
  version: number,
): Promise<void> {
  for (const some of chunk(siteIds, MAX_IDS))
    await database
      .update(sites)
      .set({ platformRulesVersion: version })
      .where(and(inArray(sites.id, some), sql`${sites.platformRulesVersion} < ${version}`));
}

/** How many sites there are, how many have a version of the operator's rules, and how many online ones have not. */
export type RulesProgress = { sites: number; applied: number; pending: number };

/** Counts the sites whose objects have a version of the operator's rules. An offline site gets it when it is online. */
export async function countSitesWithRules(
  database: Database,
  version: number,
): Promise<RulesProgress> {
  const isOld = sql`${sites.platformRulesVersion} < ${version}`;
  const counted = await database
    .select({
      sites: sql<number>`count(*)`,
      old: sql<number>`coalesce(sum(${isOld}), 0)`.as("old_sites"),
      pending: sql<number>`coalesce(sum(${isOld} and ${sites.online}), 0)`.as("pending_sites"),
    })
    .from(sites)
    .where(isNull(sites.deletedAt))
    .get();
  const { sites: all = 0, old = 0, pending = 0 } = counted ?? {};
  return { sites: all, applied: all - old, pending };
}
