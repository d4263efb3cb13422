import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { callPortal } from "./call-portal.ts";

export type Asked<Data> = {
  /** What was answered last; null before. */
  data: Data | null;
  /** In the server's words why there is no newer one, empty where nobody answered; null where there is one. */
  refusal: string | null;
  /** Asks once more. */
  ask: () => void;
};

const OK = 200;

/**
 * What a call of the API answers, asked again every so often while somebody looks. What is shown stays where an answer
 * does not come.
 * @param input null as long as it is not known what to ask
 */
export function useAnswer<Data>(path: string, input: object | null, everyMs: number): Asked<Data> {
  const { language } = useTranslation().i18n;
  const [answer, setAnswer] = useState<Omit<Asked<Data>, "ask">>({ data: null, refusal: null });
  const [turn, setTurn] = useState(0);
  const wanted = input === null ? null : JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn more is asked once more
  useEffect(() => {
    if (wanted === null) return;
    const left = new AbortController();
    const ask = async () => {
      const { status, data, message } = await callPortal(
        path,
        JSON.parse(wanted),
        language,
        left.signal,
      );
      if (left.signal.aborted) return;
      if (status === OK) setAnswer({ data: data as Data, refusal: null });
      else setAnswer((before) => ({ ...before, refusal: message ?? "" }));
    };
    void ask();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine) void ask();
    }, everyMs);
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [path, wanted, language, everyMs, turn]);
  return { ...answer, ask: useCallback(() => setTurn((before) => before + 1), []) };
}
