import type { RegisterValue } from "#domain/registers/register.ts";
import { MAX_FUTURE_MS, MIN_INSTANT } from "#protocol/logger/limits.ts";
import { instantsOf, type RealDataUpdateMessage } from "#protocol/logger/messages.ts";

export type SortedBatch = {
  /** ms UTC, strictly ascending. */
  times: readonly number[];
  columns: Map<string, readonly RegisterValue[]>;
  /** Values that are not stored, because their register is not kept or their instant is out of range. */
  refused: number;
};

/** Separates the values of a batch that can be stored. An instant out of range affects no other value. */
export function sortBatch(
  batch: RealDataUpdateMessage,
  knows: (registerAddress: string) => boolean,
  now: number,
  earliest = MIN_INSTANT,
): SortedBatch {
  const instants = instantsOf(batch);
  const latest = now + MAX_FUTURE_MS;
  const first = indexOrEnd(instants, (at) => at >= earliest);
  const end = indexOrEnd(instants, (at) => at > latest);
  const isWhole = first === 0 && end === instants.length;
  const columns = new Map<string, readonly RegisterValue[]>();
  let refused = 0;
  for (const address of Object.keys(batch.values)) {
    const column = batch.values[address] ?? [];
    if (!knows(address)) {
      refused += countOf(column);
      continue;
    }
    const stored = isWhole ? column : column.slice(first, end);
    if (!isWhole) refused += countOf(column) - countOf(stored);
    columns.set(address, stored);
  }
  return { times: isWhole ? instants : instants.slice(first, end), columns, refused };
}

function indexOrEnd(instants: readonly number[], test: (at: number) => boolean): number {
  const index = instants.findIndex(test);
  return index === -1 ? instants.length : index;
}

/** Counts the values of a batch; null is a missing value. */
export function countValues({ values }: Pick<RealDataUpdateMessage, "values">): number {
  return Object.values(values).reduce((sum, column) => sum + countOf(column), 0);
}

function countOf(column: readonly RegisterValue[]): number {
  return column.reduce<number>((sum, value) => (value === null ? sum : sum + 1), 0);
}
