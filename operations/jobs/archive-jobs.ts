import {
  dropArchive,
  leaseLostArchives,
  listAbandonedImports,
  listOldArchives,
} from "#database/archives/archive-tasks.ts";
import { ARCHIVE_RETENTION_MS } from "#domain/archives/archive-task.ts";
import { ARCHIVE_LEASE_MS } from "../archives/archive-steps.ts";
import { discardArchive, eraseImport } from "../archives/take-archive-step.ts";
import type { Context } from "../context.ts";

/** Tasks per turn. */
const SWEPT_AT_ONCE = 50;

/** Queues the steps of archives that were lost with a killed consumer or a lost message. */
export async function resumeArchives({ database, now, enqueueArchive }: Context): Promise<void> {
  const leasedUntil = now() + ARCHIVE_LEASE_MS;
  const steps = await leaseLostArchives(database, { now: now(), leasedUntil });
  await Promise.all(steps.map((step) => enqueueArchive(step)));
}

/** Deletes archives a week after they were finished, with their files, and what failed imports have left. */
export async function sweepArchives(context: Context): Promise<void> {
  const { database, log, now } = context;
  /** One task that cannot be swept must not stop the others; it is swept again with the next turn. */
  const attempt = async (work: () => Promise<void>) => {
    await work().catch((error) => log.error("an archive could not be swept", error));
  };
  for (const { id, siteId } of await listAbandonedImports(database, SWEPT_AT_ONCE))
    await attempt(() => eraseImport(context, { id, siteId, kind: "import" }));
  const old = await listOldArchives(database, now() - ARCHIVE_RETENTION_MS, SWEPT_AT_ONCE);
  for (const task of old)
    await attempt(async () => {
      await discardArchive(context, task);
      await dropArchive(database, task);
    });
}
