import { type SiteEvent, siteEvent } from "#protocol/site-rpc.ts";
import { logFailure } from "./log-failure.ts";
import type { Clock } from "./parts.ts";

/** First wait after a failed attempt, in ms; it doubles with each. */
const BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 5 * 60_000;
/** A delivery under way is taken up again after this, in ms, in case an eviction cut it short. */
const UNCERTAIN_MS = 3 * 60_000;

type Kind = SiteEvent["kind"];
type Content<Event> = Event extends SiteEvent ? Omit<Event, "sequence"> : never;
/** An event that has no number yet. */
export type NewEvent = Content<SiteEvent>;
type Entry = { event: SiteEvent; putAt: number; attempts: number; due: number | null };
type Row = { sequence: number; body: string; put_at: number; attempts: number; due: number | null };

/**
 * What the rest of the system must hear, at least once. Of each kind only the newest matters, so each has one row: a
 * newer event takes the place of one that is not delivered yet.
 */
export class Outbox {
  readonly #sql: SqlStorage;
  readonly #clock: Clock;
  readonly #deliver: (event: SiteEvent) => Promise<unknown>;
  readonly #entries = new Map<Kind, Entry>();
  readonly #underWay = new Set<SiteEvent>();
  #sequence = 0;

  constructor(sql: SqlStorage, clock: Clock, deliver: (event: SiteEvent) => Promise<unknown>) {
    this.#sql = sql;
    this.#clock = clock;
    this.#deliver = deliver;
    for (const row of sql.exec<Row>(`SELECT * FROM outbox`)) {
      this.#sequence = Math.max(this.#sequence, row.sequence);
      const { data: event } = siteEvent.safeParse(JSON.parse(row.body));
      if (event === undefined) continue;
      const { put_at: putAt, attempts, due } = row;
      this.#entries.set(event.kind, { event, putAt, attempts, due });
    }
  }

  /** The newest event of a kind, delivered or not. */
  newest<K extends Kind>(kind: K): Extract<SiteEvent, { kind: K }> | undefined {
    return this.#entries.get(kind)?.event as Extract<SiteEvent, { kind: K }> | undefined;
  }

  /** When the newest event of a kind was put, ms UTC. */
  putAt(kind: Kind): number | null {
    return this.#entries.get(kind)?.putAt ?? null;
  }

  /** When something is to be delivered, ms UTC; null while nothing is. */
  due(): number | null {
    const dues = [...this.#entries.values()].flatMap(({ event, due }) =>
      due === null ? [] : due + (this.#underWay.has(event) ? UNCERTAIN_MS : 0),
    );
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /** Stores an event for delivery. It is due at once; `flush` delivers it. */
  put(content: NewEvent): void {
    this.#sequence += 1;
    const now = this.#clock.now();
    const event: SiteEvent = { ...content, sequence: this.#sequence };
    this.#keep({ event, putAt: now, attempts: 0, due: now });
  }

  /** Delivers what is due, in order of sequence. Never throws. */
  async flush(): Promise<void> {
    const now = this.#clock.now();
    const ready = [...this.#entries.values()].filter(
      ({ event, due }) => due !== null && due <= now && !this.#underWay.has(event),
    );
    ready.sort((a, b) => a.event.sequence - b.event.sequence);
    for (const { event } of ready) this.#underWay.add(event);
    for (const { event, putAt, attempts } of ready) {
      const delivered = await this.#attempt(event);
      this.#underWay.delete(event);
      // A newer one may have taken its place meanwhile.
      if (this.#entries.get(event.kind)?.event !== event) continue;
      this.#keep(
        delivered
          ? { event, putAt, attempts, due: null }
          : { event, putAt, attempts: attempts + 1, due: this.#clock.now() + backoff(attempts) },
      );
    }
  }

  async #attempt(event: SiteEvent): Promise<boolean> {
    try {
      await this.#deliver(event);
      return true;
    } catch (error) {
      logFailure(`site event of kind ${event.kind} not delivered`, error);
      return false;
    }
  }

  #keep(entry: Entry): void {
    const { event, putAt, attempts, due } = entry;
    this.#sql.exec(
      `INSERT OR REPLACE INTO outbox (kind, sequence, body, put_at, attempts, due)
        VALUES (?, ?, ?, ?, ?, ?)`,
      event.kind,
      event.sequence,
      JSON.stringify(event),
      putAt,
      attempts,
      due,
    );
    this.#entries.set(event.kind, entry);
  }
}

function backoff(attempts: number): number {
  return Math.min(LONGEST_BACKOFF_MS, BACKOFF_MS * 2 ** attempts);
}
