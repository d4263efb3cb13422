import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { callPortal } from "../live/call-portal.ts";
import { ShareContext } from "../live/share-context.ts";

export type ChartAnswer<Data, Input> = {
  /** The last answer and its input; it stays while a newer query is running. Null before the first answer. */
  answer: { data: Data; input: Input } | null;
  isLoading: boolean;
  /**
   * The server's reason why there is no newer answer: empty if the server did not answer, null if there is no problem.
   */
  refusal: string | null;
  ask: () => void;
};

const OK = 200;

/**
 * Calls the API with an input that the user changes: waits for a pause after the last change and ignores answers to
 * older inputs.
 * @param input null as long as the query is not known
 * @param everyMs polling interval while the page is visible; null disables polling
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
