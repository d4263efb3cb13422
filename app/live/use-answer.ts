import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { callPortal } from "./call-portal.ts";

export type ApiQuery<Data> = {
  /** The last answer; null before the first one. */
  data: Data | null;
  /**
   * The server's reason why there is no newer answer: empty if the server did not answer, null if there is no problem.
   */
  refusal: string | null;
  /** Repeats the query. */
  ask: () => void;
};

const OK = 200;

type Answer<Data> = Omit<ApiQuery<Data>, "ask"> & {
  /** Input of this answer; an answer for one site must not be shown for another. */
  input: string | null;
};

/**
 * Polls a call of the API while the page is visible. A failed call keeps the last answer.
 * @param input null as long as the query is not known
 */
export function useAnswer<Data>(
  path: string,
  input: object | null,
  everyMs: number,
): ApiQuery<Data> {
  const { language } = useTranslation().i18n;
  const [turn, setTurn] = useState(0);
  const wanted = input === null ? null : JSON.stringify(input);
  const none: Answer<Data> = { input: wanted, data: null, refusal: null };
  const [held, setAnswer] = useState(none);
  const answer = wanted === null || held.input === wanted ? held : none;
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
      if (status === OK) setAnswer({ input: wanted, data: data as Data, refusal: null });
      else
        setAnswer((before) => ({
          input: wanted,
          data: before.input === wanted ? before.data : null,
          refusal: message ?? "",
        }));
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
  const ask = useCallback(() => setTurn((before) => before + 1), []);
  return { data: answer.data, refusal: answer.refusal, ask };
}
