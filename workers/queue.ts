import { writeSiteEvents } from "#database/site-events.ts";
import { makeRound } from "#operations/jobs/visit-sites.ts";
import { type SiteEvent, siteMessage, type VisitRound } from "#protocol/site-rpc.ts";
import { contextOf } from "./services.ts";

type Told<Kind extends SiteEvent["kind"]> = Extract<SiteEvent, { kind: Kind }>;
type Read = { message: Message; event: SiteEvent };

const FIRST_WAIT_S = 5;

/**
 * Site events → D1, and rounds of visits. What cannot be read is logged and dropped; an event that cannot be written
 * comes again, later each time. A round does not: there is another in a minute.
 */
export async function consumeSiteEvents(batch: MessageBatch, env: Env): Promise<void> {
  const context = contextOf(env);
  const { log } = context;
  const read: Read[] = [];
  const rounds: VisitRound["sites"][] = [];
  for (const message of batch.messages) {
    const { data: body, error } = siteMessage.safeParse(message.body);
    if (body !== undefined && body.kind !== "round") {
      read.push({ message, event: body });
      continue;
    }
    if (body !== undefined) rounds.push(body.sites);
    else log.error("a site event could not be read", describe(error.issues));
    message.ack();
  }
  const visits = rounds.map((sites) => makeRound(context, sites));
  const [outcomes] = await Promise.all([Promise.allSettled(visits), writeEvents(env, read)]);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") log.error("a round of visits failed", outcome.reason);
}

async function writeEvents(env: Env, read: readonly Read[]): Promise<void> {
  const { database, log } = contextOf(env);
  const events = read.map(({ event }) => event);
  const statuses = events.filter((event): event is Told<"status"> => event.kind === "status");
  const figures = events.filter((event): event is Told<"figures"> => event.kind === "figures");
  try {
    await writeSiteEvents(database, {
      statuses: newestOf(statuses, ({ sequence }) => sequence),
      figures: newestOf(figures, ({ at }) => at),
    });
  } catch (error) {
    log.error("site events could not be written", error);
    for (const { message } of read) message.retry({ delaySeconds: waitAfter(message.attempts) });
  }
}

/** Doubles, so that the last of the queue's ten retries comes after 85 minutes. */
function waitAfter(attempts: number): number {
  return FIRST_WAIT_S * 2 ** (attempts - 1);
}

/** Of each site the event that overwrites all others of its kind, of equals the last one. */
function newestOf<Event extends SiteEvent>(
  events: readonly Event[],
  order: (event: Event) => number,
): Event[] {
  const newest = new Map<number, Event>();
  for (const event of events) {
    const held = newest.get(event.siteId);
    if (held === undefined || order(held) <= order(event)) newest.set(event.siteId, event);
  }
  return [...newest.values()];
}

function describe(issues: readonly { code: string; path: readonly PropertyKey[] }[]): string {
  return issues.map(({ code, path }) => `${path.join(".")}: ${code}`).join("; ");
}
