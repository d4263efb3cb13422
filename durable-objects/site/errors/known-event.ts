import type { EquipmentEvent, EventLevel } from "#domain/alarms/event.ts";
import { isLive } from "#domain/alarms/notices/late.ts";
import { HISTORY_AFTER_MS, MIN_INSTANT } from "#protocol/logger/limits.ts";

/** The state of one event of one piece of equipment. All instants are ms UTC. */
export type KnownEvent = {
  address: string;
  eventNo: number;
  level: EventLevel;
  code: string | null;
  message: string | null;
  state: "raised" | "cleared";
  /** The instant by which events are ordered; one ahead of the server counts as its time of receipt. */
  at: number;
  /** The instants that the logger reported, by which a repeated event is recognised. */
  raisedReported: number | null;
  clearedReported: number | null;
};
export type KnownEvents = ReadonlyMap<string, KnownEvent>;

/** The circumstances in which an event is merged. All instants are ms UTC. */
export type EventContext = {
  /** Time of receipt. */
  now: number;
  /** Events up to this instant were replaced by the list of a `connect`, whenever they arrive. */
  replacedThrough: number;
  /** Instant of the newest sample; an event much older than that is history and raises no alarm. */
  newestSample: number | null;
  /** Upload interval, ms, by which an event is late if no `connect` stated the logger's clock. */
  uploadMs: number;
};

export function eventKey({ address, eventNo }: { address: string; eventNo: number }): string {
  return `${address}.${eventNo}`;
}

/**
 * Merges an event. The greatest `at` decides, on a tie `cleared`.
 * @returns the same object if nothing changes
 */
export function mergeEvent(
  known: KnownEvent | undefined,
  event: EquipmentEvent,
  { now, replacedThrough, newestSample, uploadMs }: EventContext,
): KnownEvent | undefined {
  const at = Math.min(event.at, now);
  if (at <= replacedThrough) return known;
  const reported = event.state === "raised" ? known?.raisedReported : known?.clearedReported;
  if (reported === event.at) return known;
  if (known !== undefined && !decides(event, at, known)) return known;
  const active = known?.state === "raised";
  // The list of a connect with a clock covers everything before it. Without a clock, what is late is a backlog.
  const isCovered = replacedThrough !== Number.NEGATIVE_INFINITY;
  const isBacklog = !isCovered && !isLive(at, now, uploadMs, false);
  if (!active && (isBacklog || isHistory(at, newestSample))) return known;
  return know(event, at, known);
}

/**
 * Replaces the events up to an instant by the list of a `connect`. An active event that is not in the list counts as
 * cleared at that instant, so that a repetition does not reactivate it.
 */
export function replaceEvents(
  known: KnownEvents,
  list: readonly EquipmentEvent[],
  through: number,
  now: number,
): Map<string, KnownEvent> {
  // An event of the list is active now, however long ago it began.
  const context = {
    now,
    replacedThrough: Number.NEGATIVE_INFINITY,
    newestSample: null,
    uploadMs: Number.POSITIVE_INFINITY,
  };
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

/**
 * Returns through which instant the list of a `connect` replaces events: its clock; null if it has none or an obviously
 * wrong one.
 */
export function replacesThrough(clock: number | undefined, now: number): number | null {
  return clock === undefined || clock < MIN_INSTANT ? null : Math.min(clock, now);
}

/** Whether an event may be removed. A clear that arrived before its raise is kept until it would be history anyway. */
export function isRemovable({ state, at }: KnownEvent, newestSample: number | null): boolean {
  return state === "cleared" && isHistory(at, newestSample);
}

function isHistory(at: number, newestSample: number | null): boolean {
  return newestSample !== null && at < newestSample - HISTORY_AFTER_MS;
}

function decides(event: EquipmentEvent, at: number, known: KnownEvent): boolean {
  if (at !== known.at) return at > known.at;
  const reported =
    (known.state === "raised" ? known.raisedReported : known.clearedReported) ?? known.at;
  // Both were ahead of the server on arrival, so the logger's own clock decides their order.
  if (event.at > at && reported > known.at && event.at !== reported) return event.at > reported;
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
    raisedReported: state === "raised" ? event.at : (known?.raisedReported ?? null),
    clearedReported: state === "cleared" ? event.at : (known?.clearedReported ?? null),
  };
}
