import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { Sample } from "../plant/plant.ts";
import type { BatchStore } from "./batch-store.ts";
import type { RecordedDay, RecordedPast } from "./recorded-past.ts";
import type { Session } from "./session.ts";

/** A frame holds about so many values, so that the portal is not long busy with one. */
const VALUES_PER_FRAME = 32_768;

/** How many days are still to be sent: what outlives the process. */
export type PastMark = { left: number; keep(left: number): void };

type OpenDay = { pieces: Sample[][]; statuses: RecordedDay["statuses"] };

/**
 * Sends what was recorded before the first connection: the newest day first, since that is what somebody looks for
 * first, and in each day the newest piece. A day counts as sent when the portal has all of it, else it is sent again.
 */
export class PastUpload {
  readonly #past: RecordedPast;
  readonly #mark: PastMark;
  readonly #newId: () => string;
  #open: OpenDay | null = null;

  constructor(past: RecordedPast, mark: PastMark, newId: () => string) {
    this.#past = past;
    this.#mark = mark;
    this.#newId = newId;
  }

  /** Days still to be sent, and all. */
  get left(): number {
    return this.#mark.left;
  }

  get days(): number {
    return this.#past.days;
  }

  /** What is still to be sent, as a `connect` announces it; null where nothing is. */
  get range(): { from: number; to: number } | null {
    if (this.left === 0) return null;
    return { from: this.#past.span.from, to: this.#past.spanOf(this.left - 1).to };
  }

  /** Hands the next piece over. @param done called once, when the portal has it or the connection is gone */
  give(batches: BatchStore, session: Session, done: () => void): boolean {
    if (this.left === 0) return false;
    this.#open ??= this.#read(this.left - 1);
    const { pieces, statuses } = this.#open;
    const samples = pieces.pop() ?? [];
    if (statuses.length > 0)
      session.report({ cmd: COMMAND.statusUpdate, id: this.#newId(), statuses });
    this.#open.statuses = [];
    batches.hasMore = this.left > 1 || pieces.length > 0;
    batches.addPast(this.#past.columns, samples, (isStored) => {
      if (!isStored) this.#open = null;
      else if (pieces.length === 0) this.#finishDay();
      done();
    });
    return true;
  }

  #finishDay(): void {
    this.#open = null;
    this.#mark.left -= 1;
    this.#mark.keep(this.left);
  }

  #read(day: number): OpenDay {
    const { samples, statuses } = this.#past.read(day);
    const length = Math.max(1, Math.floor(VALUES_PER_FRAME / this.#past.columns.length));
    const pieces: Sample[][] = [];
    for (let at = 0; at < samples.length; at += length) pieces.push(samples.slice(at, at + length));
    return { pieces, statuses };
  }
}
