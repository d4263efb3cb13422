import { QUICK_STEP_MS, usualInterval } from "#domain/history/bridging.ts";
import { dayOf, startOfDay } from "#domain/history/local-days.ts";
import { joinQuarters, type Quarter } from "#domain/history/rollup.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { DeadLines } from "./dead-lines.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { SeriesLimits } from "./limits.ts";
import { compactedRollups, type QuarterColumns, runsOf, type Wanted } from "./quarter-reader.ts";
import { type DayColumn, type DayRollup, decodeDays, encodeDays } from "./rollup-codec.ts";
import type { SampleRows } from "./sample-rows.ts";

/** Distance of row ids between two groups of days: more than there are groups of registers. */
const PARTS = 4096;

type DayLimits = Pick<SeriesLimits, "rollupMs" | "rollupsAtOnce" | "dayRegisters" | "dayRow">;
export type DayColumns = Map<number, DayColumn>;
/** Local days from `first` to before `end`, counted from 1970-01-01. */
export type Days = { first: number; end: number };

/**
 * The rollups of local days of compacted samples; a row has a number of days and registers. After a change of the time
 * zone all days are computed again, and until then missing ones are computed on request.
 */
export class DayRollups {
  readonly #rows: SampleRows;
  readonly #limits: DayLimits;
  readonly #lines: DeadLines;
  readonly #registers: () => number;
  /** Time zone of the stored days; set it together with the stored rows. */
  zone = "UTC";

  /** @param registers how many registers the site ever had */
  constructor(rows: SampleRows, limits: DayLimits, lines: DeadLines, registers: () => number) {
    this.#rows = rows;
    this.#limits = limits;
    this.#lines = lines;
    this.#registers = registers;
  }

  dayOf(at: number): number {
    return dayOf(this.zone, at);
  }

  /** Returns the local days of ascending instants. */
  daysOf(times: Iterable<number>): Set<number> {
    const days = new Set<number>();
    let until = Number.NEGATIVE_INFINITY;
    for (const at of times) {
      if (at < until) continue;
      const day = dayOf(this.zone, at);
      days.add(day);
      until = startOfDay(this.zone, day + 1);
    }
    return days;
  }

  /** Computes the days of these instants again after samples were compacted there. */
  renew(times: Iterable<number>): void {
    this.#renew(this.daysOf(times));
  }

  #renew(days: ReadonlySet<number>): void {
    const { dayRow } = this.#limits;
    for (const row of new Set([...days].map((day) => Math.floor(day / dayRow)))) {
      const own = [...days].filter((day) => Math.floor(day / dayRow) === row);
      const all = { first: row * dayRow, end: (row + 1) * dayRow };
      const isThere = this.#isBuilt(row);
      const ranges = isThere ? runsOf(own) : [all];
      const replaced = isThere ? new Set(own) : null;
      for (const [part, ids] of this.#parts().entries())
        this.#write(row, part, this.#join(ranges, ids), replaced);
    }
  }

