import { useSyncExternalStore } from "react";

/** Windows in which the picture shows one day, with the time downwards. */
const TALL_WINDOW = "(max-width: 47.99em)";

/** Whether the picture shows one day, with the time downwards. */
export function isTallWindow(): boolean {
  return matchMedia(TALL_WINDOW).matches;
}

/** The same as a state of the page; false on the server. */
export function useTallWindow(): boolean {
  return useSyncExternalStore(watch, isTallWindow, () => false);
}

function watch(onChange: () => void): () => void {
  const query = matchMedia(TALL_WINDOW);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
