import { useEffect } from "react";
import { useRevalidator } from "react-router";

const REFRESH_MS = 60_000;

/** The list is read again each minute while somebody looks at it, and at once when they come back to it. */
export function useFreshList(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [revalidate]);
}
