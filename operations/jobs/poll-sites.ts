import { listSitesToPoll, writeSiteEvents } from "#database/sites/site-events.ts";
import { chunk } from "#domain/chunk.ts";
import { isMetricsDue } from "#domain/sites/metrics-due.ts";
import type { PollBatchMessage, SiteMetricsEvent } from "#protocol/site-rpc.ts";
import type { Context } from "../context.ts";
import { deliverPlatformRules } from "./deliver-platform-rules.ts";

type PolledSite = PollBatchMessage["sites"][number];

/** Maximum number of sites that the job polls directly; the others go through the queue. */
const MAX_DIRECT_SITES = 1000;
/**
 * Number of sites per queue message. A full queue batch of 100 messages stays below the platform's 10,000 subrequests.
 */
const BATCH_SITES = 90;
/**
 * Number of online sites read from the database at a time: about 400 kB of memory, whatever the size of the deployment.
 */
const PAGE_SITES = 5_000;
/** Number of sites that are polled concurrently, and the pause after them that leaves the thread to other work, ms. */
type Pace = { atOnce: number; pauseMs: number };
/** The job has a minute, so where all objects live in one process, logger frames hardly wait for it. */
const DIRECT_PACE: Pace = { atOnce: 5, pauseMs: 100 };
const BATCH_PACE: Pace = { atOnce: 20, pauseMs: 10 };
/** Time after which the job continues at the fast pace, ms, so that it ends before its next run begins. */
const HURRY_AFTER_MS = 40_000;
/** Timeout of a site's object, ms, after which it no longer delays the sites after it. */
const MAX_ANSWER_MS = 5_000;

/**
 * Polls every online site that is due in a minute. The polls replace an alarm of each object, which costs eight times as
 * much: they detect a logger that has gone silent and collect the metrics of the site list.
 * @param minute scheduled time, ms UTC; it is distinct for each run, however late the job really runs
 * @throws when sites cannot be listed or batches cannot be queued; all other sites are polled nevertheless
 */
export async function pollSites(context: Context, minute: number): Promise<void> {
  const errors: unknown[] = [];
  let direct: Promise<unknown> | undefined;
  let pending: PolledSite[] = [];
  const enqueue = async (batches: PolledSite[][]) => {
    try {
      if (batches.length === 0) return;
      await context.enqueuePollBatches(batches.map((sites) => ({ kind: "round", sites })));
    } catch (error) {
      errors.push(error);
    }
  };
  try {
    for await (const page of pagesToPoll(context, minute)) {
      pending.push(...page);
      if (direct === undefined && pending.length >= MAX_DIRECT_SITES)
        direct = pollBatch(context, pending.splice(0, MAX_DIRECT_SITES), DIRECT_PACE).catch(
          (error) => errors.push(error),
        );
      if (direct === undefined) continue;
      const full = pending.length - (pending.length % BATCH_SITES);
      const batches = chunk(pending.slice(0, full), BATCH_SITES);
      pending = pending.slice(full);
      await enqueue(batches);
    }
  } catch (error) {
    errors.push(error);
  }
  if (direct !== undefined) await enqueue(chunk(pending, BATCH_SITES));
  else await pollBatch(context, pending, DIRECT_PACE).catch((error) => errors.push(error));
  await direct;
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, "sites could not be polled");
}

/** Yields the sites to poll in pages, in the order of their ids. */
async function* pagesToPoll({ database }: Context, minute: number): AsyncGenerator<PolledSite[]> {
  for (let after: number | null = 0; after !== null; ) {
    const page: { sites: PolledSite[]; next: number | null } = await listSitesToPoll(
      database,
      minute,
      { after, limit: PAGE_SITES },
    );
    yield page.sites;
    after = page.next;
  }
}

/** Polls a batch of sites. A site that cannot be reached relies on its own alarm until the next poll. */
export async function pollBatch(
  context: Context,
  sites: readonly PolledSite[],
  pace: Pace = BATCH_PACE,
): Promise<void> {
  const due: SiteMetricsEvent[] = [];
  const delivery = deliverPlatformRules(context, sites);
  const hurryAt = context.now() + HURRY_AFTER_MS;
  let missed = 0;
  for (let start = 0; start < sites.length; ) {
    const { atOnce, pauseMs } = context.now() < hurryAt ? pace : BATCH_PACE;
    if (start > 0) await context.pause(pauseMs);
    const group = sites.slice(start, start + atOnce);
    start += group.length;
    const polls = group.map((site) => poll(context, site));
    for (const outcome of await settleWithin(context, MAX_ANSWER_MS, polls)) {
      if (outcome.status === "rejected") missed += 1;
      else if (outcome.value !== null) due.push(outcome.value);
    }
  }
  if (missed > 0) context.log.info("sites could not be polled", { sites: missed });
  await delivery;
  const failures = await writeSiteEvents(
    context.database,
    { statuses: [], metrics: due },
    context.now,
  );
  const [failure] = failures;
  if (failure !== undefined) {
    context.log.info("the data of sites could not be written", { sites: failures.length });
    throw failure.error;
  }
}

/** Polls one site and returns its metrics if they are due to be written, else null. */
async function poll(context: Context, { siteId, metricsAt, statusSequence }: PolledSite) {
  const metrics = await context.siteObject(siteId).visit(statusSequence);
  return metrics !== null && isMetricsDue(siteId, metricsAt, metrics.at) ? metrics : null;
}

/** Waits for promises that start together and rejects those that take longer than `ms`. One timer serves them all. */
async function settleWithin<Result>(
  context: Context,
  ms: number,
  works: readonly Promise<Result>[],
): Promise<PromiseSettledResult<Result>[]> {
  const isOver = new AbortController();
  const deadline = context.pause(ms, isOver.signal).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  const outcomes = await Promise.allSettled(works.map((work) => Promise.race([work, deadline])));
  isOver.abort();
  return outcomes;
}
