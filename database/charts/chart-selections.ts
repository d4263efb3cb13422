import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { chartSelections } from "../schema/charts.ts";
import { memberships } from "../schema/members.ts";

type SelectionOwner = { userId: number; siteId: number };
type NewSelection = SelectionOwner & { name: string; addresses: readonly string[]; now: number };

/** Lists the selections of a user at a site, unordered. */
export async function listChartSelections(database: Database, owner: SelectionOwner) {
  return database
    .select({
      id: chartSelections.id,
      name: chartSelections.name,
      addresses: chartSelections.addresses,
    })
    .from(chartSelections)
    .where(areOf(owner));
}

/**
 * Saves a selection, replacing the one of the same name. Returns its id, null without any change if the user has
 * reached the maximum, or undefined if the user is no longer a member.
 */
export async function saveChartSelection(
  database: Database,
  { userId, siteId, name, addresses, now }: NewSelection,
  most: number,
): Promise<number | null | undefined> {
  const member = and(eq(memberships.userId, userId), eq(memberships.siteId, siteId));
  const theirs = sql`from ${chartSelections} where ${areOf({ userId, siteId })}`;
  const hasRoom = sql`(
    (select count(*) ${theirs}) < ${most} or exists (select 1 ${theirs} and ${chartSelections.name} = ${name})
  )`;
  const [saved, held] = await database.batch([
    database
      .insert(chartSelections)
      .select(
        sql`
          select null, ${memberships.userId}, ${memberships.siteId}, ${name}, ${JSON.stringify(addresses)}, ${now}
          from ${memberships}
          where ${member} and ${hasRoom}
        `,
      )
      .onConflictDoUpdate({
        target: [chartSelections.userId, chartSelections.siteId, chartSelections.name],
        set: { addresses: sql`excluded.addresses` },
      })
      .returning({ id: chartSelections.id }),
    database.select({ userId: memberships.userId }).from(memberships).where(member),
  ]);
  return saved[0]?.id ?? (held.length === 0 ? undefined : null);
}

/** Removes a selection. Returns false if the user has none with this id. */
export async function removeChartSelection(
  database: Database,
  { id, ...owner }: SelectionOwner & { id: number },
): Promise<boolean> {
  const removed = await database
    .delete(chartSelections)
    .where(and(eq(chartSelections.id, id), areOf(owner)))
    .returning({ id: chartSelections.id });
  return removed.length === 1;
}

function areOf({ userId, siteId }: SelectionOwner) {
  return and(eq(chartSelections.userId, userId), eq(chartSelections.siteId, siteId));
}
