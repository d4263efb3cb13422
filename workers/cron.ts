import { isDeliveryDue } from "#database/notifications/due-deliveries.ts";
import { type JobRun, recordJobRuns } from "#database/platform/job-runs.ts";
import type { Context } from "#operations/context.ts";
import { advanceRollouts } from "#operations/jobs/advance-rollouts.ts";
import { announceNewFeedback } from "#operations/jobs/announce-feedback.ts";
import { resumeArchives, sweepArchives } from "#operations/jobs/archive-jobs.ts";
import { expireMemberships } from "#operations/jobs/expire-memberships.ts";
import { resumeExports, sweepExports } from "#operations/jobs/export-jobs.ts";
import { keyCheckCodes } from "#operations/jobs/key-check-codes.ts";
import { pollSites } from "#operations/jobs/poll-sites.ts";
import { purgeSites } from "#operations/jobs/purge-sites.ts";
import { sendMails } from "#operations/jobs/send-mails.ts";
import { sumTotals } from "#operations/jobs/sum-totals.ts";
import { sweep } from "#operations/jobs/sweep.ts";
import { sweepAccounts } from "#operations/jobs/sweep-accounts.ts";
import { sweepEnvelopes } from "#operations/jobs/sweep-envelopes.ts";
import { sweepFiles } from "#operations/jobs/sweep-files.ts";
import { deliverJournals } from "#operations/journal/deliver-journal.ts";
import { completeTransfers } from "#operations/members/transfer.ts";
import { planNotifications } from "#operations/notifications/plan-notifications.ts";
import { deliverChannels } from "./deliver-channels.ts";
import { createMailSender } from "./mail/create-mail-sender.ts";
import { enqueueTo } from "./mail-queue.ts";
import { contextOf } from "./services.ts";

type Turn = Pick<ScheduledController, "cron" | "scheduledTime">;
type Job = (context: Context, plannedAt: number, env: Env) => Promise<void>;

/** Maps the cron expressions of wrangler.toml to jobs by name; the names are stored with their runs. */
const JOBS: Readonly<Record<string, Readonly<Record<string, Job>>>> = {
  "* * * * *": {
    pollSites,
    expireMemberships,
    deliverJournals,
    completeTransfers,
    notifyAndSend,
    advanceRollouts,
    resumeExports,
    resumeArchives,
  },
  "*/5 * * * *": {
    sweep,
    sweepFiles,
    sweepAccounts,
    sweepEnvelopes,
    purgeSites,
    keyCheckCodes,
    sumTotals,
    sweepExports,
    sweepArchives,
    announceNewFeedback,
  },
};

/**
 * Plans notifications, delivers those of the other channels, and sends e-mails, also if a step before fails. In most
 * minutes nothing is due, which one statement finds out.
 */
async function notifyAndSend(context: Context, _: number, env: Env): Promise<void> {
  if (!(await isDeliveryDue(context.database, context.now()))) return;
  const sender = createMailSender(env, context.operator);
  const steps = [
    () => planNotifications(context),
    () => deliverChannels(context),
    () => sendMails(context, sender, enqueueTo(env)),
  ];
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error) => errors.push(error));
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors);
}

/** Runs the jobs of one turn and stores their runs; a failing job does not stop the others. */
export async function runScheduled({ cron, scheduledTime }: Turn, env: Env): Promise<void> {
  const context = contextOf(env);
  const jobs = Object.entries(JOBS[cron] ?? {});
  if (jobs.length === 0) context.log.info("a cron expression has no job", { cron });
  const runs = jobs.map(async ([name, job]): Promise<JobRun> => {
    const startedAt = context.now();
    let failed = false;
    try {
      await job(context, scheduledTime, env);
    } catch (error) {
      failed = true;
      context.log.error("a scheduled job failed", error);
    }
    return { job: name, startedAt, durationMs: context.now() - startedAt, failed };
  });
  await recordJobRuns(context.database, cron, await Promise.all(runs)).catch((error) =>
    context.log.error("the runs of the scheduled jobs are not stored", error),
  );
}
