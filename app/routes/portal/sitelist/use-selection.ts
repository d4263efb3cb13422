import { useCallback, useEffect, useState } from "react";
import type { ListedSite } from "./packed-sites.ts";

const NONE: ReadonlySet<number> = new Set();

/** The ids of the selected sites, kept across pages and searches while sites are being selected. */
export function useSelection(picking: boolean) {
  const [selected, setSelected] = useState(NONE);
  useEffect(() => {
    if (!picking) setSelected(NONE);
  }, [picking]);
  const pick = useCallback((site: ListedSite, on: boolean) => {
    setSelected((before) => {
      const after = new Set(before);
      if (on) after.add(site.id);
      else after.delete(site.id);
      return after;
    });
  }, []);
  const pickAll = useCallback((sites: readonly ListedSite[]) => {
    const own = sites.filter(({ more }) => more?.owner === true).map(({ id }) => id);
    setSelected((before) => new Set([...before, ...own]));
  }, []);
  const clear = useCallback(() => setSelected(NONE), []);
  return { selected, pick, pickAll, clear };
}
