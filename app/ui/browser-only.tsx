import { type ReactNode, useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * What browsers alone draw: the server, and the page until it is alive, have nothing in its place. A page is one string,
 * which waits for no part that is loaded later.
 */
export function BrowserOnly({ children }: { children: ReactNode }) {
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isBrowser ? children : null;
}
