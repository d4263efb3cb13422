import { MINUTE_MS } from "#domain/units/durations.ts";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Local time of the reader at an instant (ms UTC), expressed as if it were UTC. The server, which does not know the
 * reader's zone, and the first render in the browser use UTC.
 */
export function useOwnClock(): (at: number) => number {
  const isBrowser = useHydrated();
  return (at) => (isBrowser ? at - new Date(at).getTimezoneOffset() * MINUTE_MS : at);
}
