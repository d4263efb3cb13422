import { writeSiteEvents } from "#database/site-events.ts";
import { type SiteEvent, siteEvent } from "#protocol/site-rpc.ts";
import { contextOf } from "./services.ts";

type Told<Kind extends SiteEvent["kind"]> = Extract<SiteEvent, { kind: Kind }>;

/** Site events → D1. What cannot be read is logged and dropped; what cannot be written comes again. */
export async function consumeSiteEvents(batch: MessageBatch, env: Env): Promise<void> {
  const { database, log } = contextOf(env);
  const events: SiteEvent[] = [];
  for (const message of batch.messages) {
    const event = siteEvent.safeParse(message.body);
    if (event.success) {
      events.push(event.data);
    } else {
      log.error("a site event could not be read", describe(event.error.issues));
      message.ack();
    }
  }
  await writeSiteEvents(database, {
    statuses: newestOf(events.filter((event): event is Told<"status"> => event.kind === "status")),
    figures: newestOf(events.filter((event): event is Told<"figures"> => event.kind === "figures")),
  });
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
