import type { ViewerState } from "./conversation-state.ts";
import { ACKNOWLEDGE_EVERY, MAX_UNACKNOWLEDGED, STOPPED_READING_MS } from "./limits.ts";

/** Returns whether values must be held back because the viewer has not acknowledged the previous ones. */
export function isHolding(state: ViewerState): boolean {
  return state.fullSince !== null;
}

/**
 * Returns the state after a push (260) was sent.
 * @param now ms UTC
 */
export function countPush(state: ViewerState, now: number): ViewerState {
  const unanswered = state.unanswered + 1;
  return { ...state, unanswered, fullSince: unanswered >= MAX_UNACKNOWLEDGED ? now : null };
}

/** Returns the state after an acknowledgement (261) was received. */
export function countAnswer(state: ViewerState): ViewerState {
  return {
    ...state,
    unanswered: Math.max(0, state.unanswered - ACKNOWLEDGE_EVERY),
    fullSince: null,
  };
}

/** Returns the instant at which the socket is closed without an acknowledgement, ms UTC; null if none is overdue. */
export function stopsReadingAt(state: ViewerState): number | null {
  return state.fullSince === null ? null : state.fullSince + STOPPED_READING_MS;
}
