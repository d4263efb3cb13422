import { z } from "zod";
import { type EquipmentEvent, type EventLevel, eventLevel } from "#domain/alarms/event.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { EquipmentError } from "#protocol/viewer/messages.ts";
import type { ChangePurse } from "../change-purse.ts";
import type { EquipmentRecord } from "../equipment/equipment-record.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import { describeEquipmentError } from "./describe-equipment-error.ts";
import {
  type EventContext,
  eventKey,
  isRemovable,
  type KnownEvent,
  mergeEvent,
  replaceEvents,
  replacesThrough,
} from "./known-event.ts";

const KEY = "eventsReplacedThrough";
/** Maximum number of stored events, active or recently cleared. */
const MAX_KNOWN_EVENTS = 4000;
/** Interval at which events are swept, ms of sample time; they are also swept when there is no room. */
const SWEEP_EVERY_MS = MINUTE_MS;

type Purse = Pick<ChangePurse, "take">;
const unlimitedPurse = (): Purse => ({ take: () => true });

/** Thrown when a list would exceed the maximum number of stored events. */
export class TooManyEvents extends Error {
  constructor() {
    super("too many active events");
  }
}

/** The events of the equipment: the active ones, and enough cleared ones that a late raise does not reactivate them. */
export class ErrorList {
  readonly #sql: SqlStorage;
  readonly #kv: KeyValueStore;
  readonly #onChange: (event: KnownEvent) => void;
  /** Loaded on first use: a poll needs no events. */
  #held: Map<string, KnownEvent> | null = null;
  #active = new Map<EventLevel, number>();
  /** Instant of the newest sample at the last sweep, ms UTC. */
  #sweptAt: number | null = null;

  /** @param onChange receives each event that was raised or cleared, after it is stored */
  constructor(
    sql: SqlStorage,
    kv: KeyValueStore,
    onChange: (event: KnownEvent) => void = () => {},
  ) {
    this.#sql = sql;
    this.#kv = kv;
    this.#onChange = onChange;
  }

