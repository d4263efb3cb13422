import type { DayRollups } from "./day-rollups.ts";
import type { Duties } from "./day-rows.ts";
import type { DeadLines } from "./dead-lines.ts";
import { foldChunks, quartersOf } from "./fold-chunks.ts";
import type { FrozenRecord } from "./frozen-record.ts";
import type { SeriesLimits } from "./limits.ts";
import type { SampleRows } from "./sample-rows.ts";
import { decodeSegment } from "./segment.ts";

/** Blocks whose rollups are completed in one turn; a fold reads as many. */
const BLOCKS_COMPLETED = 2;

type Parts = {
  rows: SampleRows;
  limits: SeriesLimits;
  lines: DeadLines;
  days: DayRollups;
  frozen: FrozenRecord;
};

/**
 * What is done with samples once they are stored, a bounded piece in a turn: chunks are folded into blocks, local days
 * rolled up anew, what is frozen found.
 */
export class Upkeep {
  readonly #parts: Parts;
  #unfolded = { chunks: 0, cells: 0 };
  #duties: Duties = { zone: "UTC", areDaysDue: false, isJudgingDue: false, areRollupsDue: false };

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads what there is to do off what is stored. */
  load(): void {
    const { rows, days } = this.#parts;
    const { areDaysRight, ...duties } = rows.days.duties();
    this.#duties = duties;
    days.zone = duties.zone;
    if (!areDaysRight) this.#beginDaysAnew();
    this.#unfolded = rows.countChunks();
  }

  /** A chunk was added. */
  noteChunk({ cells }: { cells: number }): void {
    this.#unfolded.chunks += 1;
    this.#unfolded.cells += cells;
  }

  setTimeZone(zone: string): void {
    this.#parts.days.zone = zone;
    this.#duties = { ...this.#duties, zone };
    this.#beginDaysAnew();
  }

  /** Those of another zone are wrong, and those from before an older release folded samples may be. */
  #beginDaysAnew(): void {
    const { rows } = this.#parts;
    rows.days.removeDays();
    this.#duties = { ...this.#duties, areDaysDue: true };
    rows.days.writeDuties(this.#duties);
  }

  get due(): boolean {
    const { areRollupsDue, areDaysDue, isJudgingDue } = this.#duties;
    return this.#isFoldingDue || areRollupsDue || areDaysDue || isJudgingDue;
  }

  /** One piece of what is due, to be wrapped in a transaction. */
  step(): void {
    const { days, frozen } = this.#parts;
    if (this.#isFoldingDue) this.fold();
    else if (this.#duties.areRollupsDue) this.#completeRollups();
    else if (this.#duties.areDaysDue) this.#note({ areDaysDue: days.build() });
    else if (this.#duties.isJudgingDue) this.#note({ isJudgingDue: frozen.judge() });
  }

  /** Makes rollups anew that an older release wrote, of their samples; until then, the samples themselves are read. */
  #completeRollups(): void {
    const { rows, limits, lines } = this.#parts;
    const ids = rows.blocksWithOlderRollups(BLOCKS_COMPLETED);
    for (const id of ids)
      rows.writeRollups(id, quartersOf(decodeSegment(rows.block(id)), limits, lines));
    this.#duties = { ...this.#duties, areRollupsDue: ids.length === BLOCKS_COMPLETED };
  }

  /** Brings a bounded piece of the chunks into blocks. */
  fold(): void {
    const { rows, limits, lines, days, frozen } = this.#parts;
    const renewed = foldChunks(rows, limits, lines);
    days.renew(renewed);
    this.#unfolded = rows.countChunks();
    const [oldest] = renewed;
    if (oldest === undefined) return;
    frozen.goBackTo(oldest);
    this.#note({ isJudgingDue: true });
  }

  #note(duties: Partial<Duties>): void {
    const all = { ...this.#duties, ...duties };
    const isNew = Object.entries(duties).some(
      ([name, value]) => this.#duties[name as keyof Duties] !== value,
    );
    this.#duties = all;
    if (isNew) this.#parts.rows.days.writeDuties(all);
  }

  /** A backlog brings large chunks, which whoever asks for that time would have to read whole. */
  get #isFoldingDue(): boolean {
    const { chunks, cells } = this.#unfolded;
    const { chunksBeforeFold, foldCells } = this.#parts.limits;
    return chunks >= chunksBeforeFold || cells >= foldCells;
  }
}
