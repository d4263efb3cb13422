import { sql } from "drizzle-orm";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";
import { jobRuns } from "../schema/platform.ts";

/** Interval at which the successful runs of a job are stored, ms; a failure and its end are stored at once. */
const STORED_EVERY_MS = DAY_MS;

export type JobRun = { job: string; startedAt: number; durationMs: number; failed: boolean };

/** Stores the runs of the jobs of one turn in one statement. */
export async function recordJobRuns(
  database: Database,
  cron: string,
  runs: readonly JobRun[],
): Promise<void> {
  const list = JSON.stringify(
    runs.map(({ job, startedAt, durationMs, failed }) => [
      job,
      startedAt,
      durationMs,
      failed ? 1 : 0,
    ]),
  );
  await database.run(sql`
    insert into ${jobRuns} (job, cron, started_at, duration_ms, succeeded_at, failures)
    select value ->> 0, ${cron}, value ->> 1, value ->> 2, iif(value ->> 3, null, value ->> 1), value ->> 3
    from json_each(${list})
    where true
    on conflict (job) do update set
      cron = excluded.cron,
      started_at = excluded.started_at,
      duration_ms = excluded.duration_ms,
      succeeded_at = coalesce(excluded.succeeded_at, job_runs.succeeded_at),
      failures = iif(excluded.failures > 0, job_runs.failures + 1, 0)
    where excluded.failures > 0 or job_runs.failures > 0
      or job_runs.started_at <= excluded.started_at - ${STORED_EVERY_MS}
  `);
}

/** Lists the last stored run of each job. */
export async function listJobRuns(database: Database) {
  return database.select().from(jobRuns).orderBy(jobRuns.cron, jobRuns.job);
}
