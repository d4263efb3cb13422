import { compactChunks, quartersOf } from "./compact-chunks.ts";
import type { DayRollups } from "./day-rollups.ts";
import type { PendingMaintenance } from "./day-rows.ts";
import type { DeadLines } from "./dead-lines.ts";
import type { SeriesLimits } from "./limits.ts";
import type { SampleRows } from "./sample-rows.ts";
import { decodeSegment } from "./segment.ts";
import type { StaleIndex } from "./stale-index.ts";

/** Maximum number of blocks whose rollups are completed in one step; a compaction step reads as many. */
const MAX_BLOCKS_COMPLETED = 2;

type Deps = {
  rows: SampleRows;
  limits: SeriesLimits;
  lines: DeadLines;
  days: DayRollups;
  staleIndex: StaleIndex;
};

/**
 * Maintains stored samples, a bounded amount in a step: compacts chunks into blocks, rolls up local days again and
 * checks for stale values.
 */
export class Compactor {
  readonly #deps: Deps;
  #uncompacted = { chunks: 0, cells: 0 };
  #pendingMaintenance: PendingMaintenance = {
    zone: "UTC",
    areDaysDue: false,
    isStaleCheckDue: false,
    areRollupsDue: false,
  };

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Loads the pending maintenance. */
  load(): void {
    const { rows, days } = this.#deps;
    const { areDaysRight, ...pendingMaintenance } = rows.days.pendingMaintenance();
    this.#pendingMaintenance = pendingMaintenance;
    days.zone = pendingMaintenance.zone;
    if (!areDaysRight) this.#beginDaysAnew();
    this.#uncompacted = rows.countChunks();
  }

  /** Counts a chunk that was added. */
  noteChunk({ cells }: { cells: number }): void {
    this.#uncompacted.chunks += 1;
    this.#uncompacted.cells += cells;
  }

  setTimeZone(zone: string): void {
    this.#deps.days.zone = zone;
    this.#pendingMaintenance = { ...this.#pendingMaintenance, zone };
    this.#beginDaysAnew();
  }

  /**
   * Discards all days: days of another zone are wrong, and days that were computed before an older release compacted
   * samples may be wrong.
   */
  #beginDaysAnew(): void {
    const { rows } = this.#deps;
    rows.days.removeDays();
    this.#pendingMaintenance = { ...this.#pendingMaintenance, areDaysDue: true };
    rows.days.writePendingMaintenance(this.#pendingMaintenance);
  }

  get due(): boolean {
    const { areRollupsDue, areDaysDue, isStaleCheckDue } = this.#pendingMaintenance;
    return this.#isCompactionDue || areRollupsDue || areDaysDue || isStaleCheckDue;
  }

  /** Takes one step of maintenance; the caller wraps it in a transaction. */
  step(): void {
    const { days, staleIndex } = this.#deps;
    if (this.#isCompactionDue) this.fold();
    else if (this.#pendingMaintenance.areRollupsDue) this.#completeRollups();
    else if (this.#pendingMaintenance.areDaysDue) this.#note({ areDaysDue: days.build() });
    else if (this.#pendingMaintenance.isStaleCheckDue)
      this.#note({ isStaleCheckDue: staleIndex.check() });
  }

  /** Computes rollups of an older release again from their samples; until then the samples are read instead. */
  #completeRollups(): void {
    const { rows, limits, lines } = this.#deps;
    const ids = rows.blocksWithOlderRollups(MAX_BLOCKS_COMPLETED);
    for (const id of ids)
      rows.writeRollups(id, quartersOf(decodeSegment(rows.block(id)), limits, lines));
    this.#pendingMaintenance = {
      ...this.#pendingMaintenance,
      areRollupsDue: ids.length === MAX_BLOCKS_COMPLETED,
    };
  }

  /** Compacts a bounded number of chunks into blocks. */
  fold(): void {
    const { rows, limits, lines, days, staleIndex } = this.#deps;
    const renewed = compactChunks(rows, limits, lines);
    days.renew(renewed);
    this.#uncompacted = rows.countChunks();
    const [oldest] = renewed;
    if (oldest === undefined) return;
    staleIndex.rewindTo(oldest);
    this.#note({ isStaleCheckDue: true });
  }

  #note(pendingMaintenance: Partial<PendingMaintenance>): void {
    const all = { ...this.#pendingMaintenance, ...pendingMaintenance };
    const isNew = Object.entries(pendingMaintenance).some(
      ([name, value]) => this.#pendingMaintenance[name as keyof PendingMaintenance] !== value,
    );
    this.#pendingMaintenance = all;
    if (isNew) this.#deps.rows.days.writePendingMaintenance(all);
  }

  /**
   * Whether chunks have to be compacted: many of them, or large ones, which a backlog brings and which a request for
   * that time would have to read completely.
   */
  get #isCompactionDue(): boolean {
    const { chunks, cells } = this.#uncompacted;
    const { chunksBeforeCompaction, compactionCells } = this.#deps.limits;
    return chunks >= chunksBeforeCompaction || cells >= compactionCells;
  }
}
