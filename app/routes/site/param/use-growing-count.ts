import { type RefObject, useEffect, useRef, useState } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** Found settings that are rendered at once; a search finds up to hundreds. */
const ROWS_AT_ONCE = 12;
/** How far below the window the next rows are rendered. */
const MARGIN = "400px";

/**
 * Number of rows of a list that are rendered: for a search it grows as the end of the list comes near the window. The
 * server renders all, because a page without scripts has no other way to them.
 * @param search searched words; empty for a section, whose rows are all rendered
 */
export function useGrowingCount(
  search: string,
  total: number,
): { count: number; end: RefObject<HTMLLIElement | null> } {
  const isHydrated = useHydrated();
  const [shown, show] = useState({ search, count: isHydrated ? ROWS_AT_ONCE : total });
  if (shown.search !== search) show({ search, count: ROWS_AT_ONCE });
  const count = search === "" ? total : shown.count;
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const { current } = end;
    if (count >= total || current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && show({ search, count: count + ROWS_AT_ONCE }),
      { rootMargin: MARGIN },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [search, count, total]);
  return { count, end };
}
