import { sql } from "drizzle-orm";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";
import { boundedCount, MAX_COUNTED } from "./bounded-count.ts";

/** Newest failures that are read for their reasons. */
const MAX_FAILURES = 1_000;
/** Reasons that are listed. */
const MAX_REASONS = 20;

/** Tables whose rows wait for a job. */
export const BACKLOGS = ["mail", "push", "webhook", "journal", "export", "unlink"] as const;
export type Backlog = (typeof BACKLOGS)[number];

/** Tables whose rows are counted. */
export const COUNTED_TABLES = ["users", "sites", "modules", "memberships", "feedback"] as const;
export type CountedTable = (typeof COUNTED_TABLES)[number];

/** Number of rows that wait, up to `MAX_COUNTED`, and the instant since which the oldest is due, ms UTC. */
export type Waiting = { count: number; since: number | null };

/** Rows that are due now and not settled; settled ones are due again only when they are deleted. */
const dueIn = (table: string, sent: string, now: number) =>
  sql`
    select count(*) as count, min(due_at) as since
    from (select due_at, ${sql.raw(sent)} as sent, failed_at from ${sql.raw(table)} where due_at <= ${now} order by due_at limit ${MAX_COUNTED})
    where sent is null and failed_at is null
  `;

const oldestOf = (table: string, column: string, condition: string) =>
  sql`
    select count(*) as count, min(at) as since
    from (select ${sql.raw(column)} as at from ${sql.raw(table)} where ${sql.raw(condition)} limit ${MAX_COUNTED})
  `;

/** Counts the rows that wait for jobs; the cost of each number is bounded. */
export async function readBacklogs(
  database: Database,
  now: number,
): Promise<Record<Backlog, Waiting>> {
  const queries: Record<Backlog, ReturnType<typeof sql>> = {
    mail: dueIn("mails", "sent_at", now),
    push: dueIn("push_deliveries", "sent_at", now),
    webhook: dueIn("webhook_deliveries", "delivered_at", now),
    journal: oldestOf("journal_outbox", "at", "true"),
    export: oldestOf("export_tasks", "created_at", "finished_at is null"),
    unlink: oldestOf("pending_unlinks", "created_at", "true"),
  };
  const entries = await Promise.all(
    BACKLOGS.map(async (name) => {
      const [found] = await database.all<Waiting>(queries[name]);
      return [name, { count: found?.count ?? 0, since: found?.since ?? null }] as const;
    }),
  );
  return Object.fromEntries(entries) as Record<Backlog, Waiting>;
}

/** Counts rows of tables, each up to `MAX_COUNTED`. */
export async function countTables(database: Database): Promise<Record<CountedTable, number>> {
  const columns = COUNTED_TABLES.map(
    (name) => sql`${boundedCount(sql`select 1 from ${sql.raw(name)}`)} as ${sql.raw(name)}`,
  );
  const [counts] = await database.all<Record<CountedTable, number>>(
    sql`select ${sql.join(columns, sql`, `)}`,
  );
  if (counts === undefined) throw new Error("the counts are missing");
  return counts;
}

export type FailureReason = {
  channel: "mail" | "push" | "webhook";
  reason: string | null;
  detail: string | null;
  count: number;
};

/** Counts the failures of the last day by reason, among the newest thousand of each channel. */
export async function listFailures(database: Database, now: number): Promise<FailureReason[]> {
  const since = now - DAY_MS;
  return database.all<FailureReason>(sql`
    select * from (
      select 'mail' as channel, reason, detail, count(*) as count
      from (
        select mail_id, reason, detail from mail_failures order by mail_id desc limit ${MAX_FAILURES}
      ) failure
      join mails on mails.id = failure.mail_id
      where mails.failed_at > ${since}
      group by 2, 3
      union all
      select 'webhook', fault, cast(status as text), count(*)
      from (
        select fault, status, failed_at from webhook_deliveries order by id desc limit ${MAX_FAILURES}
      )
      where failed_at > ${since}
      group by 2, 3
      union all
      select 'push', null, null, count(*)
      from (select failed_at from push_deliveries order by id desc limit ${MAX_FAILURES})
      where failed_at > ${since}
      having count(*) > 0
    )
    order by count desc
    limit ${MAX_REASONS}
  `);
}

/** Returns the size of the database, bytes; null if the platform does not report it. */
export async function readDatabaseSize(database: Database): Promise<number | null> {
  const { meta } = await database.$client.prepare("select 1").run();
  return typeof meta.size_after === "number" ? meta.size_after : null;
}
