import type { RegisterValue } from "#domain/registers/register.ts";
import type { LiveValue } from "#protocol/viewer/messages.ts";
import { logFailure } from "../log-failure.ts";
import type { Clock } from "../parts.ts";
import { foldChunks } from "./fold-chunks.ts";
import { encodeLatest, restoreLatest } from "./latest-codec.ts";
import { type LatestValue, LatestValues } from "./latest-values.ts";
import { SERIES_LIMITS, type SeriesLimits } from "./limits.ts";
import { type Piece, piecesOfBatch, piecesOfSet } from "./pieces.ts";
import { RegisterIds } from "./register-ids.ts";
import { SampleRows } from "./sample-rows.ts";
import { SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";
import { Tail } from "./tail.ts";

/** Columns over instants (ms UTC, strictly ascending), by register address. Null: the sample has no value. */
export type SampleBatch = {
  readonly times: readonly number[];
  readonly columns: ReadonlyMap<string, readonly RegisterValue[]>;
};

/** [instant, value], instants ascending, never null. */
export type StoredValue = readonly [at: number, value: RegisterValue];

/**
 * Every sample of one site, in its object's storage before `append` returns. Which instants and registers are taken is
 * the caller's matter. Resending, overlapping, shuffling and splitting batches change nothing.
 */
export class SeriesStore {
  readonly #storage: DurableObjectStorage;
  readonly #clock: Pick<Clock, "now">;
  readonly #limits: SeriesLimits;
  readonly #rows: SampleRows;
  #registers: RegisterIds;
  #latest = new LatestValues();
  #live = new Map<string, LiveValue>();
  #tail = Tail.EMPTY;
  #chunks = 0;
  /** What is in memory may not be what is stored. */
  #isStale = false;

  constructor(
    storage: DurableObjectStorage,
    clock: Pick<Clock, "now">,
    limits: SeriesLimits = SERIES_LIMITS,
  ) {
    this.#storage = storage;
    this.#clock = clock;
    this.#limits = limits;
    this.#rows = new SampleRows(storage.sql);
    this.#registers = new RegisterIds(storage.sql);
    this.#load();
  }

  /** Newest sample of each register. An instant ahead of the server counts as its time of receipt. */
  get latest(): ReadonlyMap<string, LiveValue> {
    return this.#live;
  }

  /** Instant of the newest sample, one ahead of the server counting as its time of receipt; null while empty. */
  get newestAt(): number | null {
    return this.#latest.newest.countsAt;
  }

  /** Newest stored instant that is not ahead of `now`. */
  storedThrough(now: number): number | null {
    const { given, past } = this.#latest.newest;
    return given !== null && given <= now ? given : past;
  }

  /** Worth calling `compact` soon. */
  get compactionDue(): boolean {
    return this.#chunks >= this.#limits.chunksBeforeFold;
  }

  /** Returns the live values that changed. Throws, with nothing stored, where the batch is misshapen. */
  append(batch: SampleBatch): ReadonlyMap<string, LiveValue> {
    const changed = new Map<string, LiveValue>();
    if (batch.times.length === 0 || batch.columns.size === 0) return changed;
    const receivedAt = this.#clock.now();
    this.#change(() => {
      this.#registers.admit(batch.columns.keys());
      const columns = new Map<number, readonly RegisterValue[]>();
      for (const [address, column] of batch.columns)
        columns.set(this.#registers.idOf(address) ?? 0, column);
      for (const piece of piecesOfBatch({ times: batch.times, columns }, this.#limits)) {
        if (this.#isTailFull(piece)) this.#closeTail();
        this.#tail = this.#tail.with({ receivedAt, data: piece.data, cells: piece.cells });
        for (const latest of this.#latest.take(piece.segment, receivedAt))
          this.#show(latest, changed);
      }
      this.#rows.writeTail(this.#tail.bytes);
    });
    return changed;
  }

  /** The stored values of instants from `from` to before `until`. Addresses without any are left out. */
  read(addresses: Iterable<string>, from: number, until: number): Map<string, StoredValue[]> {
    if (this.#isStale) this.reload();
    const wanted = new Set<number>();
    for (const address of addresses) {
      const id = this.#registers.idOf(address);
      if (id !== undefined) wanted.add(id);
    }
    const set = new SampleSet();
    const take = ({ data }: { data: Uint8Array }) =>
      set.add(decodeSegment(data, wanted), from, until);
    this.#rows.blocksBetween(from, until).forEach(take);
    this.#rows.chunksBetween(from, until).forEach(take);
    for (const { segment } of this.#tail.read(wanted)) set.add(segment, from, until);
    const found = new Map<string, StoredValue[]>();
    for (const [id, { at, values }] of set.channels())
      found.set(
        this.#registers.addressOf(id),
        at.map((instant, index) => [instant, values[index] ?? null]),
      );
    return found;
  }

  /** Every address that ever had a sample. */
  get addresses(): readonly string[] {
    return this.#registers.addresses;
  }

  /** Does a bounded piece of merging; true when more of it is due. */
  compact(): boolean {
    if (this.compactionDue)
      this.#change(() => {
        foldChunks(this.#rows, this.#limits);
        this.#chunks = this.#rows.countChunks();
      });
    return this.compactionDue;
  }

  /** To be called when a transaction around `append` was rolled back. */
  reload(): void {
    this.#isStale = true;
    this.#registers = new RegisterIds(this.#storage.sql);
    this.#latest = new LatestValues();
    this.#live = new Map();
    this.#tail = Tail.EMPTY;
    this.#load();
    this.#isStale = false;
  }

  #load(): void {
    for (const part of this.#rows.latest()) restoreLatest(this.#latest, part);
    const bytes = this.#rows.tail();
    if (bytes !== null)
      this.#tail = Tail.restore(bytes, (segment, receivedAt) =>
        this.#latest.take(segment, receivedAt),
      );
    for (const latest of this.#latest.values()) this.#show(latest);
    this.#chunks = this.#rows.countChunks();
  }

  #show({ id, countsAt, value }: LatestValue, changed?: Map<string, LiveValue>): void {
    const address = this.#registers.addressOf(id);
    const live = { v: value, at: countsAt };
    if (this.#live.get(address)?.v !== value) changed?.set(address, live);
    this.#live.set(address, live);
  }

  #isTailFull(next: Piece): boolean {
    if (this.#tail.batches === 0) return false;
    const { tailBytes, tailBatches, maxTailBytes, maxTailCells } = this.#limits;
    const bytes = this.#tail.bytes.length + next.data.length;
    return (
      (bytes > tailBytes && this.#tail.batches >= tailBatches) ||
      bytes > maxTailBytes ||
      this.#tail.cells + next.cells > maxTailCells
    );
  }

  /** What the tail holds becomes a chunk, and the latest values, which were read off it, a row of their own. */
  #closeTail(): void {
    const set = new SampleSet();
    for (const { segment } of this.#tail.read()) set.add(segment);
    const pieces = piecesOfSet(set, this.#limits, false);
    for (const piece of pieces) this.#rows.addChunk(piece);
    this.#chunks += pieces.length;
    this.#rows.writeLatest(encodeLatest(this.#latest, this.#limits.pieceBytes));
    this.#tail = Tail.EMPTY;
  }

  /** All or nothing, in storage and in memory. */
  #change(work: () => void): void {
    // A tail that could not be read back would overwrite acknowledged batches: nothing is stored until it is there.
    if (this.#isStale) this.reload();
    try {
      this.#storage.transactionSync(work);
    } catch (error) {
      this.#isStale = true;
      this.#tryReload();
      throw error;
    }
  }

  #tryReload(): void {
    try {
      this.reload();
    } catch (error) {
      logFailure("samples not readable", error);
    }
  }
}
