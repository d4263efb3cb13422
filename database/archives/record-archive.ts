import { sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { recordJournal } from "../journal/journal-outbox.ts";

/** Records in the site's journal that a user ordered an archive. */
export async function recordArchive(
  database: Database,
  { siteId, by, now }: { siteId: number; by: number; now: number },
): Promise<void> {
  await recordJournal(database, { siteId, at: now, by, what: "export.archive" }, sql`where true`);
}
