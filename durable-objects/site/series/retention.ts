import { HOUR_MS } from "#domain/units/durations.ts";
import type { DeadLines } from "./dead-lines.ts";
import { expireBlocks, type OldestBlocks, oldestBlocks } from "./expire-blocks.ts";
import type { RetentionState } from "./expired-rows.ts";
import type { SeriesLimits } from "./limits.ts";
import type { SampleBatch } from "./sample-batch.ts";
import type { SampleRows } from "./sample-rows.ts";
import type { StaleIndex } from "./stale-index.ts";

/** Minimum interval between writes of the expiry pause, ms. */
const REST_WRITE_INTERVAL_MS = HOUR_MS;

type Deps = {
  rows: SampleRows;
  limits: SeriesLimits;
  lines: DeadLines;
  staleIndex: StaleIndex;
  counters: () => Iterable<number>;
  /** The oldest instant that is not compacted into a block yet. */
  oldestFresh: () => number;
  /** Compacts a bounded part of what is in no block. */
  fold: () => void;
};

/**
 * Expires samples older than the site's retention, whole blocks at a time. Their rollups stay, and so do the samples of
 * lifetime counters. Samples of an expired time are not stored any more, because nothing shows whether the rollups
 * contain them.
 */
export class Retention {
  readonly #deps: Deps;
  #retentionState: RetentionState = { years: null, expiredBefore: null, restUntil: 0 };
  #oldest: OldestBlocks | null = null;
  /** End of the oldest bucket with any samples, also of a chunk. */
  #oldestEdge: number | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  load(): void {
    this.#retentionState = this.#deps.rows.expired.retentionState();
    this.look();
  }

  /** Reads the oldest blocks again after blocks were written. */
  look(): void {
    const { rows, limits } = this.#deps;
    this.#oldest = null;
    this.#oldestEdge = null;
    if (this.#retentionState.years === null) return;
    this.#oldest = oldestBlocks(rows, limits);
    const edges = [this.#oldest?.edge ?? null, endOfBucket(rows.oldestOfChunks(), limits)];
    const known = edges.filter((edge) => edge !== null);
    this.#oldestEdge = known.length === 0 ? null : Math.min(...known);
  }

  get years(): number | null {
    return this.#retentionState.years;
  }

  get expiredBefore(): number {
    return this.#retentionState.expiredBefore ?? Number.NEGATIVE_INFINITY;
  }

  /** Instant at which samples expire next, ms UTC; null for never. */
  get dueAt(): number | null {
    const { years, restUntil } = this.#retentionState;
    if (years === null || this.#oldestEdge === null) return null;
    return Math.max(addYears(this.#oldestEdge, years), restUntil);
  }

  /** Sets the retention. A mistake can be corrected during the pause, before anything expires. */
  setYears(years: number | null, now: number): void {
    if (years === this.years) return;
    this.#write({ years, restUntil: now + this.#deps.limits.restMs });
    this.look();
  }

  /** Pauses expiry if samples older than the retention arrive: more of such a backlog may follow. */
  note(oldest: number, now: number): void {
    const { years, restUntil } = this.#retentionState;
    if (years === null || addYears(oldest, years) > now) return;
    const until = now + this.#deps.limits.restMs;
    if (until - restUntil >= REST_WRITE_INTERVAL_MS) this.#write({ restUntil: until });
  }

  /** Returns a batch without samples of an expired time. */
  withoutExpired(batch: SampleBatch): SampleBatch {
    const { expiredBefore } = this.#retentionState;
    if (expiredBefore === null || (batch.times[0] ?? expiredBefore) >= expiredBefore) return batch;
    const start = batch.times.findIndex((at) => at >= expiredBefore);
    const rest = <Item>(list: readonly Item[]) => (start === -1 ? [] : list.slice(start));
    const columns = [...batch.columns].map(([address, column]) => [address, rest(column)] as const);
    return { times: rest(batch.times), columns: new Map(columns) };
  }

  /** Takes one bounded step of expiry; the caller wraps it in a transaction. */
  step(now: number): void {
    const { rows, limits, lines, staleIndex, counters, oldestFresh, fold } = this.#deps;
    const oldest = this.#oldest;
    if (now < (this.dueAt ?? Number.POSITIVE_INFINITY)) return;
    if (oldest === null || oldestFresh() < oldest.edge) fold();
    else if (!staleIndex.hasChecked(oldest.to)) staleIndex.check();
    else {
      staleIndex.saveCheckpoint(oldest.edge);
      expireBlocks(rows, limits, lines, oldest.edge, new Set(counters()));
      this.#write({ expiredBefore: oldest.edge });
    }
    this.look();
  }

  #write(change: Partial<RetentionState>): void {
    this.#retentionState = { ...this.#retentionState, ...change };
    this.#deps.rows.expired.writeRetentionState(this.#retentionState);
  }
}

function endOfBucket(at: number | null, { rollupMs }: Pick<SeriesLimits, "rollupMs">) {
  return at === null ? null : (Math.floor(at / rollupMs) + 1) * rollupMs;
}

function addYears(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}
