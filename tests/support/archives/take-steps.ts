import { env } from "cloudflare:workers";
import { takeArchive } from "#operations/archives/take-archive-step.ts";
import type { Context } from "#operations/context.ts";
import { contextOf } from "#workers/services.ts";

/** Takes all steps of an archive or import, as the queue does, until it has ended. */
export async function takeAllSteps(archiveId: number, more: Partial<Context> = {}): Promise<void> {
  for (;;) {
    const row = await env.DB.prepare("select step, finished_at from archive_tasks where id = ?")
      .bind(archiveId)
      .first<{ step: number; finished_at: number | null }>();
    if (row === null || row.finished_at !== null) return;
    const context = { ...contextOf(env), enqueueArchive: async () => {}, ...more };
    await takeArchive(context, { archiveId, step: row.step });
  }
}
