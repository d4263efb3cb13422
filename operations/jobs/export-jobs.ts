import { dropOldExports, leaseLostExports } from "#database/exports/export-tasks.ts";
import { EXPORT_RETENTION_MS } from "#domain/exports/export-request.ts";
import type { Context } from "../context.ts";
import { discardExport, EXPORT_LEASE_MS } from "../exports/take-step.ts";

/** Tasks per turn. */
const SWEPT_AT_ONCE = 90;

/** Queues the steps of exports that were lost with a killed consumer or a lost message. */
export async function resumeExports({ database, now, enqueueExport }: Context): Promise<void> {
  const leasedUntil = now() + EXPORT_LEASE_MS;
  const steps = await leaseLostExports(database, { now: now(), leasedUntil });
  await Promise.all(steps.map((step) => enqueueExport(step)));
}

/** Deletes exports a week after they were finished, with their files. */
export async function sweepExports(context: Context): Promise<void> {
  const { database, files, now } = context;
  const dropped = await dropOldExports(database, now() - EXPORT_RETENTION_MS, SWEPT_AT_ONCE);
  if (dropped.length === 0) return;
  await Promise.all(dropped.map((task) => discardExport(context, task)));
  await files.delete(dropped.map(({ fileKey }) => fileKey));
}
