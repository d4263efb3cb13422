import { useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";

/**
 * Keeps the user on the page: always while the device is offline, because the next page could not load and a form would
 * be lost; otherwise if `mayAsk` returns true, and then the caller asks for confirmation. React Router asks only the
 * blocker that was mounted last, so each one handles both reasons.
 */
export function useLeaveBlocker(mayAsk: BlockerFunction) {
  const blocker = useBlocker((step) => !navigator.onLine || mayAsk(step));
  const isOffline = blocker.state === "blocked" && !navigator.onLine;
  useEffect(() => {
    if (isOffline) blocker.reset?.();
  }, [isOffline, blocker]);
  return {
    isAsking: blocker.state === "blocked" && !isOffline,
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
