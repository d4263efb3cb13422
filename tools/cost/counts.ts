import { z } from "zod";

/**
 * Billed usage by meter. Fields ending in `Ms` are times in ms by the lower quartile of each kind of event, fields
 * ending in `MeanMs` by the mean. `alarmsSet` is billed like a written row and counted separately.
 */
export const counts = z.object({
  workerRequests: z.number(),
  workerMs: z.number(),
  workerMeanMs: z.number(),
  /** Pages that the Worker rendered. Their time is assumed and not part of `workerMs`; this also applies to `polls`. */
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
  /** Operations of the queue for poll batches, which only large deployments use. */
  batchOperations: z.number(),
  databaseRowsRead: z.number(),
  databaseRowsWritten: z.number(),
  /** Class A operations of the bucket (writing and listing). */
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

/** Returns the sum of counts, each multiplied by its `times`. */
export function sumCounts(...parts: readonly (readonly [part: Counts, times: number])[]): Counts {
  return mapCounts((counter) =>
    parts.reduce((sum, [part, times]) => sum + times * part[counter], 0),
  );
}

/** Storage of a site's object and of the bucket after its logger has been connected for some days. */
export const stored = z.object({
  /** Bytes that do not grow with time: tables, the newest samples, and samples that wait for compaction. */
  standing: z.number(),
  /** Bytes of history that each day adds. */
  perDay: z.number(),
  /** Bytes in the bucket. */
  files: z.number(),
});
export type Stored = z.infer<typeof stored>;

/** All counts of a run, as stored in docs/cost.json. */
export const measured = z.object({
  /** Day of the run, YYYY-MM-DD. */
  day: z.iso.date(),
  site: z.object({
    name: z.string(),
    registers: z.int(),
    /** Number of registers in every sample. */
    sampled: z.int(),
  }),
  /** Usage of a day without viewers and with one reconnection, with an upload every 60 s (`idle300`: every 300 s). */
  idle60: z.object({ counts, stored }),
  idle300: z.object({ counts, stored }),
  /** Usage of signing in, opening the list and a site, and the first moments on its page. */
  opening: counts,
  /** Usage of an hour with one viewer and an upload every second. */
  watchedHour: counts,
  /**
   * Usage of one alarm with an e-mail at its start and one at its end, beyond that of the same time without it. */
  alarm: counts,
  /** Usage of one run of the jobs that run every five minutes; `nightSweep` is the run at midnight, which does more. */
  sweep: counts,
  nightSweep: counts,
  /**
   * Usage of one minute's polls in a larger deployment: the number of sites that the job polls directly, and of those
   * polled through the queue.
   */
  rounds: z.object({ own: z.int(), queued: z.int(), counts }),
  /** Bytes that a site adds to D1 with its module, owner, owner's account and one session, indexes included. */
  databaseBytesASite: z.number(),
});
export type Measured = z.infer<typeof measured>;
