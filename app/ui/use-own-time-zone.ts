import { useSyncExternalStore } from "react";

/** The reader's time zone; UTC on the server, which does not know it. */
export function useOwnTimeZone(): string {
  return useSyncExternalStore(
    () => () => {},
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}
