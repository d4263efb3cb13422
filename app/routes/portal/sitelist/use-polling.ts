import { useEffect } from "react";
import { useRevalidator } from "react-router";

const REFRESH_MS = 60_000;

/** The list is read again each minute while somebody looks at it; when they come back to it, the shell sees to that. */
export function usePolling(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine) void revalidate();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
}
