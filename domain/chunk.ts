/**
 * Splits a list into chunks in its order, for limits on the size of a statement, a message or a round of calls.
 * @param size items in each chunk, at least 1; the last chunk may have fewer
 * @returns no chunks for an empty list
 */
export function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
