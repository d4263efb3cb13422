import { useCallback, useEffect, useState } from "react";

const NONE: ReadonlySet<number> = new Set();

/** The ids of the selected sites, kept across pages and searches while sites are being selected. */
export function useSelection(picking: boolean) {
  const [selected, setSelected] = useState(NONE);
  useEffect(() => {
    if (!picking) setSelected(NONE);
  }, [picking]);
  const pick = useCallback((siteId: number, on: boolean) => {
    setSelected((before) => {
      const after = new Set(before);
      if (on) after.add(siteId);
      else after.delete(siteId);
      return after;
    });
  }, []);
  const pickAll = useCallback((siteIds: readonly number[]) => {
    setSelected((before) => new Set([...before, ...siteIds]));
  }, []);
  const clear = useCallback(() => setSelected(NONE), []);
  return { selected, pick, pickAll, clear };
}
