import { aliasedTable, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { JournalDetails, JournalHead } from "#domain/journal/journal-entry.ts";
import type { JournalWhat } from "#domain/journal/journal-kinds.ts";
import { PURGING_SINCE } from "#domain/sites/deletion.ts";
import type { Database } from "../connect.ts";
import { journalHeads, journalOutbox } from "../schema/journal.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

type Value = SQL | string | number | boolean | null;
type Recorded = {
  siteId: SQL | number;
  at: number;
  /** Id of the acting user. */
  by: number;
  /** Id of the user whom the entry is about. */
  user?: number;
  what: JournalWhat;
  details?: Readonly<Record<string, Value>>;
};

/**
 * Returns the statement that records a change in the site's journal, for the batch that makes the change.
 * @param source SQL that the values are read from, and its condition: `from … where …` or `where …`. Before the change
 *   it reads the values that are replaced; directly after it, the condition `hasHappened` suffices
 */
export function recordJournal(database: Database, recorded: Recorded, source: SQL) {
  const { siteId, at, by, user = null, what, details = {} } = recorded;
  const pairs = Object.entries(details).map(
    ([name, value]) => sql`${name}, ${typeof value === "boolean" ? asJson(value) : value}`,
  );
  return database.insert(journalOutbox).select(
    sql`
        select null, lower(hex(randomblob(12))), ${siteId}, ${at}, ${what}, ${by}, ${user},
          json_object(${sql.join(pairs, sql`, `)})
        ${source}
      `,
  );
}

/** Returns a condition: a column differs from its new value. */
export function differs(column: SQL | { name: string }, value: unknown): SQL {
  return sql`${column} is not ${value}`;
}

/** An entry that waits for delivery. A name is null if the user was deleted. */
export type PendingEntry = {
  id: number;
  key: string;
  siteId: number;
  at: number;
  what: string;
  details: JournalDetails;
  by: { id: number; name: string | null } | null;
  user: { id: number; name: string | null } | null;
};

const by = aliasedTable(users, "acting");
const user = aliasedTable(users, "concerned");

/** Lists the oldest pending entries of a site. */
export async function listPendingEntries(
  database: Database,
  siteId: number,
  limit: number,
): Promise<PendingEntry[]> {
  const rows = await database
    .select({
      id: journalOutbox.id,
      key: journalOutbox.key,
      siteId: journalOutbox.siteId,
      at: journalOutbox.at,
      what: journalOutbox.what,
      details: journalOutbox.details,
      byId: journalOutbox.byId,
      byName: by.name,
      userId: journalOutbox.userId,
      userName: user.name,
    })
    .from(journalOutbox)
    .leftJoin(by, eq(by.id, journalOutbox.byId))
    .leftJoin(user, eq(user.id, journalOutbox.userId))
    .where(eq(journalOutbox.siteId, siteId))
    .orderBy(asc(journalOutbox.id))
    .limit(limit);
  return rows.map(({ byId, byName, userId, userName, ...entry }) => ({
    ...entry,
    by: byId === null ? null : { id: byId, name: byName },
    user: userId === null ? null : { id: userId, name: userName },
  }));
}

/** Lists sites with pending entries that are not being purged, those with the oldest entries first. */
export async function listSitesWithEntries(database: Database, limit: number): Promise<number[]> {
  const rows = await database
    .select({ siteId: journalOutbox.siteId })
    .from(journalOutbox)
    .innerJoin(sites, eq(sites.id, journalOutbox.siteId))
    .where(ne(sql`coalesce(${sites.deletedAt}, -1)`, PURGING_SINCE))
    .groupBy(journalOutbox.siteId)
    .orderBy(sql`min(${journalOutbox.id})`)
    .limit(limit);
  return rows.map(({ siteId }) => siteId);
}

/** Removes entries that were delivered, and stores the head of the journal after them. */
export async function removeDelivered(
  database: Database,
  { siteId, ids, head }: { siteId: number; ids: readonly number[]; head: JournalHead },
): Promise<void> {
  await database.batch([
    database.delete(journalOutbox).where(inArray(journalOutbox.id, [...ids])),
    writeHead(database, siteId, head),
  ]);
}

/** Returns the statement that stores the head of a journal, unless a later one is stored. */
export function writeHead(database: Database, siteId: number, { number, hash }: JournalHead) {
  return database
    .insert(journalHeads)
    .select(sql`select ${sites.id}, ${number}, ${hash} from ${sites} where ${sites.id} = ${siteId}`)
    .onConflictDoUpdate({
      target: journalHeads.siteId,
      set: { number: sql`excluded.number`, hash: sql`excluded.hash` },
      setWhere: sql`excluded.number > ${journalHeads.number}`,
    });
}

/** Reads the stored head of a site's journal; undefined before the first one. */
export async function readHead(
  database: Database,
  siteId: number,
): Promise<JournalHead | undefined> {
  return database
    .select({ number: journalHeads.number, hash: journalHeads.hash })
    .from(journalHeads)
    .where(eq(journalHeads.siteId, siteId))
    .get();
}

/** JSON functions of SQLite take a boolean as the text of a JSON value. */
function asJson(value: boolean): SQL {
  return sql`json(${value ? "true" : "false"})`;
}
