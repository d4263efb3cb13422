import { SUCCESS_STATUS } from "#domain/problem.ts";
import { MAX_UNANSWERED_BATCHES } from "#protocol/logger/limits.ts";
import type { Sample } from "../plant/plant.ts";
import { type Batch, hasRoomFor, toRealDataUpdate } from "./batch.ts";

/** Time after which a batch is sent again, ms, if its answer was not 200. */
const REST_MS = 30_000;
/** Maximum number of stored instants; the oldest are dropped. */
const MAX_INSTANTS = 3_000;

/** Keeps every batch until the portal has confirmed it. */
export class BatchStore {
  readonly #newId: () => string;
  readonly #maxInstants: number;
  #open: Batch | null = null;
  #live: Batch[] = [];
  #backlog: Batch[] = [];
  #resting: { batch: Batch; until: number }[] = [];
  /** Earliest instant to send the next backlog batch, ms by the wall clock. */
  #backlogFrom = 0;
  readonly #sent = new Map<string, { batch: Batch; at: number }>();
  /** Batches that the portal could not read, and instants that did not fit. */
  setAside = 0;
  dropped = 0;
  /** Whether more of the past will follow, so that the current backlog does not end it. */
  hasMore = false;

  constructor(newId: () => string, maxInstants = MAX_INSTANTS) {
    this.#newId = newId;
    this.#maxInstants = maxInstants;
  }

  /** @param isLive sampled while connected */
  add(columns: readonly string[], samples: readonly Sample[], isLive: boolean): void {
    for (const sample of samples) {
      const fits = this.#open?.columns === columns && hasRoomFor(this.#open, sample);
      if (!fits || this.#open === null || this.#open.isBacklog === isLive) {
        this.seal();
        this.#open = { id: this.#newId(), columns, samples: [], isBacklog: !isLive };
      }
      this.#open.samples.push(sample);
    }
    this.#makeRoom();
  }

  /** Adds a part of the past for this connection only; its source provides it again. */
  addPast(
    columns: readonly string[],
    samples: Sample[],
    settled: (isStored: boolean) => void,
  ): void {
    this.seal();
    this.#backlog.push({ id: this.#newId(), columns, samples, isBacklog: true, settled });
  }

  /** Makes the batch collected so far ready to send. */
  seal(): void {
    if (this.#open === null) return;
    (this.#open.isBacklog ? this.#backlog : this.#live).push(this.#open);
    this.#open = null;
  }

  /** Ends the connection: unconfirmed batches are sent again, and all of them become backlog. */
  disconnect(): void {
    this.seal();
    const all = [
      ...this.#backlog,
      ...[...this.#sent.values()].map(({ batch }) => batch),
      ...this.#resting.map(({ batch }) => batch),
      ...this.#live,
    ];
    this.#sent.clear();
    this.#resting = [];
    this.#live = [];
    const kept = all.filter(({ settled }) => settled === undefined);
    this.#backlog = kept.sort((one, other) => startOf(one) - startOf(other));
    for (const batch of this.#backlog) batch.isBacklog = true;
    for (const batch of all) batch.settled?.(false);
  }

  /** The range that a `connect` announces. */
  backlogRange(): { from: number; to: number } | null {
    this.seal();
    const [first] = this.#backlog;
    if (first === undefined) return null;
    return {
      from: startOf(first),
      to: Math.max(...this.#backlog.map(({ samples }) => samples.at(-1)?.at ?? 0)),
    };
  }

  /** Returns the next frame to send, live ones first; null if there is none or too many are unanswered. */
  next(now: number): string | null {
    if (this.#sent.size >= MAX_UNANSWERED_BATCHES) return null;
    const rested = this.#resting.findIndex(({ until }) => until <= now);
    const [woken] = rested === -1 ? [] : this.#resting.splice(rested, 1);
    if (woken !== undefined)
      (woken.batch.isBacklog ? this.#backlog : this.#live).unshift(woken.batch);
    const others = this.#countBacklogOnItsWay();
    // The last backlog batch carries the end mark, and waits until the others are answered.
    const mayFollow = now >= this.#backlogFrom && (this.#backlog.length > 1 || others === 0);
    const batch = this.#live.shift() ?? (mayFollow ? this.#backlog.shift() : undefined);
    if (batch === undefined) return null;
    this.#sent.set(batch.id, { batch, at: now });
    const isLast = this.#backlog.length === 0 && others === 0 && !this.hasMore;
    return toRealDataUpdate(batch, batch.isBacklog && isLast ? "end" : batch.isBacklog);
  }

  /** Handles a 261. @param retryAfter seconds during which the portal wants no backlog */
  answer(id: string, status: number, now: number, retryAfter?: number): void {
    const sent = this.#sent.get(id);
    if (sent === undefined) return;
    this.#sent.delete(id);
    if (status === SUCCESS_STATUS) sent.batch.settled?.(true);
    else {
      const wait = retryAfter === undefined ? REST_MS : retryAfter * 1000;
      this.#resting.push({ batch: sent.batch, until: now + wait });
      if (retryAfter !== undefined) this.#backlogFrom = Math.max(this.#backlogFrom, now + wait);
    }
  }

  /** Handles a 511 with the id of a batch, which the portal will never accept. */
  refuse(id: string): boolean {
    const sent = this.#sent.get(id);
    if (sent === undefined) return false;
    this.#sent.delete(id);
    this.setAside += 1;
    sent.batch.settled?.(true);
    return true;
  }

  /** When the oldest unanswered batch was sent; null if there is none. */
  get oldestSentAt(): number | null {
    const times = [...this.#sent.values()].map(({ at }) => at);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Number of instants that the portal has not confirmed. */
  get waiting(): number {
    return this.#all().reduce((sum, { samples }) => sum + samples.length, 0);
  }

  #countBacklogOnItsWay(): number {
    const onTheirWay = [...this.#sent.values(), ...this.#resting];
    return onTheirWay.filter(({ batch }) => batch.isBacklog).length;
  }

  #all(): Batch[] {
    const sent = [...this.#sent.values()].map(({ batch }) => batch);
    const open = this.#open === null ? [] : [this.#open];
    return [
      ...this.#backlog,
      ...this.#live,
      ...this.#resting.map(({ batch }) => batch),
      ...sent,
      ...open,
    ];
  }

  #makeRoom(): void {
    let over = this.waiting - this.#maxInstants;
    while (over > 0) {
      const oldest = this.#backlog.shift() ?? this.#live.shift();
      if (oldest === undefined) return;
      this.dropped += oldest.samples.length;
      oldest.settled?.(false);
      over -= oldest.samples.length;
    }
  }
}

function startOf(batch: Batch): number {
  return batch.samples[0]?.at ?? 0;
}
