import type { RegisterValue } from "#domain/registers/register.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";

/** [instant, value], instants ascending, never null. */
export type StoredValue = readonly [at: number, value: RegisterValue];

/** The stored values of a span, pair by pair. */
export function readPairs(
  store: SeriesStore,
  addresses: Iterable<string>,
  from: number,
  until: number,
): Map<string, StoredValue[]> {
  const found = new Map<string, StoredValue[]>();
  for (const [address, { at, values }] of store.samples(addresses, from, until))
    found.set(
      address,
      at.map((instant, index) => [instant, values[index] ?? null]),
    );
  return found;
}
