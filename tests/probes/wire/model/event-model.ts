import type { PlainEvent } from "./plain.ts";

const HISTORY_MS = 15 * 60_000;

type Known = PlainEvent & { reportedAt: number };

/** Which events of the equipment are active, by the contract's rules. */
export class EventModel {
  readonly #known = new Map<string, Known>();
  #replacedThrough = Number.NEGATIVE_INFINITY;

  get active(): Known[] {
    return [...this.#known.values()].filter(({ state }) => state === "raised");
  }

  /** An event update. @param newest instant of the newest sample */
  take(events: readonly PlainEvent[], now: number, newest: number | null): void {
    for (const event of events) {
      const at = Math.min(event.at, now);
      if (at <= this.#replacedThrough) continue;
      const key = `${event.address}.${event.eventNo}`;
      const held = this.#known.get(key);
      if (held !== undefined && held.state === event.state && held.reportedAt === event.at)
        continue;
      if (held !== undefined && !isLater({ ...event, at }, event.at, held)) continue;
      const isOld = newest !== null && at < newest - HISTORY_MS;
      if (isOld && held?.state !== "raised") continue;
      this.#known.set(key, { ...event, at, reportedAt: event.at });
    }
  }

  /** The list of a `connect`, which replaces everything up to its clock. */
  replace(list: readonly PlainEvent[], clock: number, now: number): void {
    this.#replacedThrough = Math.min(clock, now);
    for (const [key, { at }] of this.#known)
      if (at <= this.#replacedThrough) this.#known.delete(key);
    for (const event of list) {
      const key = `${event.address}.${event.eventNo}`;
      const at = Math.min(event.at, now);
      const held = this.#known.get(key);
      if (held === undefined || isLater({ ...event, at }, event.at, held))
        this.#known.set(key, { ...event, at, reportedAt: event.at });
    }
  }
}

/** The greatest instant decides, on a tie `cleared`; of two that were both ahead of the server the logger's own order. */
function isLater(event: PlainEvent, reportedAt: number, held: Known): boolean {
  if (event.at !== held.at) return event.at > held.at;
  if (reportedAt > event.at && held.reportedAt > held.at && reportedAt !== held.reportedAt)
    return reportedAt > held.reportedAt;
  return event.state === "cleared" && held.state === "raised";
}
