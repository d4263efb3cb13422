import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type HistoryQuery, readHistoryQuery, writeHistoryQuery } from "./history-query.ts";

/** Keeps the query in the address, so that a reload and the back button restore it. */
export function useHistoryQuery(): [HistoryQuery, (change: Partial<HistoryQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readHistoryQuery(params), [params]);
  const change = useCallback(
    (wanted: Partial<HistoryQuery>) =>
      setParams((before) => writeHistoryQuery(before, { ...readHistoryQuery(before), ...wanted }), {
        // Another chart of the same range replaces the entry in the browser's history.
        replace: wanted.range === undefined,
        preventScrollReset: true,
        // The loader's data does not depend on it.
        defaultShouldRevalidate: false,
      }),
    [setParams],
  );
  return [query, change];
}
