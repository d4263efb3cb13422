import type { Span } from "#domain/history/local-days.ts";
import type { AnsweredSeries } from "../../../../charts/line-of-series.ts";

/** What was answered for a span: each register's curve, as fine as it was asked for. */
export type CurveLayer = { span: Span; series: ReadonlyMap<string, LayeredSeries> };
/** Where registers come in several answers, each has buckets of its own. */
export type LayeredSeries = AnsweredSeries & {
  bucketMs: number | null;
  equipmentName: string | null;
};

/** So many are remembered besides the newest: what a zoom out or back comes to again. */
const REMEMBERED = 6;

/** With one more layer on top; those that are whole within finer ones are forgotten first. */
export function addLayer(layers: readonly CurveLayer[], layer: CurveLayer): CurveLayer[] {
  const others = layers.filter(
    ({ span }) => span.from < layer.span.from || span.to > layer.span.to,
  );
  return [...others.slice(-REMEMBERED), layer];
}

/** The layer that shows a window best: the finest that covers it, else the longest there is. */
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
