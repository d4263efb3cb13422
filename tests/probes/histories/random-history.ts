import fc from "fast-check";
import type { RegisterValue } from "#domain/registers/register.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { SampleBatch } from "#durable-objects/site/series/sample-batch.ts";
import { START } from "../../workers/series-support.ts";

export const ADDRESSES = ["FFFF000100", "FFFF000110", "FFFF000200", "0033110107", "0033120107"];
export const ZONES = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Marquesas"] as const;
const SPAN_MINUTES = 5 * 24 * 60;

export type HistoryStep =
  | { do: "append"; batch: SampleBatch }
  | { do: "compact" }
  | { do: "evict" }
  /** As an object finds itself that stood at the schema before rollups. */
  | { do: "upgrade" }
  | { do: "zone"; zone: string }
  /** Samples older than this many minutes after START expire, in this many steps. */
  | { do: "expire"; minutes: number; steps: number };

/** Edges in quarters of an hour, or local days, both from START. */
export type Query = { address: string; quarters: readonly number[]; days: readonly number[] };

const value: fc.Arbitrary<RegisterValue> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -30, max: 50 }).map((tenths) => tenths / 10) },
  { weight: 1, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom("charge", "idle") },
  { weight: 1, arbitrary: fc.constant(null) },
);
/** Evenly spaced, as loggers sample, at any pace; or here and there. */
const times = fc
  .tuple(
    fc.nat(SPAN_MINUTES),
    fc.constantFrom(
      1_000,
      10_000,
      17_000,
      MINUTE_MS,
      5 * MINUTE_MS,
      15 * MINUTE_MS,
      70 * MINUTE_MS,
    ),
    fc.integer({ min: 1, max: 30 }),
  )
  .map(([minute, step, count]) =>
    Array.from({ length: count }, (_, index) => START + minute * MINUTE_MS + index * step),
  );
const batch = times.chain((instants) =>
  fc
    .uniqueArray(
      fc.tuple(
        fc.constantFrom(...ADDRESSES),
        fc.array(value, { minLength: instants.length, maxLength: instants.length }),
      ),
      { selector: ([address]) => address, minLength: 1 },
    )
    .map((columns): SampleBatch => ({ times: instants, columns: new Map(columns) })),
);

const expiring = fc.record({
  do: fc.constant("expire" as const),
  minutes: fc.nat(SPAN_MINUTES),
  steps: fc.nat(12),
});

const step: fc.Arbitrary<HistoryStep> = fc.oneof(
  { weight: 14, arbitrary: batch.map((batch): HistoryStep => ({ do: "append", batch })) },
  { weight: 4, arbitrary: fc.constant<HistoryStep>({ do: "compact" }) },
  { weight: 2, arbitrary: fc.constant<HistoryStep>({ do: "evict" }) },
  { weight: 2, arbitrary: expiring },
  { weight: 1, arbitrary: fc.constant<HistoryStep>({ do: "upgrade" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...ZONES).map((zone): HistoryStep => ({ do: "zone", zone })),
  },
);

const ascending = (most: number, length: number) =>
  fc
    .uniqueArray(fc.nat(most), { minLength: 2, maxLength: length })
    .map((edges) => edges.sort((a, b) => a - b));
const query: fc.Arbitrary<Query> = fc.record({
  address: fc.constantFrom(...ADDRESSES),
  quarters: ascending(6 * 96, 12),
  days: ascending(7, 2),
});

/** Steps, and what is asked afterwards. */
export const randomHistory = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 50, size: "max" }),
  queries: fc.array(query, { minLength: 1, maxLength: 8 }),
});
