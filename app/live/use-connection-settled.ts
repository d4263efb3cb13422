import { useEffect, useState } from "react";
import { useLive } from "./live-context.ts";

/** Delay, ms, so that the page's own content and its connection load first. */
const AFTER_MS = 1_500;

/** Whether the first connection attempt has ended and the delay has passed: only then does secondary content load. */
export function useConnectionSettled(): boolean {
  const hasTried = useLive(({ connection }) => connection.kind !== "connecting");
  const [isAlive, setAlive] = useState(false);
  useEffect(() => {
    if (!hasTried) return;
    const timer = setTimeout(() => setAlive(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, [hasTried]);
  return isAlive;
}
