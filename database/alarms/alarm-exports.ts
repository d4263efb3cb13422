import { sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { hasFewFiles, insertFile } from "../files/files.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { hasHappened } from "../members/member-guards.ts";

type StoredFile = { key: string; contentType: string; size: number };

/**
 * Records the two files of an exported alarm log, and the export in the site's journal: all or nothing.
 * @returns false if the user was deleted or has too many exported files
 */
export async function addAlarmExport(
  database: Database,
  [first, second]: readonly [StoredFile, StoredFile],
  made: {
    ownerId: number;
    siteId: number;
    now: number;
    details: { from: number; to: number; rows: number };
  },
  maxFiles: number,
): Promise<boolean> {
  const { ownerId, siteId, now, details } = made;
  const record = { kind: "export", ownerId, siteId, now } as const;
  const [added] = await database.batch([
    insertFile(database, { ...record, ...first }, hasFewFiles(record, maxFiles - 1)),
    insertFile(database, { ...record, ...second }, hasHappened),
    recordJournal(
      database,
      { siteId, at: now, by: ownerId, what: "export.alarms", details },
      sql`where ${hasHappened}`,
    ),
  ]);
  return added.length === 1;
}
