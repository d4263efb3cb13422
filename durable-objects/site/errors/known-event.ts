import type { EquipmentEvent, EventLevel } from "#domain/alarms/event.ts";
import { EARLIEST_INSTANT, HISTORY_AFTER_MS } from "#protocol/logger/limits.ts";

/** What is known of one event of one piece of equipment. All instants in ms UTC. */
export type KnownEvent = {
  address: string;
  eventNo: number;
  level: EventLevel;
  code: string | null;
  message: string | null;
  state: "raised" | "cleared";
  /** Instant that decides: one ahead of the server counts as its time of receipt. */
  at: number;
  /** The instants as the logger gave them, by which an event sent again is known. */
  raisedTold: number | null;
  clearedTold: number | null;
};
export type KnownEvents = ReadonlyMap<string, KnownEvent>;

/** What decides how an event is taken. */
export type EventContext = {
  /** Time of receipt. */
  now: number;
  /** What is not later than this was replaced by the list of a `connect`, whenever it comes. */
  replacedThrough: number;
  /** Instant of the newest sample; what is much older is history and raises no alarm. */
  newestSample: number | null;
};

export function eventKey({ address, eventNo }: { address: string; eventNo: number }): string {
  return `${address}.${eventNo}`;
}

/** What is known after an event: the same object where nothing changes. The greatest `at` decides, on a tie `cleared`. */
export function mergeEvent(
  known: KnownEvent | undefined,
  event: EquipmentEvent,
  { now, replacedThrough, newestSample }: EventContext,
): KnownEvent | undefined {
  const at = Math.min(event.at, now);
  if (at <= replacedThrough) return known;
  const told = event.state === "raised" ? known?.raisedTold : known?.clearedTold;
  if (told === event.at) return known;
  if (known !== undefined && !decides(event, at, known)) return known;
  const active = known?.state === "raised";
  if (!active && isHistory(at, newestSample)) return known;
  return know(event, at, known);
}

/**
 * What is known after a `connect`: its list instead of everything up to an instant. What was active and is not in the
 * list counts as cleared then, so that it does not come back when it is sent again.
 */
export function replaceEvents(
  known: KnownEvents,
  list: readonly EquipmentEvent[],
  through: number,
  now: number,
): Map<string, KnownEvent> {
  const context = { now, replacedThrough: Number.NEGATIVE_INFINITY, newestSample: null };
  const next = new Map<string, KnownEvent>();
  for (const [key, event] of known) if (event.at > through) next.set(key, event);
  for (const event of list) {
    const key = eventKey(event);
    const merged = mergeEvent(next.get(key), event, context);
    if (merged !== undefined) next.set(key, merged);
  }
  for (const [key, event] of known) {
    if (next.has(key)) continue;
    next.set(key, event.state === "cleared" ? event : { ...event, state: "cleared", at: through });
  }
  return next;
}

/** Through when the list of a `connect` replaces: its clock; null where it has none or one that is obviously wrong. */
export function replacesThrough(clock: number | undefined, now: number): number | null {
  return clock === undefined || clock < EARLIEST_INSTANT ? null : Math.min(clock, now);
}

/** A clear that came before the raise that it clears is remembered until that would be history anyway. */
export function isForgettable({ state, at }: KnownEvent, newestSample: number | null): boolean {
  return state === "cleared" && isHistory(at, newestSample);
}

function isHistory(at: number, newestSample: number | null): boolean {
  return newestSample !== null && at < newestSample - HISTORY_AFTER_MS;
}

function decides(event: EquipmentEvent, at: number, known: KnownEvent): boolean {
  if (at !== known.at) return at > known.at;
  const told = (known.state === "raised" ? known.raisedTold : known.clearedTold) ?? known.at;
  // Both were ahead of the server when they came: the logger's own clock tells their order.
  if (event.at > at && told > known.at && event.at !== told) return event.at > told;
  return event.state === "cleared" && known.state === "raised";
}

function know(event: EquipmentEvent, at: number, known: KnownEvent | undefined): KnownEvent {
  const { address, eventNo, level, state } = event;
  return {
    address,
    eventNo,
    level,
    code: event.code ?? known?.code ?? null,
    message: event.message ?? known?.message ?? null,
    state,
    at,
    raisedTold: state === "raised" ? event.at : (known?.raisedTold ?? null),
    clearedTold: state === "cleared" ? event.at : (known?.clearedTold ?? null),
  };
}
