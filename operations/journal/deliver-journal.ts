import {
  listPendingEntries,
  listSitesWithEntries,
  type PendingEntry,
  removeDelivered,
} from "#database/journal/journal-outbox.ts";
import { chunk } from "#domain/chunk.ts";
import { isJournalWhat } from "#domain/journal/journal-kinds.ts";
import type { KeyedJournalEntry } from "#protocol/journal.ts";
import type { Context } from "../context.ts";

/** Entries delivered with one call. */
const MAX_AT_ONCE = 100;
/** Sites served by one run of the job, and how many concurrently; the next run continues. */
const MAX_SITES_PER_TURN = 500;
const MAX_PARALLEL_SITES = 10;

type Deps = Pick<Context, "database" | "siteObject">;

/**
 * Delivers the pending journal entries of a site to its object, in the order of the changes. An interrupted delivery is
 * repeated and records nothing twice.
 */
export async function deliverJournal(
  { database, siteObject }: Deps,
  siteId: number,
): Promise<void> {
  for (;;) {
    const pending = await listPendingEntries(database, siteId, MAX_AT_ONCE);
    if (pending.length === 0) return;
    const entries = pending.flatMap(toEntry);
    const head = await siteObject(siteId).appendJournal(siteId, entries);
    // An erased site: its rows are removed with the site.
    if (head === null) return;
    await removeDelivered(database, { siteId, ids: pending.map(({ id }) => id), head });
    if (pending.length < MAX_AT_ONCE) return;
  }
}

/** Delivers the pending journal entries of all sites. Those of a site that cannot be reached wait for the next run. */
export async function deliverJournals(context: Context): Promise<void> {
  const siteIds = await listSitesWithEntries(context.database, MAX_SITES_PER_TURN);
  let missed = 0;
  for (const some of chunk(siteIds, MAX_PARALLEL_SITES)) {
    const outcomes = await Promise.allSettled(some.map((id) => deliverJournal(context, id)));
    const failed = outcomes.find(({ status }) => status === "rejected");
    missed += outcomes.filter(({ status }) => status === "rejected").length;
    if (failed?.status === "rejected")
      context.log.error("journal entries could not be delivered", failed.reason);
  }
  if (missed > 0) context.log.info("journals wait for their entries", { sites: missed });
}

/** An entry of a newer release that this one does not know is left out rather than blocking those after it. */
function toEntry({ key, at, what, by, user, details }: PendingEntry): KeyedJournalEntry[] {
  if (!isJournalWhat(what)) return [];
  return [{ key, at, what, author: toAuthor(by), user: toAuthor(user), details }];
}

/** An empty name stands for a deleted user. */
function toAuthor(user: PendingEntry["by"]) {
  return user && { id: user.id, name: user.name ?? "" };
}
