import type { AnsweredSeries } from "#app/charts/line-of-series.ts";
import type { Span } from "#domain/history/local-days.ts";

/** Answer for a span: each register's curve with its resolution. */
export type CurveLayer = { span: Span; series: ReadonlyMap<string, LayeredSeries> };
/** Series of several answers have buckets of their own. */
export type LayeredSeries = AnsweredSeries & {
  bucketMs: number | null;
  equipmentName: string | null;
};

/** Number of older layers that are kept for zooming out and going back. */
const REMEMBERED = 6;

/** Adds a layer; layers that lie completely within finer ones are removed first. */
export function addLayer(layers: readonly CurveLayer[], layer: CurveLayer): CurveLayer[] {
  const others = layers.filter(
    ({ span }) => span.from < layer.span.from || span.to > layer.span.to,
  );
  return [...others.slice(-REMEMBERED), layer];
}

/** The layer that shows a window best: the finest that covers it, or else the longest. */
export function bestLayer(layers: readonly CurveLayer[], window: Span): CurveLayer | null {
  const covering = layers.filter(({ span }) => span.from <= window.from && span.to >= window.to);
  const finest = covering.reduce<CurveLayer | null>(
    (best, one) => (best === null || lengthOf(one) < lengthOf(best) ? one : best),
    null,
  );
  if (finest !== null) return finest;
  return layers.reduce<CurveLayer | null>(
    (best, one) => (best === null || overlap(one, window) > overlap(best, window) ? one : best),
    null,
  );
}

const lengthOf = ({ span }: CurveLayer) => span.to - span.from;

function overlap({ span }: CurveLayer, window: Span): number {
  return Math.min(span.to, window.to) - Math.max(span.from, window.from);
}
