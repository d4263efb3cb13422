import { listSitesToVisit, writeSiteEvents } from "#database/site-events.ts";
import { isFiguresTurn } from "#domain/sites/figures-turn.ts";
import type { SiteFiguresEvent, VisitRound } from "#protocol/site-rpc.ts";
import type { Context } from "../context.ts";

type Visited = VisitRound["sites"][number];

/** So many sites are visited in the job's own turn, the rest in turns of their own. */
const OWN_VISITS = 1000;
/** Sites of one message. A full batch of the queue, a hundred, stays below what the platform lets one turn ask: 10,000. */
const ROUND_VISITS = 90;
/** So many at once, and how long the others then have the machine to themselves, ms. */
type Pace = { atOnce: number; pauseMs: number };
/** The job's own turn has a minute: where all objects live in one process, frames of loggers hardly wait for it. */
const OWN_PACE: Pace = { atOnce: 5, pauseMs: 100 };
const ROUND_PACE: Pace = { atOnce: 20, pauseMs: 10 };
/** An object that has not answered by then, ms, keeps those after it waiting no longer. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Comes by, in its minute, at every site that is online. So a logger that has gone silent is noticed without an alarm
 * of each object's own, which costs eight times as much, and the list gets its figures.
 * @param minute ms UTC, as planned: each comes once, whenever the job really runs
 */
export async function visitSites(context: Context, minute: number): Promise<void> {
  const sites = await listSitesToVisit(context.database, minute);
  const others = sites.slice(OWN_VISITS);
  const rounds = inGroups(others, ROUND_VISITS);
  // Neither waits for the other, nor is kept from being done where the other fails.
  const outcomes = await Promise.allSettled([
    context.sendRounds(rounds.map((group) => ({ kind: "round", sites: group }))),
    makeRound(context, sites.slice(0, OWN_VISITS), OWN_PACE),
  ]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** Visits some sites. One that cannot be reached looks after itself until the next round. */
export async function makeRound(
  context: Context,
  sites: readonly Visited[],
  { atOnce, pauseMs }: Pace = ROUND_PACE,
): Promise<void> {
  const due: SiteFiguresEvent[] = [];
  let missed = 0;
  for (const [index, group] of inGroups(sites, atOnce).entries()) {
    if (index > 0) await context.pause(pauseMs);
    const visits = group.map((site) => within(context, ANSWER_WITHIN_MS, visit(context, site)));
    for (const outcome of await Promise.allSettled(visits)) {
      if (outcome.status === "rejected") missed += 1;
      else if (outcome.value !== null) due.push(outcome.value);
    }
  }
  if (missed > 0) context.log.info("sites could not be visited", { sites: missed });
  await writeSiteEvents(context.database, { statuses: [], figures: due });
}

/** The figures, where it is their turn. */
async function visit(context: Context, { siteId, figuresAt, statusSequence }: Visited) {
  const figures = await context.siteObject(siteId).visit(statusSequence);
  return figures !== null && isFiguresTurn(siteId, figuresAt, figures.at) ? figures : null;
}

/** What it comes to, or an error where that takes longer. */
async function within<Result>(
  context: Context,
  ms: number,
  work: Promise<Result>,
): Promise<Result> {
  const isOver = new AbortController();
  const deadline = context.pause(ms, isOver.signal).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    isOver.abort();
  }
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
