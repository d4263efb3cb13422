import { MAX_UNANSWERED_BATCHES } from "#protocol/logger/limits.ts";
import type { Sample } from "../plant/plant.ts";
import { type Batch, hasRoomFor, toRealDataUpdate } from "./batch.ts";

/** An answer that is not 200 means: keep it and send it again after this. */
const REST_MS = 30_000;
/** So many instants fit into the memory of this logger; then the oldest make room. */
const MAX_INSTANTS = 3_000;

/** Keeps every batch until the portal has it. */
export class BatchStore {
  readonly #newId: () => string;
  readonly #maxInstants: number;
  #open: Batch | null = null;
  #live: Batch[] = [];
  #backlog: Batch[] = [];
  #resting: { batch: Batch; until: number }[] = [];
  /** No backlog is sent before, ms by the wall's clock. */
  #backlogFrom = 0;
  readonly #sent = new Map<string, { batch: Batch; at: number }>();
  /** Batches that the portal could not read, and instants for which there was no room. */
  setAside = 0;
  dropped = 0;
  /** More of the past will follow: what is sent now is not the end of it. */
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

  /** A piece of the past, for this connection alone: whoever has it gives it again. */
  addPast(
    columns: readonly string[],
    samples: Sample[],
    settled: (isStored: boolean) => void,
  ): void {
    this.seal();
    this.#backlog.push({ id: this.#newId(), columns, samples, isBacklog: true, settled });
  }

  /** What was collected so far may be sent now. */
  seal(): void {
    if (this.#open === null) return;
    (this.#open.isBacklog ? this.#backlog : this.#live).push(this.#open);
    this.#open = null;
  }

  /** The connection is gone: nothing that was sent counts, and all of it is history by the next one. */
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

  /** What a `connect` announces. */
  backlogRange(): { from: number; to: number } | null {
    this.seal();
    const [first] = this.#backlog;
    if (first === undefined) return null;
    return {
      from: startOf(first),
      to: Math.max(...this.#backlog.map(({ samples }) => samples.at(-1)?.at ?? 0)),
    };
  }

  /** The next frame to send, live ones first; null while there is none or too many are unanswered. */
  next(now: number): string | null {
    if (this.#sent.size >= MAX_UNANSWERED_BATCHES) return null;
    const rested = this.#resting.findIndex(({ until }) => until <= now);
    const [woken] = rested === -1 ? [] : this.#resting.splice(rested, 1);
    if (woken !== undefined)
      (woken.batch.isBacklog ? this.#backlog : this.#live).unshift(woken.batch);
    const others = this.#countBacklogOnItsWay();
    // The very last of the backlog says so, and waits until the others have been answered.
    const mayFollow = now >= this.#backlogFrom && (this.#backlog.length > 1 || others === 0);
    const batch = this.#live.shift() ?? (mayFollow ? this.#backlog.shift() : undefined);
    if (batch === undefined) return null;
    this.#sent.set(batch.id, { batch, at: now });
    const isLast = this.#backlog.length === 0 && others === 0 && !this.hasMore;
    return toRealDataUpdate(batch, batch.isBacklog && isLast ? "end" : batch.isBacklog);
  }

  /** A 261. @param retryAfter seconds that the portal asks all backlog to wait */
  answer(id: string, status: number, now: number, retryAfter?: number): void {
    const sent = this.#sent.get(id);
    if (sent === undefined) return;
    this.#sent.delete(id);
    if (status === 200) sent.batch.settled?.(true);
    else {
      const wait = retryAfter === undefined ? REST_MS : retryAfter * 1000;
      this.#resting.push({ batch: sent.batch, until: now + wait });
      if (retryAfter !== undefined) this.#backlogFrom = Math.max(this.#backlogFrom, now + wait);
    }
  }

  /** A 511 with the id of a batch: it will never be taken. */
  refuse(id: string): boolean {
    const sent = this.#sent.get(id);
    if (sent === undefined) return false;
    this.#sent.delete(id);
    this.setAside += 1;
    sent.batch.settled?.(true);
    return true;
  }

  /** When the oldest unanswered batch was sent; null without one. */
  get oldestSentAt(): number | null {
    const times = [...this.#sent.values()].map(({ at }) => at);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Instants that the portal does not have yet. */
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
