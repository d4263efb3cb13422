import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Whoever comes back to a page sees what it says by now; and hears there if the portal has become another meanwhile. */
export function useRevalidateOnVisible(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [revalidate]);
}
