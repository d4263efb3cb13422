import type { RegisterValue } from "#domain/registers/register.ts";

/**
 * Columns of values over instants (ms UTC, strictly ascending) by register address. Null means that the sample has no
 * value.
 */
export type SampleBatch = {
  readonly times: readonly number[];
  readonly columns: ReadonlyMap<string, readonly RegisterValue[]>;
};
