const SIZE = 50;

export type Page = { limit: number; offset: number; describe(total: number): string[] };

/** Returns a page of a long list by its number, starting at 1. */
export function pageOf(number: number): Page {
  return {
    limit: SIZE,
    offset: (number - 1) * SIZE,
    describe(total) {
      const last = Math.max(1, Math.ceil(total / SIZE));
      if (number >= last) return number === 1 ? [] : [`Page ${number} of ${count(last)}.`];
      return [`Page ${number} of ${count(last)}: --page ${number + 1} has the next.`];
    },
  };
}

/** Formats a number as "100,000". */
export function count(number: unknown): string {
  return Number(number).toLocaleString("en");
}
