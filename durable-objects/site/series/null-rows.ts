import type { Segment } from "./segment.ts";

/** Maximum number of rows; each covers the batches of one write buffer. */
const MAX_ROWS = 20_000;
/** Maximum number of runs in a row, so that a hostile logger cannot enlarge it. */
const MAX_RUNS = 4_000;

/** A run of evenly spaced instants. */
type Run = [from: number, step: number, count: number];
type Row = { from_at: number; runs: string };

/**
 * Instants at which a register of an alarm rule explicitly had no value. Blocks and chunks do not hold them, but they
 * restart what is pending, so they are stored when a write buffer is closed.
 */
export class NullRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Stores the nulls of some registers in the batches of a write buffer. Without nulls, it writes no row. */
  add(segments: Iterable<Segment>, ids: ReadonlySet<number>): void {
    const found = new Map<number, number[]>();
    for (const segment of segments) {
      for (const [id, nulls] of nullsOf(segment, ids))
        found.set(id, (found.get(id) ?? []).concat(nulls));
    }
    const runs: [id: number, ...Run][] = [];
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const [id, nulls] of found) {
      for (const run of toRuns([...new Set(nulls)].sort((one, other) => one - other))) {
        if (runs.length === MAX_RUNS) break;
        runs.push([id, ...run]);
        from = Math.min(from, run[0]);
        to = Math.max(to, run[0] + run[1] * (run[2] - 1));
      }
    }
    if (runs.length === 0) return;
    this.#sql.exec(
      `INSERT INTO series_nulls (from_at, to_at, runs) VALUES (?, ?, ?)`,
      from,
      to,
      JSON.stringify(runs),
    );
    this.#sql.exec(
      `DELETE FROM series_nulls WHERE id <= (SELECT max(id) FROM series_nulls) - ${MAX_ROWS}`,
    );
  }

  /** Returns the stored nulls of a register from `from` to before `until`, ascending. */
  read(id: number, from: number, until: number): number[] {
    const rows = this.#sql.exec<Row>(
      `SELECT from_at, runs FROM series_nulls WHERE to_at >= ? AND from_at < ?`,
      from,
      until,
    );
    const found = new Set<number>();
    for (const { runs } of rows) {
      for (const [owner, first, step, count] of JSON.parse(runs) as [number, ...Run][]) {
        if (owner !== id) continue;
        for (let index = 0; index < count; index++) {
          const at = first + index * step;
          if (at >= from && at < until) found.add(at);
        }
      }
    }
    return [...found].sort((one, other) => one - other);
  }
}

/** Returns the instants at which registers of a segment explicitly have no value, by register. */
export function nullsOf(
  { times, columns }: Segment,
  ids: ReadonlySet<number>,
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [id, column] of columns) {
    if (!ids.has(id)) continue;
    const nulls = times.filter((_, index) => (column[index] ?? null) === null);
    if (nulls.length > 0) found.set(id, nulls);
  }
  return found;
}

/** @param instants strictly ascending */
function toRuns(instants: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const at of instants) {
    const run = runs.at(-1);
    const step = run === undefined ? 0 : at - (run[0] + run[1] * (run[2] - 1));
    if (run !== undefined && (run[2] === 1 || run[1] === step)) {
      run[1] = step;
      run[2] += 1;
    } else runs.push([at, 0, 1]);
  }
  return runs;
}
