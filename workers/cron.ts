import type { Context } from "#operations/context.ts";
import { sweep } from "#operations/jobs/sweep.ts";
import { contextOf } from "./services.ts";

type Job = (context: Context) => Promise<void>;

/** Cron expression of wrangler.toml → jobs. */
const JOBS: Readonly<Record<string, readonly Job[]>> = { "*/5 * * * *": [sweep] };

/** Runs the jobs of one turn; one that fails does not keep the others from running. */
export async function runScheduled({ cron }: { cron: string }, env: Env): Promise<void> {
  const context = contextOf(env);
  const jobs = JOBS[cron] ?? [];
  if (jobs.length === 0) context.log.info("a cron expression has no job", { cron });
  for (const outcome of await Promise.allSettled(jobs.map((job) => job(context))))
    if (outcome.status === "rejected") context.log.error("a scheduled job failed", outcome.reason);
}
