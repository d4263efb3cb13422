import { bridgeLimit, MIN_BRIDGE_MS, type UsualAt } from "#domain/history/bridging.ts";
import { registerOf, SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { sumSamples } from "../history/curve-buckets.ts";
import { BucketColumns, type BucketSums } from "../series/bucket-columns.ts";
import { firstNotBefore } from "../series/first-not-before.ts";
import type { Channel } from "../series/sample-set.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { ImportedPoints, SiteImports } from "./site-imports.ts";

type Imports = Pick<SiteImports, "covers" | "samples">;
type Sampled = Pick<SeriesStore, "samplesUpTo" | "usualAt" | "now">;

/** Adds what imports have where the logger has nothing to the answers of a store. */
export type Layered = {
  samplesUpTo: SeriesStore["samplesUpTo"];
  /** Returns sums with those of imports in buckets without a sample of the logger. */
  fillSums(
    found: ReadonlyMap<string, BucketSums>,
    addresses: readonly string[],
    edges: readonly number[],
  ): Map<string, BucketSums>;
};

/**
 * Layers imports below the samples of the logger. An imported sample counts before the logger's first sample of its
 * register, after its last one, and in its gaps; a gap is longer than the bridge limit.
 * @param count receives the number of imported samples that are read
 */
export function layImports(
  series: Sampled,
  imports: Imports,
  count: (samples: number) => void = () => {},
): Layered {
  const read = (addresses: Iterable<string>, from: number, until: number) => {
    const found = new Map<string, ImportedPoints>();
    if (!imports.covers(from, until)) return found;
    const own = [...addresses].filter((address) => address.startsWith(SITE_EQUIPMENT));
    for (const [register, points] of imports.samples(own.map(registerOf), from, until)) {
      count(points.at.length);
      found.set(SITE_EQUIPMENT + register, points);
    }
    return found;
  };
  return {
    samplesUpTo(most, addresses, from, until) {
      const listed = [...addresses];
      const imported = read(listed, from, until);
      if (imported.size === 0) return series.samplesUpTo(most, listed, from, until);
      if (countAll(imported) > most) return null;
      // A sample of the logger may be just outside of the period, and reach into it.
      const found = series.samplesUpTo(most, listed, from - MIN_BRIDGE_MS, until + MIN_BRIDGE_MS);
      if (found === null) return null;
      const layered = new Map<string, Channel>();
      for (const address of listed) {
        const channel = found.get(address) ?? NO_SAMPLES;
        const points = imported.get(address);
        const filled =
          points === undefined ? channel : fillGaps(channel, points, series.usualAt(address));
        const cut = cutChannel(filled, from, until);
        if (cut.at.length > 0) layered.set(address, cut);
      }
      return layered;
    },
    fillSums(found, addresses, edges) {
      const filled = new Map(found);
      const [from, until] = [edges[0] ?? 0, edges.at(-1) ?? 0];
      // One register at a time, so that a long period stays within the memory of an object.
      for (const address of addresses) {
        const points = read([address], from, until).get(address);
        if (points === undefined) continue;
        const sums = sumSamples(points, edges, {
          since: from,
          last: null,
          usualAt: () => 0,
          now: series.now,
        });
        const own = found.get(address);
        filled.set(address, own === undefined ? sums : fillBuckets(own, sums));
      }
      return filled;
    },
  };
}

type ForCurves = Pick<
  SeriesStore,
  | "samplesUpTo"
  | "sums"
  | "dayRollups"
  | "usualAt"
  | "staleSpans"
  | "retention"
  | "setTimeZone"
  | "now"
>;

/** Wraps the part of a store that curves read. */
export function layForCurves(
  series: ForCurves,
  imports: Imports,
  count?: (samples: number) => void,
): ForCurves & Layered {
  return {
    ...layImports(series, imports, count),
    sums: (...asked) => series.sums(...asked),
    dayRollups: (...asked) => series.dayRollups(...asked),
    usualAt: (address) => series.usualAt(address),
    staleSpans: (...asked) => series.staleSpans(...asked),
    setTimeZone: (zone) => series.setTimeZone(zone),
    get now() {
      return series.now;
    },
    get retention() {
      return series.retention;
    },
  };
}

type ForExport = Pick<
  SeriesStore,
  "samples" | "sums" | "dayRollups" | "endOfCells" | "setTimeZone" | "now" | "retention"
>;

/** Wraps the part of a store that exports read. A part of an export ends where it would have too many values. */
export function layForExport(
  series: SeriesStore,
  imports: Imports & Pick<SiteImports, "endOfValues">,
): ForExport & Layered {
  const layered = layImports(series, imports);
  return {
    ...layered,
    samples: (addresses, from, until) =>
      layered.samplesUpTo(Number.POSITIVE_INFINITY, addresses, from, until) ?? new Map(),
    endOfCells: (from, until, most) =>
      Math.min(series.endOfCells(from, until, most), imports.endOfValues(from, until, most)),
    sums: (...asked) => series.sums(...asked),
    dayRollups: (...asked) => series.dayRollups(...asked),
    setTimeZone: (zone) => series.setTimeZone(zone),
    get now() {
      return series.now;
    },
    get retention() {
      return series.retention;
    },
  };
}

const NO_SAMPLES: Channel = { at: [], values: [] };

function countAll(imported: ReadonlyMap<string, ImportedPoints>): number {
  return [...imported.values()].reduce((sum, { at }) => sum + at.length, 0);
}

function cutChannel({ at, values }: Channel, from: number, until: number): Channel {
  const start = firstNotBefore(at, from);
  const end = firstNotBefore(at, until);
  return start === 0 && end === at.length
    ? { at, values }
    : { at: at.slice(start, end), values: values.slice(start, end) };
}

/** Adds imported points where a channel has none within the bridge limit. */
export function fillGaps(channel: Channel, points: ImportedPoints, usualAt: UsualAt): Channel {
  if (channel.at.length === 0) return points;
  const at: number[] = [];
  const values: Channel["values"][number][] = [];
  let next = 0;
  const takeOwn = (before: number) => {
    for (; next < channel.at.length && (channel.at[next] ?? 0) <= before; next++) {
      at.push(channel.at[next] ?? 0);
      values.push(channel.values[next] ?? 0);
    }
  };
  for (const [place, instant] of points.at.entries()) {
    takeOwn(instant);
    const last = channel.at[next - 1];
    const following = channel.at[next];
    if (last === instant) continue;
    const isBridged =
      last !== undefined &&
      following !== undefined &&
      following - last <= bridgeLimit(usualAt(instant));
    if (isBridged) continue;
    at.push(instant);
    values.push(points.values[place] ?? 0);
  }
  takeOwn(Number.POSITIVE_INFINITY);
  return { at, values };
}

/** Takes the buckets of imports where the logger has no sample. */
function fillBuckets(own: BucketSums, imported: BucketSums): BucketSums {
  const filled = new BucketColumns(own.count.length);
  for (let place = 0; place < own.count.length; place++) {
    const from = (own.count[place] ?? 0) > 0 ? own : imported;
    const count = from.count[place] ?? 0;
    if (count > 0) {
      const [sum = 0, min = 0, max = 0] = [from.sum[place], from.min[place], from.max[place]];
      filled.add(place, count, sum, min, max, from.firstAt[place] ?? 0, from.lastAt[place] ?? 0);
    }
    filled.addHeld(place, from.area[place] ?? 0, from.held[place] ?? 0);
  }
  return filled;
}
