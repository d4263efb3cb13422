import { findEventEpisodes } from "#domain/alarms/episodes/event-episodes.ts";
import {
  type EventEpisode,
  type EventFact,
  eventAlarmKey,
  factOf,
  listFactOf,
} from "#domain/alarms/episodes/event-facts.ts";
import type { EquipmentEvent } from "#domain/alarms/event.ts";

/** Maximum number of stored facts of one event; the oldest ones become one open episode, or are dropped. */
const MAX_FACTS = 64;
/** Maximum number of stored lists of a `connect`, and of events in one. */
const MAX_LISTS = 60;
const MAX_LISTED = 200;
/** Maximum number of events with stored facts. Those that changed longest ago are removed. */
const MAX_EVENTS = 4_000;

/** Facts of one event, of which older ones are summed up. */
type Stored = { facts: EventFact[]; open: EventEpisode | null };
/** A list of a `connect`. Instants are ms UTC. */
type StoredList = { clock: number | null; receivedAt: number; events: EquipmentEvent[] };

/** A stored list with its events by key: each event is sought in all lists, and a list may have hundreds. */
type IndexedList = Omit<StoredList, "events"> & { events: ReadonlyMap<string, EquipmentEvent> };

/** The reports of the logger about events, stored so that their episodes do not depend on the order of arrival. */
export class EventFacts {
  readonly #sql: SqlStorage;
  #lists: IndexedList[] | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Adds the fact of an event.
   * @returns false if it is known already
   */
  add(key: string, event: EquipmentEvent, receivedAt: number): boolean {
    const stored = this.#read(key);
    const fact = factOf(event, receivedAt);
    const isKnown = stored.facts.some(
      (one) => one.kind === fact.kind && "at" in one && "at" in fact && one.at === fact.at,
    );
    if (isKnown) return false;
    stored.facts.push(fact);
    if (stored.facts.length > MAX_FACTS) shorten(stored);
    this.#sql.exec(
      `INSERT OR REPLACE INTO event_facts (key, changed_at, facts) VALUES (?, ?, ?)`,
      key,
      receivedAt,
      JSON.stringify(stored),
    );
    return true;
  }

  /** Adds the list of a `connect`. A list that repeats the previous one still ends what it does not name. */
  addList(events: readonly EquipmentEvent[], clock: number | null, receivedAt: number): void {
    const list = { clock, receivedAt, events: events.slice(0, MAX_LISTED) };
    this.#sql.exec(`INSERT INTO event_lists (list) VALUES (?)`, JSON.stringify(list));
    this.#sql.exec(
      `DELETE FROM event_lists WHERE id <= (SELECT max(id) FROM event_lists) - ${MAX_LISTS}`,
    );
    this.#lists = null;
  }

  /** Returns the episodes of an event, ascending; only the last one may be open. */
  episodes(key: string): { episodes: EventEpisode[]; since: number } {
    const { facts, open } = this.#read(key);
    const lists = this.#readLists().map(({ clock, receivedAt, events }) =>
      listFactOf(events.get(key), clock, receivedAt),
    );
    const since = Math.min(
      ...[...facts, ...lists].map((fact) =>
        fact.kind === "unlisted" ? fact.through : Math.min(fact.at, fact.receivedAt),
      ),
      open?.startTime ?? Number.POSITIVE_INFINITY,
    );
    return { episodes: findEventEpisodes([...facts, ...lists], open), since };
  }

  /** Removes the events that changed longest ago, once there are too many. */
  prune(): void {
    this.#sql.exec(
      `DELETE FROM event_facts WHERE key IN (SELECT key FROM event_facts ORDER BY changed_at DESC
        LIMIT -1 OFFSET ${MAX_EVENTS})`,
    );
  }

  #read(key: string): Stored {
    const [row] = this.#sql
      .exec<{ facts: string }>(`SELECT facts FROM event_facts WHERE key = ?`, key)
      .toArray();
    return row === undefined ? { facts: [], open: null } : (JSON.parse(row.facts) as Stored);
  }

  #readLists(): IndexedList[] {
    this.#lists ??= this.#sql
      .exec<{ list: string }>(`SELECT list FROM event_lists ORDER BY id`)
      .toArray()
      .map(({ list }) => indexList(JSON.parse(list) as StoredList));
    return this.#lists;
  }
}

/** Of several events with one key the first counts. */
function indexList({ events, ...list }: StoredList): IndexedList {
  const pairs = events.map((event) => [eventAlarmKey(event), event] as const);
  return { ...list, events: new Map(pairs.reverse()) };
}

/** Replaces the older half of the facts by the episode that is open after them. */
function shorten(stored: Stored): void {
  const instant = (fact: EventFact) => (fact.kind === "unlisted" ? fact.through : fact.at);
  const sorted = [...stored.facts].sort((one, other) => instant(one) - instant(other));
  const older = sorted.slice(0, MAX_FACTS / 2);
  const last = findEventEpisodes(older, stored.open).at(-1);
  stored.open = last?.endTime === null ? last : null;
  stored.facts = sorted.slice(MAX_FACTS / 2);
}
