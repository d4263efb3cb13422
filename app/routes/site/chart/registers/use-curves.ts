import { useMemo, useState } from "react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { useApiQueries } from "#app/api/use-api-query.ts";
import { withInstants } from "#app/charts/line-of-series.ts";
import { chunk } from "#domain/chunk.ts";
import type { Span } from "#domain/history/local-days.ts";
import { addLayer, bestLayer, type CurveLayer } from "./curve-layers.ts";
import { requestedSpan } from "./requested-span.ts";

const PATH = "POST /site/v2/chart/periodrecord/alias/curve";
/** Points of each register: about one per px of a wide window. */
const POINTS = 2_000;
/** Registers of one call: an answer has at most 10,000 points. */
const MAX_ADDRESSES = Math.floor(10_000 / POINTS);
/** Delay after the user's last change, ms. */
const DEBOUNCE_MS = 120;

type CurvesAnswer = ApiAnswer<typeof PATH>;
type Layers = {
  /** The answers from which the last layer was made. */
  newest: readonly CurvesAnswer[] | null;
  /** Registers of all layers. */
  addresses: string;
  list: readonly CurveLayer[];
};

export type Curves = {
  /** Data of the current window: its own answer, or the best available one until that arrives. */
  layer: CurveLayer | null;
  isLoading: boolean;
  /** Reason why there is no answer, as the server returned it; empty if the server did not answer. */
  refusal: string | null;
  refetch: () => void;
};

/** Curves of registers in a window; the resolution follows the window. */
export function useCurves(
  siteKey: string,
  addresses: readonly string[],
  window: Span,
  limits: Span,
): Curves {
  const { from, to } = requestedSpan(window, limits);
  const wanted = chunk(addresses, MAX_ADDRESSES).map((group) => ({
    siteKey,
    addresses: group,
    points: POINTS,
    instants: "steps" as const,
    startDateTime: from,
    endDateTime: to,
  }));
  const { data, inputs, isLoading, refusal, refetch } = useApiQueries(
    PATH,
    wanted.length === 0 ? null : wanted,
    { debounceMs: DEBOUNCE_MS, keepPrevious: true },
  );
  const [layers, setLayers] = useState<Layers>({ newest: null, addresses: "", list: [] });
  if (data !== null && inputs !== null && data !== layers.newest) {
    const drawn = inputs.flatMap((input) => input.addresses).join();
    const [{ startDateTime = from, endDateTime = to } = {}] = inputs;
    const layer = layerOf(data, { from: startDateTime, to: endDateTime });
    const list = addLayer(layers.addresses === drawn ? layers.list : [], layer);
    setLayers({ newest: data, addresses: drawn, list });
  }
  const layer = useMemo(() => bestLayer(layers.list, window), [layers, window]);
  return { layer, isLoading, refusal, refetch };
}

function layerOf(answers: readonly CurvesAnswer[], span: Span): CurveLayer {
  const series = answers.flatMap((answer) =>
    answer.series.map(
      (one) => [one.address, { ...withInstants(one), bucketMs: answer.bucketMs }] as const,
    ),
  );
  return { span, series: new Map(series) };
}
