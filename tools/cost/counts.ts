import { z } from "zod";

/** What the platform bills, counted. `…Ms`: time in ms; `alarmsSet` is billed like a row written and counted apart. */
export const counts = z.object({
  workerRequests: z.number(),
  workerMs: z.number(),
  /** Pages rendered and visits made by the Worker, whose time is assumed and not in `workerMs`. */
  pages: z.number(),
  visits: z.number(),
  objectRequests: z.number(),
  objectMessages: z.number(),
  objectMs: z.number(),
  objectRowsRead: z.number(),
  objectRowsWritten: z.number(),
  alarmsSet: z.number(),
  queueOperations: z.number(),
  databaseRowsRead: z.number(),
  databaseRowsWritten: z.number(),
});
export type Counts = z.infer<typeof counts>;
export type Counter = keyof Counts;

const COUNTERS = Object.keys(counts.shape) as Counter[];

export function mapCounts(value: (counter: Counter) => number): Counts {
  return Object.fromEntries(COUNTERS.map((counter) => [counter, value(counter)])) as Counts;
}

/** Sums counts, each taken so many times. */
export function sumCounts(...parts: readonly (readonly [part: Counts, times: number])[]): Counts {
  return mapCounts((counter) =>
    parts.reduce((sum, [part, times]) => sum + times * part[counter], 0),
  );
}

/** What an object has stored once its logger has spoken for some days. */
export const stored = z.object({
  /** Bytes that stay: tables, the newest samples, what waits to be folded. */
  standing: z.number(),
  /** Bytes of history that a day adds. */
  perDay: z.number(),
});
export type Stored = z.infer<typeof stored>;

/** What a run counted; docs/cost.json. */
export const measured = z.object({
  /** Day of the run, YYYY-MM-DD. */
  day: z.iso.date(),
  site: z.object({
    name: z.string(),
    registers: z.int(),
    /** Registers that every sample has. */
    sampled: z.int(),
  }),
  /** A day with nobody watching and one reconnection, at 60 s and at 300 s uploads. */
  idle60: z.object({ counts, stored }),
  idle300: z.object({ counts, stored }),
  /** Signing in, opening the list and the site, and the first moments there. */
  opening: counts,
  /** An hour with one viewer, at 1 s uploads. */
  watchedHour: counts,
  /** One turn of the jobs of every five minutes. */
  sweep: counts,
});
export type Measured = z.infer<typeof measured>;
