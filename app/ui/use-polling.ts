import { useEffect, useRef } from "react";

/**
 * Calls a function at an interval while the page is visible and online.
 * @param poll may be another function in each render
 * @param intervalMs null disables polling
 */
export function usePolling(poll: () => void, intervalMs: number | null): void {
  const latest = useRef(poll);
  latest.current = poll;
  useEffect(() => {
    if (intervalMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine) latest.current();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
}
