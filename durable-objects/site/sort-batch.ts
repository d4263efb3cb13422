import type { RegisterValue } from "#domain/registers/register.ts";
import { EARLIEST_INSTANT, FUTURE_ALLOWED_MS } from "#protocol/logger/limits.ts";
import { instantsOf, type RealDataUpdateMessage } from "#protocol/logger/messages.ts";

export type SortedBatch = {
  /** ms UTC, strictly ascending. */
  times: readonly number[];
  columns: Map<string, readonly RegisterValue[]>;
  /** Values that are not stored: of a register that is not kept, or of an instant that cannot be. */
  refused: number;
};

/** Parts what is stored of a batch from what is not. An instant out of range takes nothing else with it. */
export function sortBatch(
  batch: RealDataUpdateMessage,
  knows: (registerAddress: string) => boolean,
  now: number,
  earliest = EARLIEST_INSTANT,
): SortedBatch {
  const instants = instantsOf(batch);
  const latest = now + FUTURE_ALLOWED_MS;
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

/** Values of a batch; null says that there is none. */
export function countValues({ values }: Pick<RealDataUpdateMessage, "values">): number {
  return Object.values(values).reduce((sum, column) => sum + countOf(column), 0);
}

function countOf(column: readonly RegisterValue[]): number {
  return column.reduce<number>((sum, value) => (value === null ? sum : sum + 1), 0);
}
