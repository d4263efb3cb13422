import { z } from "zod";

/**
 * What the platform bills, counted. `…Ms`: time in ms, by the lower quartile of each kind of event, `…MeanMs` by the
 * mean; `alarmsSet` is billed like a row written and counted apart.
 */
export const counts = z.object({
  workerRequests: z.number(),
  workerMs: z.number(),
  workerMeanMs: z.number(),
  /** Pages rendered and polls made by the Worker, whose time is assumed and not in `workerMs`. */
  pages: z.number(),
  polls: z.number(),
  objectRequests: z.number(),
  objectMessages: z.number(),
  objectMs: z.number(),
  objectMeanMs: z.number(),
  objectRowsRead: z.number(),
  objectRowsWritten: z.number(),
  alarmsSet: z.number(),
  queueOperations: z.number(),
  /** Those of the queue for poll batches, which large installations have besides. */
  batchOperations: z.number(),
  databaseRowsRead: z.number(),
  databaseRowsWritten: z.number(),
  /** Of the bucket: what changes or lists is class A, what reads is class B. */
  filesWritten: z.number(),
  filesRead: z.number(),
  mails: z.number(),
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

/** What an object and the bucket have stored once its logger has spoken for some days. */
export const stored = z.object({
  /** Bytes that stay: tables, the newest samples, what waits to be folded. */
  standing: z.number(),
  /** Bytes of history that a day adds. */
  perDay: z.number(),
  /** Bytes in the bucket. */
  files: z.number(),
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
  /** A day without viewers and with one reconnection, at 60 s and at 300 s uploads. */
  idle60: z.object({ counts, stored }),
  idle300: z.object({ counts, stored }),
  /** Signing in, opening the list and the site, and the first moments there. */
  opening: counts,
  /** An hour with one viewer, at 1 s uploads. */
  watchedHour: counts,
  /** One turn of the jobs of every five minutes, and the one at midnight, which does more. */
  sweep: counts,
  nightSweep: counts,
  /** One minute's polls of a larger installation: sites that the job polls itself, and those by way of the queue. */
  rounds: z.object({ own: z.int(), queued: z.int(), counts }),
  /** Bytes of a site in D1, with its module, owner, owner's account and one session, indexes included. */
  databaseBytesASite: z.number(),
});
export type Measured = z.infer<typeof measured>;
