import { useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";

/**
 * Keeps somebody on the page: while the device is offline always, since the next page could not come and a form would
 * be lost; otherwise where `mayAsk` says so, and then whoever calls it asks. React Router only asks the blocker that
 * was mounted last, so each one has to know both reasons.
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
