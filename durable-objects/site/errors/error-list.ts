import { z } from "zod";
import { type EquipmentEvent, type EventLevel, eventLevel } from "#domain/alarms/event.ts";
import type { EquipmentError } from "#protocol/viewer/messages.ts";
import type { EquipmentRecord } from "../equipment/equipment-record.ts";
import type { Facts } from "../facts.ts";
import { describeError } from "./describe-error.ts";
import {
  eventKey,
  isForgettable,
  type KnownEvent,
  mergeEvent,
  replaceEvents,
  replacesThrough,
} from "./known-event.ts";

const FACT = "eventsReplacedThrough";
/** So many events are kept at most, active or lately cleared. */
const MAX_KNOWN_EVENTS = 4000;

/** A list of events that would make more of them than are kept. */
export class TooManyEvents extends Error {
  constructor() {
    super("too many active events");
  }
}

/** The events of the equipment: which are active, and enough of the cleared ones that a late raise does not undo them. */
export class ErrorList {
  readonly #sql: SqlStorage;
  readonly #facts: Facts;
  #known: ReadonlyMap<string, KnownEvent>;

  constructor(sql: SqlStorage, facts: Facts) {
    this.#sql = sql;
    this.#facts = facts;
    const rows = sql.exec<Row>(`SELECT * FROM equipment_events`).toArray().map(fromRow);
    this.#known = new Map(rows.map((event) => [eventKey(event), event]));
  }

  /** Levels of the active events. */
  levels(): EventLevel[] {
    return this.#active().map(({ level }) => level);
  }

  /** The active events, the newest first. */
  describe(equipment: EquipmentRecord): EquipmentError[] {
    return this.#active()
      .sort((a, b) => b.at - a.at || a.eventNo - b.eventNo)
      .map((event) => describeError(event, equipment.find(event.address)));
  }

  /** Takes an event update in. Whether the active events changed. Throws TooManyEvents, having changed nothing. */
  update(events: readonly EquipmentEvent[], now: number, newestSample: number | null): boolean {
    const replacedThrough = this.#facts.read(FACT, z.number()) ?? Number.NEGATIVE_INFINITY;
    const next = new Map(this.#known);
    for (const event of events) {
      const key = eventKey(event);
      const known = next.get(key);
      const merged = mergeEvent(known, event, { now, replacedThrough, newestSample });
      if (merged !== undefined && merged !== known) next.set(key, merged);
    }
    for (const [key, event] of next) if (isForgettable(event, newestSample)) next.delete(key);
    forgetOldest(next);
    if (next.size > MAX_KNOWN_EVENTS) throw new TooManyEvents();
    return this.#keep(next);
  }

  /**
   * Takes the list of a `connect` in, which replaces everything up to its clock. Without one it replaces what is known
   * by now, and says nothing of what is still to come. Whether the active events changed.
   */
  replace(list: readonly EquipmentEvent[], clock: number | undefined, now: number): boolean {
    const through = replacesThrough(clock, now);
    const next = replaceEvents(this.#known, list, through ?? now, now);
    // The instant stands for all that it covers.
    if (through !== null)
      for (const [key, { state, at }] of next)
        if (state === "cleared" && at <= through) next.delete(key);
    forgetOldest(next);
    const changed = this.#keep(
      next.size > MAX_KNOWN_EVENTS ? replaceEvents(new Map(), list, now, now) : next,
    );
    if (through === null) this.#facts.forget(FACT);
    else this.#facts.write(FACT, through);
    return changed;
  }

  #active(): KnownEvent[] {
    return [...this.#known.values()].filter(({ state }) => state === "raised");
  }

  #keep(next: ReadonlyMap<string, KnownEvent>): boolean {
    const before = this.#known;
    let changed = false;
    for (const [key, event] of before) {
      if (next.has(key)) continue;
      this.#sql.exec(
        `DELETE FROM equipment_events WHERE address = ? AND event_no = ?`,
        event.address,
        event.eventNo,
      );
      changed ||= event.state === "raised";
    }
    for (const [key, event] of next) {
      const held = before.get(key);
      if (held !== undefined && isSame(held, event)) continue;
      this.#write(event);
      changed ||= event.state === "raised" || held?.state === "raised";
    }
    this.#known = next;
    return changed;
  }

  #write({ address, eventNo, level, code, message, state, at, ...told }: KnownEvent): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO equipment_events
        (address, event_no, level, code, message, raised, at, raised_told, cleared_told)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      address,
      eventNo,
      level,
      code,
      message,
      state === "raised" ? 1 : 0,
      at,
      told.raisedTold,
      told.clearedTold,
    );
  }
}

/** Cleared events make room, the oldest first. */
function forgetOldest(known: Map<string, KnownEvent>): void {
  const tooMany = known.size - MAX_KNOWN_EVENTS;
  if (tooMany <= 0) return;
  const cleared = [...known].filter(([, { state }]) => state === "cleared");
  cleared.sort(([, one], [, other]) => one.at - other.at);
  for (const [key] of cleared.slice(0, tooMany)) known.delete(key);
}

type Row = {
  address: string;
  event_no: number;
  level: string;
  code: string | null;
  message: string | null;
  raised: number;
  at: number;
  raised_told: number | null;
  cleared_told: number | null;
};

function fromRow(row: Row): KnownEvent {
  const { address, code, message, at } = row;
  return {
    address,
    eventNo: row.event_no,
    level: eventLevel.catch("info").parse(row.level),
    code,
    message,
    state: row.raised === 1 ? "raised" : "cleared",
    at,
    raisedTold: row.raised_told,
    clearedTold: row.cleared_told,
  };
}

function isSame(one: KnownEvent, other: KnownEvent): boolean {
  return (Object.keys(one) as (keyof KnownEvent)[]).every((name) => one[name] === other[name]);
}
