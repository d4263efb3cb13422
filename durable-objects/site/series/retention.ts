import type { DeadLines } from "./dead-lines.ts";
import { forgetBlocks, type OldestBlocks, oldestBlocks } from "./forget-blocks.ts";
import type { FrozenRecord } from "./frozen-record.ts";
import type { SeriesLimits } from "./limits.ts";
import type { Keeping } from "./past-rows.ts";
import type { SampleBatch } from "./sample-batch.ts";
import type { SampleRows } from "./sample-rows.ts";

/** Rests are written no more often than this, ms. */
const REST_WRITTEN_MS = 3_600_000;

type Parts = {
  rows: SampleRows;
  limits: SeriesLimits;
  lines: DeadLines;
  frozen: FrozenRecord;
  counters: () => Iterable<number>;
  /** The oldest instant that is in no block yet. */
  oldestFresh: () => number;
  /** Brings a piece of what is in no block into blocks. */
  fold: () => void;
};

/**
 * Forgets the samples that are older than a site keeps them, whole blocks at a time: their rollups stay, and so do the
 * samples of lifetime counters. What comes of a time that is forgotten is not taken, since nobody could tell
 * whether it is in the rollups already.
 */
export class Retention {
  readonly #parts: Parts;
  #keeping: Keeping = { years: null, forgottenBefore: null, restUntil: 0 };
  #oldest: OldestBlocks | null = null;
  /** Where the oldest bucket ends of which there is anything, be it in a chunk. */
  #oldestEdge: number | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  load(): void {
    this.#keeping = this.#parts.rows.past.keeping();
    this.look();
  }

  /** Blocks were written. */
  look(): void {
    const { rows, limits } = this.#parts;
    this.#oldest = null;
    this.#oldestEdge = null;
    if (this.#keeping.years === null) return;
    this.#oldest = oldestBlocks(rows, limits);
    const edges = [this.#oldest?.edge ?? null, endOfBucket(rows.oldestOfChunks(), limits)];
    const known = edges.filter((edge) => edge !== null);
    this.#oldestEdge = known.length === 0 ? null : Math.min(...known);
  }

  get years(): number | null {
    return this.#keeping.years;
  }

  get forgottenBefore(): number {
    return this.#keeping.forgottenBefore ?? Number.NEGATIVE_INFINITY;
  }

  /** When there is something to forget; null: never. */
  get dueAt(): number | null {
    const { years, restUntil } = this.#keeping;
    if (years === null || this.#oldestEdge === null) return null;
    return Math.max(addYears(this.#oldestEdge, years), restUntil);
  }

  /** What was chosen by mistake may be taken back before anything comes of it. */
  setYears(years: number | null, now: number): void {
    if (years === this.years) return;
    this.#write({ years, restUntil: now + this.#parts.limits.restMs });
    this.look();
  }

  /** Samples came, the oldest of this instant: of a backlog that is older than samples are kept more may follow. */
  note(oldest: number, now: number): void {
    const { years, restUntil } = this.#keeping;
    if (years === null || addYears(oldest, years) > now) return;
    const until = now + this.#parts.limits.restMs;
    if (until - restUntil >= REST_WRITTEN_MS) this.#write({ restUntil: until });
  }

  /** What of a batch is of a time that is not forgotten. */
  withoutForgotten(batch: SampleBatch): SampleBatch {
    const { forgottenBefore } = this.#keeping;
    if (forgottenBefore === null || (batch.times[0] ?? forgottenBefore) >= forgottenBefore)
      return batch;
    const start = batch.times.findIndex((at) => at >= forgottenBefore);
    const rest = <Item>(list: readonly Item[]) => (start === -1 ? [] : list.slice(start));
    const columns = [...batch.columns].map(([address, column]) => [address, rest(column)] as const);
    return { times: rest(batch.times), columns: new Map(columns) };
  }

  /** One bounded step towards what is due, to be wrapped in a transaction. */
  step(now: number): void {
    const { rows, limits, lines, frozen, counters, oldestFresh, fold } = this.#parts;
    const oldest = this.#oldest;
    if (now < (this.dueAt ?? Number.POSITIVE_INFINITY)) return;
    if (oldest === null || oldestFresh() < oldest.edge) fold();
    else if (!frozen.hasJudged(oldest.to)) frozen.judge();
    else {
      frozen.settleAt(oldest.edge);
      forgetBlocks(rows, limits, lines, oldest.edge, new Set(counters()));
      this.#write({ forgottenBefore: oldest.edge });
    }
    this.look();
  }

  #write(change: Partial<Keeping>): void {
    this.#keeping = { ...this.#keeping, ...change };
    this.#parts.rows.past.writeKeeping(this.#keeping);
  }
}

function endOfBucket(at: number | null, { rollupMs }: Pick<SeriesLimits, "rollupMs">) {
  return at === null ? null : (Math.floor(at / rollupMs) + 1) * rollupMs;
}

function addYears(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}
