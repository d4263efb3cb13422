import { useEffect, useState } from "react";
import { useLive } from "./live-context.ts";

/** What a page itself loads, and its connection, come first by so much. */
const AFTER_MS = 1_500;

/** Whether the page has been connected for a moment, or has tried to: only then what is around it is loaded. */
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
