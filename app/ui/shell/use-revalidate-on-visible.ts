import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Revalidates when the tab becomes visible again, which also detects a new build. */
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
