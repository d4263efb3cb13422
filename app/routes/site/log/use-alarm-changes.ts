import { useEffect, useRef } from "react";
import { useLive } from "#app/live/live-context.ts";
import { SECOND_MS } from "#domain/units/durations.ts";

/** Minimum interval between two calls, ms: a request that is replaced by the next one never arrives. */
const MIN_INTERVAL_MS = SECOND_MS;

/**
 * Calls a function after the alarms of the site have changed.
 * @param onChange may be another function in each render
 */
export function useAlarmChanges(onChange: () => void): void {
  const changes = useLive(({ alarmChanges }) => alarmChanges);
  const latest = useRef(onChange);
  latest.current = onChange;
  const handled = useRef({ changes, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (handled.current.changes === changes) return;
    const waitMs = Math.max(0, handled.current.at + MIN_INTERVAL_MS - performance.now());
    const timer = setTimeout(() => {
      handled.current = { changes, at: performance.now() };
      latest.current();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [changes]);
}
