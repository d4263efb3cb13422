import { listSitesToVisit, writeSiteEvents } from "#database/site-events.ts";
import { isFiguresTurn } from "#domain/sites/figures-turn.ts";
import type { SiteFiguresEvent, VisitRound } from "#protocol/site-rpc.ts";
import type { Context } from "../context.ts";

type Visited = VisitRound["sites"][number];

/** So many sites are visited in the job's own turn, the rest in turns of their own. */
const OWN_VISITS = 1000;
/** Sites of one message. A full batch of the queue, a hundred, stays below what the platform lets one turn ask: 10,000. */
const ROUND_VISITS = 90;
/** Online sites read from the database at a time: about 400 kB of memory, whatever the size of the installation. */
const PAGE_SITES = 5_000;
/** So many at once, and how long the others then have the machine to themselves, ms. */
type Pace = { atOnce: number; pauseMs: number };
/** The job's own turn has a minute: where all objects live in one process, frames of loggers hardly wait for it. */
const OWN_PACE: Pace = { atOnce: 5, pauseMs: 100 };
const ROUND_PACE: Pace = { atOnce: 20, pauseMs: 10 };
/** After this long, ms, a round continues at the fast pace, so that the job's own turn ends before the next begins. */
const HURRY_AFTER_MS = 40_000;
/** An object that has not answered by then, ms, keeps those after it waiting no longer. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Visits, in its minute, every site that is online. The visits replace an alarm of each object's own, which costs eight
 * times as much: they detect a logger that has gone silent and collect the data of the site list.
 * @param minute ms UTC, as planned: each comes once, whenever the job really runs
 * @throws where sites could not be listed, or rounds could not be sent; all others are visited nevertheless
 */
export async function visitSites(context: Context, minute: number): Promise<void> {
  const errors: unknown[] = [];
  let ownRound: Promise<unknown> | undefined;
  let pending: Visited[] = [];
  const send = async (rounds: Visited[][]) => {
    try {
      if (rounds.length === 0) return;
      await context.enqueuePollBatches(rounds.map((sites) => ({ kind: "round", sites })));
    } catch (error) {
      errors.push(error);
    }
  };
  try {
    for await (const page of pagesToVisit(context, minute)) {
      pending.push(...page);
      if (ownRound === undefined && pending.length >= OWN_VISITS)
        ownRound = makeRound(context, pending.splice(0, OWN_VISITS), OWN_PACE).catch((error) =>
          errors.push(error),
        );
      if (ownRound === undefined) continue;
      const full = pending.length - (pending.length % ROUND_VISITS);
      const rounds = inGroups(pending.slice(0, full), ROUND_VISITS);
      pending = pending.slice(full);
      await send(rounds);
    }
  } catch (error) {
    errors.push(error);
  }
  if (ownRound !== undefined) await send(inGroups(pending, ROUND_VISITS));
  else await makeRound(context, pending, OWN_PACE).catch((error) => errors.push(error));
  await ownRound;
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, "sites could not be visited");
}

/** Pages of the sites to visit, in the order of their ids. */
async function* pagesToVisit({ database }: Context, minute: number): AsyncGenerator<Visited[]> {
  for (let after: number | null = 0; after !== null; ) {
    const page: { sites: Visited[]; next: number | null } = await listSitesToVisit(
      database,
      minute,
      { after, limit: PAGE_SITES },
    );
    yield page.sites;
    after = page.next;
  }
}

/** Visits some sites. A site that cannot be reached relies on its own alarm until the next round. */
export async function makeRound(
  context: Context,
  sites: readonly Visited[],
  pace: Pace = ROUND_PACE,
): Promise<void> {
  const due: SiteFiguresEvent[] = [];
  const hurryAt = context.now() + HURRY_AFTER_MS;
  let missed = 0;
  for (let start = 0; start < sites.length; ) {
    const { atOnce, pauseMs } = context.now() < hurryAt ? pace : ROUND_PACE;
    if (start > 0) await context.pause(pauseMs);
    const group = sites.slice(start, start + atOnce);
    start += group.length;
    const visits = group.map((site) => visit(context, site));
    for (const outcome of await settleWithin(context, ANSWER_WITHIN_MS, visits)) {
      if (outcome.status === "rejected") missed += 1;
      else if (outcome.value !== null) due.push(outcome.value);
    }
  }
  if (missed > 0) context.log.info("sites could not be visited", { sites: missed });
  const failures = await writeSiteEvents(
    context.database,
    { statuses: [], figures: due },
    context.now,
  );
  const [failure] = failures;
  if (failure !== undefined) {
    context.log.info("the data of sites could not be written", { sites: failures.length });
    throw failure.error;
  }
}

/** The figures, where it is their turn. */
async function visit(context: Context, { siteId, figuresAt, statusSequence }: Visited) {
  const figures = await context.siteObject(siteId).visit(statusSequence);
  return figures !== null && isFiguresTurn(siteId, figuresAt, figures.at) ? figures : null;
}

/** The outcomes of works that begin together; whatever takes longer than `ms` is rejected. One timer serves them all. */
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

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
