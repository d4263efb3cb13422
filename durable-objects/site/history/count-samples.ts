import type { SeriesStore } from "../series/series-store.ts";

/** Receives a number of samples that are read one by one. */
export type Count = (samples: number) => void;

/** Wraps the part of a store that curves read, and counts the samples. */
export function countSamples(series: SeriesStore, count: Count) {
  return {
    samplesUpTo(...asked: Parameters<SeriesStore["samplesUpTo"]>) {
      const found = series.samplesUpTo(...asked);
      // If there are too many samples, none was read.
      for (const { at } of found?.values() ?? []) count(at.length);
      return found;
    },
    sums: (...asked: Parameters<SeriesStore["sums"]>) => series.sums(...asked),
    dayRollups: (...asked: Parameters<SeriesStore["dayRollups"]>) => series.dayRollups(...asked),
    staleSpans: (...asked: Parameters<SeriesStore["staleSpans"]>) => series.staleSpans(...asked),
    usualAt: (...asked: Parameters<SeriesStore["usualAt"]>) => series.usualAt(...asked),
    setTimeZone: (zone: string) => series.setTimeZone(zone),
    get now() {
      return series.now;
    },
    get retention() {
      return series.retention;
    },
  };
}
