import { useEffect, useRef } from "react";

/** Repeats a query each time the page has loaded its data again. */
export function useReload(loaded: unknown, refetch: () => void): void {
  const known = useRef(loaded);
  useEffect(() => {
    if (known.current === loaded) return;
    known.current = loaded;
    refetch();
  }, [loaded, refetch]);
}
