import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { callPortal } from "../live/call-portal.ts";
import { ShareContext } from "../live/share-context.ts";

export type ChartAnswer<Data, Input> = {
  /** What was answered last, and to what; it stays while something else is on its way. Null before. */
  answer: { data: Data; input: Input } | null;
  isLoading: boolean;
  /** In the server's words why there is no newer answer, empty where nobody answered; null where there is one. */
  refusal: string | null;
  ask: () => void;
};

const OK = 200;

/**
 * What a call of the API answers to an input that changes by hand: asked some time after the last change, and what was
 * asked before is not waited for.
 * @param input null as long as it is not known what to ask
 * @param everyMs how often it is asked again while somebody looks; null: never
 */
export function useChartAnswer<Data, Input extends object>(
  path: string,
  input: Input | null,
  { afterMs = 0, everyMs = null }: { afterMs?: number; everyMs?: number | null } = {},
): ChartAnswer<Data, Input> {
  const { language } = useTranslation().i18n;
  const shareRef = useContext(ShareContext);
  const [state, setState] = useState<Omit<ChartAnswer<Data, Input>, "ask">>({
    answer: null,
    isLoading: input !== null,
    refusal: null,
  });
  const [turn, setTurn] = useState(0);
  const wanted = input === null ? null : JSON.stringify(input);
  const known = useRef(input);
  known.current = input;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn more is asked once more
  useEffect(() => {
    if (wanted === null) return;
    const left = new AbortController();
    const asked = known.current as Input;
    const ask = async () => {
      setState((before) => ({ ...before, isLoading: true }));
      const { status, data, message } = await callPortal(
        path,
        asked,
        language,
        left.signal,
        shareRef,
      );
      if (left.signal.aborted) return;
      if (status === OK)
        setState({ answer: { data: data as Data, input: asked }, isLoading: false, refusal: null });
      else setState((before) => ({ ...before, isLoading: false, refusal: message ?? "" }));
    };
    const first = setTimeout(ask, afterMs);
    const isLooked = () => document.visibilityState === "visible" && navigator.onLine;
    const again = everyMs === null ? null : setInterval(() => isLooked() && void ask(), everyMs);
    return () => {
      left.abort();
      clearTimeout(first);
      if (again !== null) clearInterval(again);
    };
  }, [path, wanted, language, shareRef, afterMs, everyMs, turn]);
  return { ...state, ask: useCallback(() => setTurn((before) => before + 1), []) };
}
