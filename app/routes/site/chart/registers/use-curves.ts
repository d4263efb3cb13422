import { useEffect, useMemo, useState } from "react";
import type { Span } from "#domain/history/local-days.ts";
import { type SteppedSeries, withInstants } from "../../../../charts/line-of-series.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { callPortal } from "../../../../live/call-portal.ts";
import { askedSpan } from "./asked-span.ts";
import { addLayer, bestLayer, type CurveLayer } from "./curve-layers.ts";

const PATH = "/site/v2/chart/periodrecord/alias/curve";
const OK = 200;
/** Points of each register: about one per px of a wide window. */
const POINTS = 2_000;
/** Points of one answer with all its registers (limit of the call). */
const MAX_POINTS = 10_000;
/** Delay after the user's last change, ms. */
const SETTLED_MS = 120;

type Series = SteppedSeries & { equipmentName: string | null };
type Answer = { bucketMs: number | null; series: Series[] };

export type Curves = {
  /** Data of the current window: its own answer, or the best available one until that arrives. */
  layer: CurveLayer | null;
  isLoading: boolean;
  /** Reason why there is no answer, as the server returned it; empty if the server did not answer. */
  refusal: string | null;
  ask: () => void;
};

/** Curves of registers in a window; the resolution follows the window. */
export function useCurves(
  siteKey: string,
  addresses: readonly string[],
  window: Span,
  limits: Span,
): Curves {
  const { language } = useTranslation().i18n;
  const [layers, setLayers] = useState<{ of: string; list: readonly CurveLayer[] }>({
    of: "",
    list: [],
  });
  const [state, setState] = useState<{ isLoading: boolean; refusal: string | null }>({
    isLoading: true,
    refusal: null,
  });
  const [turn, setTurn] = useState(0);
  const { from, to } = askedSpan(window, limits);
  const wanted = addresses.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn more is asked once more
  useEffect(() => {
    const names = wanted.split(",").filter(Boolean);
    const left = new AbortController();
    const timer = setTimeout(async () => {
      if (names.length === 0) return setState({ isLoading: false, refusal: null });
      setState((before) => ({ ...before, isLoading: true }));
      const answers = await Promise.all(
        inGroups(names).map((group) =>
          callPortal(
            PATH,
            {
              ...{ siteKey, addresses: group, points: POINTS, instants: "steps" },
              ...{ startDateTime: from, endDateTime: to },
            },
            language,
            left.signal,
          ),
        ),
      );
      if (left.signal.aborted) return;
      const failed = answers.find(({ status }) => status !== OK);
      if (failed !== undefined)
        return setState({ isLoading: false, refusal: failed.message ?? "" });
      const layer = layerOf(
        answers.map(({ data }) => data as Answer),
        { from, to },
      );
      setLayers(({ of, list }) => ({
        of: wanted,
        list: addLayer(of === wanted ? list : [], layer),
      }));
      setState({ isLoading: false, refusal: null });
    }, SETTLED_MS);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [siteKey, wanted, from, to, language, turn]);
  const layer = useMemo(() => bestLayer(layers.list, window), [layers, window]);
  return { layer, ...state, ask: () => setTurn((before) => before + 1) };
}

/** Splits addresses into groups that are small enough for one answer. */
function inGroups(addresses: readonly string[]): string[][] {
  const size = Math.floor(MAX_POINTS / POINTS);
  return Array.from({ length: Math.ceil(addresses.length / size) }, (_, group) =>
    addresses.slice(group * size, (group + 1) * size),
  );
}

function layerOf(answers: readonly Answer[], span: Span): CurveLayer {
  const series = answers.flatMap((answer) =>
    answer.series.map(
      (one) => [one.address, { ...withInstants(one), bucketMs: answer.bucketMs }] as const,
    ),
  );
  return { span, series: new Map(series) };
}
