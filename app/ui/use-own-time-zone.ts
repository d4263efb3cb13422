import { useHydrated } from "./use-hydrated.ts";

/** The reader's time zone; UTC on the server, which does not know it, and in the first render of the browser. */
export function useOwnTimeZone(): string {
  return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
}