  get #known(): Map<string, KnownEvent> {
    if (this.#held === null) {
      this.#held = new Map();
      for (const row of this.#sql.exec<Row>(SELECT_EVENTS).toArray()) {
        const event = fromRow(row);
        this.#hold(eventKey(event), event);
      }
    }
    return this.#held;
  }

  /** Returns the levels of the active events, each once. */
  levels(): EventLevel[] {
    // Reading the events counts them.
    void this.#known;
    return [...this.#active.keys()];
  }

  /** Returns the active events, the newest first. */
  describe(equipment: EquipmentRecord): EquipmentError[] {
    return [...this.#known.values()]
      .filter(({ state }) => state === "raised")
      .sort((a, b) => b.at - a.at || a.eventNo - b.eventNo)
      .map((event) => describeEquipmentError(event, equipment.find(event.address)));
  }

  /**
   * Applies an event update.
   * @param purse limits how many changes are stored and counts the others
   * @returns whether the active events changed
   * @throws TooManyEvents, having changed nothing
   */
  update(
    events: readonly EquipmentEvent[],
    { now, newestSample, uploadMs }: Omit<EventContext, "replacedThrough">,
    purse: Purse = unlimitedPurse(),
  ): boolean {
    const replacedThrough = this.#kv.read(KEY, z.number()) ?? Number.NEGATIVE_INFINITY;
    const merged = new Map<string, KnownEvent>();
    for (const event of events) {
      const key = eventKey(event);
      const known = merged.get(key) ?? this.#known.get(key);
      const next = mergeEvent(known, event, { now, replacedThrough, newestSample, uploadMs });
      if (next === undefined || next === known) continue;
      const isStored = known !== undefined || retain(next, newestSample) !== null;
      if (!isStored || purse.take()) merged.set(key, next);
    }
    const added = [...merged.keys()].filter((key) => !this.#known.has(key)).length;
    if (this.#known.size + added > MAX_KNOWN_EVENTS || this.#isSweepDue(newestSample))
      return this.#sweep(merged, newestSample);
    return this.#change([...merged].map(([key, event]) => [key, retain(event, newestSample)]));
  }

  /**
   * Applies the list of a `connect`, which replaces all events up to its clock. Without a clock it replaces the known
   * events and does not affect later ones.
   * @param purse as in `update`
   * @returns whether the active events changed
   */
  replace(
    list: readonly EquipmentEvent[],
    clock: number | undefined,
    now: number,
    purse: Purse = unlimitedPurse(),
  ): boolean {
    const through = replacesThrough(clock, now);
    const next = replaceEvents(this.#known, list, through ?? now, now);
    // The stored instant represents all events that it covers.
    if (through !== null)
      for (const [key, { state, at }] of next)
        if (state === "cleared" && at <= through) next.delete(key);
    removeOldest(next);
    const changed = this.#keep(
      next.size > MAX_KNOWN_EVENTS ? replaceEvents(new Map(), list, now, now) : next,
      purse,
    );
    if (through === null) this.#kv.delete(KEY);
    else this.#kv.write(KEY, through);
    return changed;
  }

  /** Whether a sweep is due. A sweep at each small update would cost a thousand times as much as the update. */
  #isSweepDue(newestSample: number | null): boolean {
    return newestSample !== null && newestSample >= (this.#sweptAt ?? 0) + SWEEP_EVERY_MS;
  }

  #sweep(merged: ReadonlyMap<string, KnownEvent>, newestSample: number | null): boolean {
    const next = new Map([...this.#known, ...merged]);
    for (const [key, event] of next) if (isRemovable(event, newestSample)) next.delete(key);
    removeOldest(next);
    if (next.size > MAX_KNOWN_EVENTS) throw new TooManyEvents();
    this.#sweptAt = newestSample;
    return this.#keep(next);
  }

  #keep(next: ReadonlyMap<string, KnownEvent>, purse = unlimitedPurse()): boolean {
    const gone = [...this.#known.keys()].filter((key) => !next.has(key));
    return this.#change([...gone.map((key) => [key, null] as const), ...next], purse);
  }

  /**
   * Stores changed and removed events.
   * @returns whether the active events changed
   */
  #change(
    events: readonly (readonly [key: string, event: KnownEvent | null])[],
    purse = unlimitedPurse(),
  ): boolean {
    const changes = events.filter(
      ([key, event]) => !isSame(this.#known.get(key) ?? null, event) && purse.take(),
    );
    for (const [key, event] of changes) this.#write(key, event);
    let changed = false;
    for (const [key, event] of changes) {
      const before = this.#known.get(key);
      changed ||= event?.state === "raised" || before?.state === "raised";
      this.#hold(key, event);
      this.#report(before, event);
    }
    return changed;
  }

  /** Reports an event that was raised or cleared. A cleared event may be removed at once. */
  #report(before: KnownEvent | undefined, event: KnownEvent | null): void {
    const isRaised = event?.state === "raised";
    if (isRaised === (before?.state === "raised")) return;
    if (event !== null) this.#onChange(event);
    else if (before !== undefined) this.#onChange({ ...before, state: "cleared" });
  }

  #hold(key: string, event: KnownEvent | null): void {
    this.#count(this.#known.get(key), -1);
    if (event === null) this.#known.delete(key);
    else this.#known.set(key, event);
    this.#count(event, 1);
  }

  #count(event: KnownEvent | null | undefined, more: 1 | -1): void {
    if (event?.state !== "raised") return;
    const count = (this.#active.get(event.level) ?? 0) + more;
    if (count > 0) this.#active.set(event.level, count);
    else this.#active.delete(event.level);
  }

  #write(key: string, event: KnownEvent | null): void {
    if (event === null) {
      const held = this.#known.get(key);
      if (held !== undefined) this.#delete(held);
      return;
    }
    const { address, eventNo, level, code, message, state, at, ...reported } = event;
    this.#sql.exec(
      `INSERT OR REPLACE INTO equipment_events
        (address, event_no, level, code, message, raised, at, ${RAISED_AT}, ${CLEARED_AT})
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      address,
      eventNo,
      level,
      code,
      message,
      state === "raised" ? 1 : 0,
      at,
      reported.raisedReported,
      reported.clearedReported,
    );
  }

  #delete({ address, eventNo }: KnownEvent): void {
    this.#sql.exec(
      `DELETE FROM equipment_events WHERE address = ? AND event_no = ?`,
      address,
      eventNo,
    );
  }
}

function retain(event: KnownEvent, newestSample: number | null): KnownEvent | null {
  return isRemovable(event, newestSample) ? null : event;
}

/** Removes the oldest cleared events above the maximum. */
function removeOldest(known: Map<string, KnownEvent>): void {
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
  raisedReported: number | null;
  clearedReported: number | null;
};

/** Columns of `raisedReported` and `clearedReported`. */
const [RAISED_AT, CLEARED_AT] = ["raised_told", "cleared_told"];
const SELECT_EVENTS = `SELECT address, event_no, level, code, message, raised, at,
  ${RAISED_AT} AS raisedReported, ${CLEARED_AT} AS clearedReported FROM equipment_events`;

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
    raisedReported: row.raisedReported,
    clearedReported: row.clearedReported,
  };
}

function isSame(one: KnownEvent | null, other: KnownEvent | null): boolean {
  if (one === null || other === null) return one === other;
  return (Object.keys(one) as (keyof KnownEvent)[]).every((name) => one[name] === other[name]);
}
