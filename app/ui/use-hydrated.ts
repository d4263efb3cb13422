import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/**
 * Whether the page is hydrated. The server and the first render in the browser, which must be equal, have false; a page
 * that is opened later has true at once.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