  /** Returns the registers of each row of the same days. */
  #parts(): ReadonlySet<number>[] {
    const { dayRegisters } = this.#limits;
    const registers = this.#registers();
    return Array.from({ length: Math.max(1, Math.ceil(registers / dayRegisters)) }, (_, part) => {
      const first = part * dayRegisters;
      const count = Math.min(dayRegisters, Math.max(0, registers - first));
      return new Set(Array.from({ length: count }, (_, place) => first + place));
    });
  }

  /**
   * Computes the newest missing row.
   * @returns false if none is missing
   */
  build(): boolean {
    const blocks = this.#rows.blockRange();
    const past = this.#rows.expired.range();
    if (blocks === null && past === null) return false;
    const range = {
      from: Math.min(
        blocks?.from ?? Number.POSITIVE_INFINITY,
        past?.from ?? Number.POSITIVE_INFINITY,
      ),
      to: Math.max(blocks?.to ?? Number.NEGATIVE_INFINITY, past?.to ?? Number.NEGATIVE_INFINITY),
    };
    const { dayRow } = this.#limits;
    const rowOf = (at: number) => Math.floor(dayOf(this.zone, at) / dayRow);
    for (let row = rowOf(range.to); row >= rowOf(range.from); row--)
      if (!this.#isBuilt(row)) {
        this.#renew(new Set([row * dayRow]));
        return true;
      }
    return false;
  }

  /**
   * Returns rollups by day number, and the days that no row holds.
   * @param stale days that must not be returned, because there are samples outside of the blocks
   */
  read(
    wanted: ReadonlySet<number>,
    days: Days,
    stale: ReadonlySet<number>,
  ): { columns: DayColumns; missing: Days[] } {
    const { dayRow, dayRegisters } = this.#limits;
    const columns: DayColumns = new Map();
    const missing: Days[] = [];
    const parts = new Set([...wanted].map((id) => Math.floor(id / dayRegisters)));
    for (let row = Math.floor(days.first / dayRow); row * dayRow < days.end; row++) {
      const own = {
        first: Math.max(days.first, row * dayRow),
        end: Math.min(days.end, (row + 1) * dayRow),
      };
      if (!this.#isBuilt(row)) {
        missing.push(own);
        continue;
      }
      for (const part of parts)
        for (const [id, column] of this.#readPart(row, part, wanted))
          columns.set(id, append(columns.get(id), column, own, stale));
      missing.push(...runsOf([...stale].filter((day) => day >= own.first && day < own.end)));
    }
    return { columns, missing };
  }

  /** Joins quarters into days. */
  joinDays({ first, end }: Days, quarters: QuarterColumns): DayColumns {
    const edges: number[] = [];
    for (let day = first; day <= end; day++)
      edges.push(startOfDay(this.zone, day) / this.#limits.rollupMs);
    const columns: DayColumns = new Map();
    for (const [id, column] of quarters) {
      const buckets: number[] = [];
      const rollups: DayRollup[] = [];
      for (let index = 0; index + 1 < edges.length; index++) {
        const start = firstNotBefore(column.buckets, edges[index] ?? 0);
        const last = firstNotBefore(column.buckets, edges[index + 1] ?? 0);
        const usual = usualOfDay(column.rollups, start, last);
        const rollup = joinQuarters(column.rollups, () => usual, start, last);
        if (rollup === null) continue;
        buckets.push(first + index);
        rollups.push({ ...rollup, usual });
      }
      if (buckets.length > 0) columns.set(id, { buckets, rollups });
    }
    return columns;
  }

  /** Returns the instants at which the days begin and end. */
  spanOf({ first, end }: Days): { from: number; until: number } {
    return { from: startOfDay(this.zone, first), until: startOfDay(this.zone, end) };
  }

  /** Splits days into ranges whose quarters fit in memory together. */
  cutDays({ first, end }: Days, registers: number): Days[] {
    const { rollupMs, rollupsAtOnce } = this.#limits;
    const aDay = (DAY_MS / rollupMs) * Math.max(1, registers);
    const most = Math.max(1, Math.floor(rollupsAtOnce / aDay));
    return Array.from({ length: Math.ceil((end - first) / most) }, (_, index) => ({
      first: first + index * most,
      end: Math.min(end, first + (index + 1) * most),
    }));
  }

  #join(ranges: readonly Days[], ids: ReadonlySet<number>): DayColumns {
    const columns: DayColumns = new Map();
    for (const days of ranges.flatMap((own) => this.cutDays(own, ids.size))) {
      const { from, until } = this.spanOf(days);
      const quarters = compactedRollups(this.#rows, this.#limits, this.#lines, ids, from, until);
      for (const [id, column] of this.joinDays(days, quarters))
        columns.set(id, append(columns.get(id), column, days, NONE));
    }
    return columns;
  }

  /** @param replaced days that are taken from `made` even if it lacks them; null for all */
  #write(row: number, part: number, made: DayColumns, replaced: ReadonlySet<number> | null): void {
    if (part > 0 && made.size === 0) return;
    const { dayRow } = this.#limits;
    const all = { first: row * dayRow, end: (row + 1) * dayRow };
    const columns: DayColumns = new Map();
    if (replaced !== null)
      for (const [id, column] of this.#readPart(row, part, undefined))
        columns.set(id, append(undefined, column, all, replaced));
    for (const [id, column] of made) columns.set(id, inOrder(columns.get(id), column));
    this.#rows.days.writeDay(row * PARTS + part, encodeDays(columns, DAY_MS));
  }

  /** Whether a row of days is stored. Its first group of registers is always written. */
  #isBuilt(row: number): boolean {
    return this.#rows.days.hasDay(row * PARTS);
  }

  #readPart(row: number, part: number, wanted: Wanted): DayColumns {
    const data = this.#rows.days.day(row * PARTS + part);
    return data === null ? new Map() : decodeDays(data, DAY_MS, wanted);
  }
}

const NONE: ReadonlySet<number> = new Set();

/** Returns the median interval of the quarters of one day; both ends of each interval lie within it. */
function usualOfDay(quarters: readonly Quarter[], start: number, end: number): number {
  let slow: number[] | null = null;
  let quick = 0;
  for (let index = start; index < end; index++) {
    const quarter = quarters[index];
    if (quarter === undefined) continue;
    quick += quarter.count - 1 - quarter.slow.length;
    if (quarter.slow.length > 0) slow = [...(slow ?? []), ...quarter.slow];
    const next = index + 1 < end ? quarters[index + 1] : undefined;
    if (next === undefined) continue;
    const step = next.firstAt - quarter.lastAt;
    if (step > QUICK_STEP_MS) {
      slow ??= [];
      slow.push(step);
    } else quick += 1;
  }
  return slow === null ? 0 : usualInterval(slow, quick);
}

function append(
  held: DayColumn | undefined,
  column: DayColumn,
  { first, end }: Days,
  without: ReadonlySet<number>,
): DayColumn {
  const buckets = [...(held?.buckets ?? [])];
  const rollups = [...(held?.rollups ?? [])];
  for (const [index, day] of column.buckets.entries()) {
    const rollup = column.rollups[index];
    if (rollup === undefined || day < first || day >= end || without.has(day)) continue;
    buckets.push(day);
    rollups.push(rollup);
  }
  return { buckets, rollups };
}

/** Merges two columns without a common bucket in ascending order. */
function inOrder(one: DayColumn | undefined, other: DayColumn): DayColumn {
  if (one === undefined || one.buckets.length === 0) return other;
  const all = [one, other].flatMap(({ buckets, rollups }) =>
    buckets.flatMap((bucket, index) => {
      const rollup = rollups[index];
      return rollup === undefined ? [] : [{ bucket, rollup }];
    }),
  );
  all.sort((a, b) => a.bucket - b.bucket);
  return { buckets: all.map(({ bucket }) => bucket), rollups: all.map(({ rollup }) => rollup) };
}
