import { aliasedTable, and, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { AUDIT_KEPT_MS, type AuditAct, type AuditArea, actsOf } from "#domain/audit/audit-acts.ts";
import type { Database } from "../connect.ts";
import { auditLog } from "../schema/platform.ts";
import { users } from "../schema/users.ts";

/** Rows that one call deletes. */
const DELETED_AT_ONCE = 1_000;

export type Act = {
  at: number;
  /** Id of the operator. */
  by: number;
  act: AuditAct;
  /** Id of the user whom the act is about. */
  userId?: number;
  details?: Readonly<Record<string, SQL | string | number | null>>;
};

/**
 * Returns the statement that records an act of an operator, for the batch that performs it.
 * @param source condition, `where …`, or SQL that the details are read from, `from … where …`. Directly after the change
 *   the condition `where changes() > 0` suffices
 */
export function recordAct(database: Database, act: Act, source: SQL = sql``) {
  const { at, by, act: name, userId = null, details = {} } = act;
  const pairs = Object.entries(details).map(([key, value]) => sql`${key}, ${value}`);
  return database
    .insert(auditLog)
    .select(
      sql`select null, ${at}, ${by}, ${name}, ${userId}, json_object(${sql.join(pairs, sql`, `)}) ${source}`,
    );
}

const operator = aliasedTable(users, "operator");

/**
 * Lists acts, newest first.
 * @param before lists the acts before this one; null begins with the newest
 */
export async function listActs(
  database: Database,
  { area, before, limit }: { area: AuditArea | null; before: number | null; limit: number },
) {
  return database
    .select({
      id: auditLog.id,
      at: auditLog.at,
      act: auditLog.act,
      details: auditLog.details,
      by: operator.name,
      user: { id: users.id, account: users.account },
    })
    .from(auditLog)
    .leftJoin(operator, eq(operator.id, auditLog.byId))
    .leftJoin(users, eq(users.id, auditLog.userId))
    .where(
      and(
        area === null ? undefined : inArray(auditLog.act, actsOf(area)),
        before === null ? undefined : lt(auditLog.id, before),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

/** Deletes acts that are older than two years. */
export async function deleteOldActs(database: Database, now: number): Promise<void> {
  const old = database
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, now - AUDIT_KEPT_MS))
    .limit(DELETED_AT_ONCE);
  await database.delete(auditLog).where(inArray(auditLog.id, old));
}
