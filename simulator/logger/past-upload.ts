import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { Sample } from "../plant/plant.ts";
import type { BatchStore } from "./batch-store.ts";
import type { RecordedDay, RecordedPast } from "./recorded-past.ts";
import type { Session } from "./session.ts";

/** Approximate number of values per frame, so that the portal is not busy for long with one. */
const VALUES_PER_FRAME = 32_768;

/** The number of days still to be sent, which outlives the process. */
export type PastMark = { left: number; keep(left: number): void };

type OpenDay = { pieces: Sample[][] } & Pick<RecordedDay, "statuses" | "events">;

/**
 * Sends the data recorded before the first connection: the newest day first, because users look at it first, and in
 * each day the newest part. A day counts as sent when the portal has confirmed all of it, otherwise it is sent again.
 */
export class PastUpload {
  readonly #past: RecordedPast;
  readonly #mark: PastMark;
  readonly #newId: () => string;
  #open: OpenDay | null = null;
  /** Id of the events that were sent last. */
  #eventsId: string | null = null;

  constructor(past: RecordedPast, mark: PastMark, newId: () => string) {
    this.#past = past;
    this.#mark = mark;
    this.#newId = newId;
  }

  /** Number of days still to be sent. */
  get left(): number {
    return this.#mark.left;
  }

  get days(): number {
    return this.#past.days;
  }

  /** The remaining range for a `connect`; null if nothing remains. */
  get range(): { from: number; to: number } | null {
    if (this.left === 0) return null;
    return { from: this.#past.span.from, to: this.#past.spanOf(this.left - 1).to };
  }

  /**
   * Adds the next part to the batches. @param done called once, when the portal has confirmed it or the connection has
   * ended
   */
  give(batches: BatchStore, session: Session, done: () => void): boolean {
    if (this.left === 0) return false;
    this.#open ??= this.#read(this.left - 1);
    const { pieces, statuses, events } = this.#open;
    const samples = pieces.pop() ?? [];
    if (statuses.length > 0)
      session.report({ cmd: COMMAND.statusUpdate, id: this.#newId(), statuses });
    this.#open.statuses = [];
    if (events.length > 0) {
      this.#eventsId = this.#newId();
      session.report({ cmd: COMMAND.eventUpdate, id: this.#eventsId, events });
    }
    this.#open.events = [];
    batches.hasMore = this.left > 1 || pieces.length > 0;
    batches.addPast(this.#past.columns, samples, (isStored) => {
      if (!isStored) this.#open = null;
      else if (pieces.length === 0) this.#finishDay();
      done();
    });
    return true;
  }

  /** Returns whether an answer is to events of the past. */
  sentEvents(id: string): boolean {
    return id === this.#eventsId;
  }

  #finishDay(): void {
    this.#open = null;
    this.#mark.left -= 1;
    this.#mark.keep(this.left);
  }

  #read(day: number): OpenDay {
    const { samples, statuses, events } = this.#past.read(day);
    const length = Math.max(1, Math.floor(VALUES_PER_FRAME / this.#past.columns.length));
    const pieces: Sample[][] = [];
    for (let at = 0; at < samples.length; at += length) pieces.push(samples.slice(at, at + length));
    return { pieces, statuses, events };
  }
}
