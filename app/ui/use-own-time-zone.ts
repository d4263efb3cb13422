import { useSyncExternalStore } from "react";

/** The time zone of the reader's place; the server, which does not know the place, says UTC. */
export function useOwnTimeZone(): string {
  return useSyncExternalStore(
    () => () => {},
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}
