import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { usePolling } from "../ui/use-polling.ts";
import type { ApiAnswer, ApiInput, ApiPath } from "./api-types.ts";
import { callApi } from "./call-api.ts";
import { ShareContext } from "./share-context.ts";

type QueryState = {
  isLoading: boolean;
  /**
   * The server's reason why there is no newer answer: empty if the server did not answer, null if there is no problem.
   */
  refusal: string | null;
  /** Repeats the query. */
  refetch: () => void;
};

export type ApiQuery<Path extends ApiPath, Input = ApiInput<Path>> = QueryState & {
  /** The last answer; null before the first one. */
  data: ApiAnswer<Path> | null;
  /** Input of this answer. */
  input: Input | null;
};

/** Answers of several calls; both lists have the order of the inputs. */
type ApiQueries<Path extends ApiPath, Input = ApiInput<Path>> = QueryState & {
  data: readonly ApiAnswer<Path>[] | null;
  inputs: readonly Input[] | null;
};

export type QueryOptions = {
  /** Pause, ms, after the last change of the input before the call. */
  debounceMs?: number;
  /** Polling interval, ms, while the page is visible and online; null disables polling. */
  pollMs?: number | null;
  /** Whether the answer to the previous input stays until the next one arrives; otherwise it is dropped at once. */
  keepPrevious?: boolean;
};

/** Refuses fields that the operation does not have. */
type Exact<Wanted, Given extends Wanted> = Given & {
  [Extra in Exclude<keyof Given, keyof Wanted>]: never;
};

/**
 * Calls an operation through the API and again when the input changes. Answers to older inputs are ignored, and a
 * failed call keeps the last answer. Viewers of a share link call as such.
 * @param path method and path of the operation, for example `POST /site/v2/chart/summary`
 * @param input compared by its JSON; null as long as the query is not known
 */
export function useApiQuery<Path extends ApiPath, Input extends ApiInput<Path>>(
  path: Path,
  input: Exact<ApiInput<Path>, Input> | null,
  options?: QueryOptions,
): ApiQuery<Path, Input> {
  const { data, inputs, ...state } = useApiQueries<Path, Input>(
    path,
    input === null ? null : [input],
    options,
  );
  return { ...state, data: data?.[0] ?? null, input: inputs?.[0] ?? null };
}

type Held<Path extends ApiPath, Input> = Omit<ApiQueries<Path, Input>, "refetch"> & {
  /** The last called inputs as JSON. */
  called: string | null;
};

/** Calls an operation once for each input, in parallel; there is no data until all calls have succeeded. */
export function useApiQueries<Path extends ApiPath, Input extends ApiInput<Path>>(
  path: Path,
  inputs: readonly Exact<ApiInput<Path>, Input>[] | null,
  { debounceMs = 0, pollMs = null, keepPrevious = false }: QueryOptions = {},
): ApiQueries<Path, Input> {
  const { language } = useTranslation().i18n;
  const shareRef = useContext(ShareContext);
  const wanted = inputs === null ? null : JSON.stringify(inputs);
  const nothing: Held<Path, Input> = {
    called: wanted,
    data: null,
    inputs: null,
    isLoading: wanted !== null,
    refusal: null,
  };
  const [held, setHeld] = useState(nothing);
  const [turn, setTurn] = useState(0);
  const latest = useRef(inputs);
  latest.current = inputs;
  // Repeats the query of the present input; undefined without one.
  const repeat = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn repeats the query
  useEffect(() => {
    const called = latest.current;
    if (wanted === null || called === null) return;
    const left = new AbortController();
    const options = { language, signal: left.signal, shareRef };
    let isCalling = false;
    const ask = async () => {
      // The interval of the polling may end while the first call waits or runs.
      if (isCalling) return;
      isCalling = true;
      clearTimeout(first);
      setHeld((before) => ({
        ...(keepPrevious || before.called === wanted ? before : nothing),
        called: wanted,
        isLoading: true,
      }));
      const results = await Promise.all(called.map((input) => callApi(path, input, options)));
      isCalling = false;
      if (left.signal.aborted) return;
      const refused = results.find((result) => !result.isOk);
      if (refused !== undefined)
        return setHeld((before) => ({
          ...before,
          isLoading: false,
          refusal: refused.message ?? "",
        }));
      const data = results.flatMap((result) => (result.isOk ? [result.data] : []));
      setHeld({ called: wanted, data, inputs: called, isLoading: false, refusal: null });
    };
    const first = setTimeout(ask, debounceMs);
    repeat.current = () => void ask();
    return () => {
      repeat.current = undefined;
      left.abort();
      clearTimeout(first);
    };
    // When polling ends, a last query reads what arrived since the one before.
  }, [path, wanted, language, shareRef, debounceMs, keepPrevious, turn, pollMs]);
  usePolling(() => repeat.current?.(), pollMs);
  const refetch = useCallback(() => setTurn((before) => before + 1), []);
  const { called: _, ...shown } = keepPrevious || held.called === wanted ? held : nothing;
  return wanted === null
    ? { ...shown, isLoading: false, refusal: null, refetch }
    : { ...shown, refetch };
}
