import { writeSiteEvents } from "#database/site-events.ts";
import { type SiteEvent, siteEvent } from "#protocol/site-rpc.ts";
import { contextOf } from "./services.ts";

type Told<Kind extends SiteEvent["kind"]> = Extract<SiteEvent, { kind: Kind }>;

const FIRST_WAIT_S = 5;

/** Site events → D1. What cannot be read is logged and dropped; what cannot be written comes again, later each time. */
export async function consumeSiteEvents(batch: MessageBatch, env: Env): Promise<void> {
  const { database, log } = contextOf(env);
  const events: SiteEvent[] = [];
  const read: Message[] = [];
  for (const message of batch.messages) {
    const event = siteEvent.safeParse(message.body);
    if (event.success) {
      events.push(event.data);
      read.push(message);
    } else {
      log.error("a site event could not be read", describe(event.error.issues));
      message.ack();
    }
  }
  const statuses = events.filter((event): event is Told<"status"> => event.kind === "status");
  const figures = events.filter((event): event is Told<"figures"> => event.kind === "figures");
  try {
    await writeSiteEvents(database, { statuses: newestOf(statuses), figures: newestOf(figures) });
  } catch (error) {
    log.error("site events could not be written", error);
    for (const message of read) message.retry({ delaySeconds: waitAfter(message.attempts) });
  }
}

/** Doubles, so that the last of the queue's ten retries comes after 85 minutes. */
function waitAfter(attempts: number): number {
  return FIRST_WAIT_S * 2 ** (attempts - 1);
}

/** Of each site the event that overwrites all others of its kind. */
function newestOf<Event extends SiteEvent>(events: readonly Event[]): Event[] {
  const newest = new Map<number, Event>();
  for (const event of events) {
    const held = newest.get(event.siteId);
    if (held === undefined || held.sequence < event.sequence) newest.set(event.siteId, event);
  }
  return [...newest.values()];
}

function describe(issues: readonly { code: string; path: readonly PropertyKey[] }[]): string {
  return issues.map(({ code, path }) => `${path.join(".")}: ${code}`).join("; ");
}
