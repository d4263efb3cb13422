import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useLastData } from "#app/ui/use-last-data.ts";
import type { Route } from "./+types/page";
import type { FoundSites } from "./token-sites.ts";

const TYPING_PAUSE_MS = 300;

export type SiteFinder = ReturnType<typeof useSiteFinder>;

/**
 * Searches for sites while the user types, and by buttons. Not a form of `useOwnForm`: a search saves nothing, keeps no
 * draft and ignores refusals.
 * @param before results of a search without scripts
 */
export function useSiteFinder(before: FoundSites | null) {
  const fetcher = useFetcher<Route.ComponentProps["actionData"]>();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const find = (page: number) => {
    clearTimeout(timer.current);
    const search = input.current?.value ?? "";
    void fetcher.submit({ find: String(page), search }, { method: "post" });
  };
  const findSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => find(1), TYPING_PAUSE_MS);
  };
  const found: FoundSites | null = useLastData(fetcher.data)?.sites?.found ?? before;
  return { input, find, findSoon, found, busy: fetcher.state !== "idle" };
}
