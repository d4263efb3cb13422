import { useEffect } from "react";
import { useRevalidator } from "react-router";

const REFRESH_MS = 60_000;

/** Revalidates the list every minute while the page is visible; the shell revalidates when it becomes visible again. */
export function usePolling(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine) void revalidate();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
}
