import { type SiteStatusEvent, siteStatusEvent } from "#protocol/site-rpc.ts";
import { logFailure } from "./log-failure.ts";
import type { Clock } from "./parts.ts";

/** First wait after a failed attempt, in ms; it doubles with each. */
const BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 5 * 60_000;
/** A delivery under way is taken up again after this, in ms, in case an eviction cut it short. */
const UNCERTAIN_MS = 3 * 60_000;
/** What was told is not told again before, in ms: it may still be on its way. */
const REPEAT_AFTER_MS = 10 * 60_000;

/** An event that has no number yet. */
export type NewEvent = Omit<SiteStatusEvent, "sequence">;
type Entry = { event: SiteStatusEvent; putAt: number; attempts: number; due: number | null };
type Row = {
  sequence: number;
  body: string;
  putAt: number;
  attempts: number;
  due: number | null;
};

/**
 * What the rest of the system must hear, at least once: the site's status. Only the newest matters, so there is one
 * row: a newer event takes the place of one that is not delivered yet.
 */
export class Outbox {
  readonly #sql: SqlStorage;
  readonly #clock: Clock;
  readonly #deliver: (event: SiteStatusEvent) => Promise<unknown>;
  #entry: Entry | null = null;
  #underWay: SiteStatusEvent | null = null;
  #sequence = 0;

  constructor(
    sql: SqlStorage,
    clock: Clock,
    deliver: (event: SiteStatusEvent) => Promise<unknown>,
  ) {
    this.#sql = sql;
    this.#clock = clock;
    this.#deliver = deliver;
    // Figures once had a row, too, and a share in the numbers.
    const query = `SELECT sequence, body, put_at AS putAt, attempts, due FROM outbox`;
    for (const row of sql.exec<Row>(query)) {
      const { sequence, putAt, attempts, due } = row;
      this.#sequence = Math.max(this.#sequence, sequence);
      const { data: event } = siteStatusEvent.safeParse(JSON.parse(row.body));
      if (event !== undefined) this.#entry = { event, putAt, attempts, due };
    }
  }

  /** The newest event, delivered or not. */
  get newest(): SiteStatusEvent | undefined {
    return this.#entry?.event;
  }

  /** When it was put, or repeated, last, ms UTC; null where it has still to be delivered, or there is none. */
  get toldAt(): number | null {
    return this.#entry?.due === null ? this.#entry.putAt : null;
  }

  /** When it is to be delivered, ms UTC; null when it was. */
  due(): number | null {
    if (this.#entry === null || this.#entry.due === null) return null;
    return this.#entry.due + (this.#underWay === this.#entry.event ? UNCERTAIN_MS : 0);
  }

  /** Stores an event for delivery. It is due at once; `flush` delivers it. */
  put(content: NewEvent): void {
    this.#sequence += 1;
    const event = { ...content, sequence: this.#sequence };
    const now = this.#clock.now();
    this.#keep({ event, putAt: now, attempts: 0, due: now });
  }

  /** Somebody does not know what was delivered, and hears it again. It keeps its number. */
  repeat(): void {
    const now = this.#clock.now();
    if (this.#entry?.due !== null || now < this.#entry.putAt + REPEAT_AFTER_MS) return;
    this.#keep({ event: this.#entry.event, putAt: now, attempts: 0, due: now });
  }

  /** Somebody holds a greater number than any that was given: the newest gets one that he will take. */
  overtake(sequence: number): void {
    if (this.#entry === null || sequence <= this.#sequence) return;
    this.#sequence = sequence;
    this.put(this.#entry.event);
  }

  /** Delivers what is due. Never throws. */
  async flush(): Promise<void> {
    const entry = this.#entry;
    if (entry === null || entry.due === null || entry.due > this.#clock.now()) return;
    const { event, putAt, attempts } = entry;
    if (this.#underWay === event) return;
    this.#underWay = event;
    const delivered = await this.#attempt(event);
    if (this.#underWay === event) this.#underWay = null;
    // A newer one may have taken its place meanwhile.
    if (this.#entry?.event !== event) return;
    this.#keep(
      delivered
        ? { event, putAt, attempts, due: null }
        : { event, putAt, attempts: attempts + 1, due: this.#clock.now() + backoff(attempts) },
    );
  }

  async #attempt(event: SiteStatusEvent): Promise<boolean> {
    try {
      await this.#deliver(event);
      return true;
    } catch (error) {
      logFailure("site status not delivered", error);
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
    this.#entry = entry;
  }
}

function backoff(attempts: number): number {
  return Math.min(LONGEST_BACKOFF_MS, BACKOFF_MS * 2 ** attempts);
}
