import type { EquipmentEvent, EventLevel } from "../event.ts";

/** A report about one event of one piece of equipment, with the instant of receipt. Instants are ms UTC. */
export type EventFact =
  | ({ kind: "raised" | "cleared" } & Reported)
  /** The list of a `connect` names the event as active: raised at `at`, and still active at `through`. */
  | ({ kind: "listed"; through: number } & Reported)
  /** The list of a `connect` does not name the event, so it is not active at `through`. */
  | { kind: "unlisted"; through: number; hasClock: boolean; receivedAt: number };

type Reported = {
  /** As reported; an instant ahead of receipt counts as receipt. */
  at: number;
  receivedAt: number;
  level: EventLevel;
  code: string | null;
  message: string | null;
};

/** One period in which an event was active. Instants are ms UTC. */
export type EventEpisode = {
  startTime: number;
  /** Null while it is active. */
  endTime: number | null;
  /** Most severe level of the episode, by which it is filtered and notified. */
  level: EventLevel;
  /** Level that was reported last. */
  currentLevel: EventLevel;
  /** Instants at which the level became more severe, after the start. */
  worsened: { at: number; level: EventLevel }[];
  code: string | null;
  message: string | null;
  /** Earliest receipt of a fact that says that it was active; late ones make a retroactive alarm. */
  receivedAt: number;
};

/** Returns the key of the alarm of an event, as `AlarmRow.key`. */
export function eventAlarmKey({
  address,
  eventNo,
}: Pick<EquipmentEvent, "address" | "eventNo">): string {
  return `event/${address}/${eventNo}`;
}

/** Returns the fact of an event update. */
export function factOf(event: EquipmentEvent, receivedAt: number): EventFact {
  const { state, at, level, code = null, message = null } = event;
  return { kind: state, at, receivedAt, level, code, message };
}

/**
 * Returns the fact of the list of a `connect` about one event.
 * @param listed the event in the list; undefined if it is not there
 * @param clock the logger's clock in the `connect`; null without a plausible one
 */
export function listFactOf(
  listed: EquipmentEvent | undefined,
  clock: number | null,
  receivedAt: number,
): EventFact {
  const through = Math.min(clock ?? receivedAt, receivedAt);
  if (listed === undefined)
    return { kind: "unlisted", through, hasClock: clock !== null, receivedAt };
  const { at, level, code = null, message = null } = listed;
  return { kind: "listed", at, through, receivedAt, level, code, message };
}
