import type { DayRollups } from "./day-rollups.ts";
import { foldChunks } from "./fold-chunks.ts";
import type { FrozenRecord } from "./frozen-record.ts";
import type { SeriesLimits } from "./limits.ts";
import type { Duties, SampleRows } from "./sample-rows.ts";

type Parts = {
  rows: SampleRows;
  limits: SeriesLimits;
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
  #duties: Duties = { zone: "UTC", areDaysDue: false, isJudgingDue: false };

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads what there is to do off what is stored. */
  load(): void {
    const { rows, days } = this.#parts;
    this.#duties = rows.duties();
    days.zone = this.#duties.zone;
    this.#unfolded = rows.countChunks();
  }

  /** A chunk was added. */
  noteChunk({ cells }: { cells: number }): void {
    this.#unfolded.chunks += 1;
    this.#unfolded.cells += cells;
  }

  setTimeZone(zone: string): void {
    const { rows, days } = this.#parts;
    rows.removeDays();
    days.zone = zone;
    this.#note({ zone, areDaysDue: true });
  }

  get due(): boolean {
    return this.#isFoldingDue || this.#duties.areDaysDue || this.#duties.isJudgingDue;
  }

  /** One piece of what is due, to be wrapped in a transaction. */
  step(): void {
    const { days, frozen } = this.#parts;
    if (this.#isFoldingDue) this.fold();
    else if (this.#duties.areDaysDue) this.#note({ areDaysDue: days.build() });
    else if (this.#duties.isJudgingDue) this.#note({ isJudgingDue: frozen.judge() });
  }

  /** Brings a bounded piece of the chunks into blocks. */
  fold(): void {
    const { rows, limits, days, frozen } = this.#parts;
    const renewed = foldChunks(rows, limits);
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
    if (isNew) this.#parts.rows.writeDuties(all);
  }

  /** A backlog brings large chunks, which whoever asks for that time would have to read whole. */
  get #isFoldingDue(): boolean {
    const { chunks, cells } = this.#unfolded;
    const { chunksBeforeFold, foldCells } = this.#parts.limits;
    return chunks >= chunksBeforeFold || cells >= foldCells;
  }
}
