import type { ViewerState } from "./conversation-state.ts";
import { ACKNOWLEDGE_EVERY, MAX_UNACKNOWLEDGED, STOPPED_READING_MS } from "./limits.ts";

/** Whether values must be held back because the viewer has not acknowledged the last ones. */
export function isHolding(state: ViewerState): boolean {
  return state.fullSince !== null;
}

/** After a 260 was sent. */
export function countPush(state: ViewerState, now: number): ViewerState {
  const unanswered = state.unanswered + 1;
  return { ...state, unanswered, fullSince: unanswered >= MAX_UNACKNOWLEDGED ? now : null };
}

/** After a 261 came. */
export function countAnswer(state: ViewerState): ViewerState {
  return {
    ...state,
    unanswered: Math.max(0, state.unanswered - ACKNOWLEDGE_EVERY),
    fullSince: null,
  };
}

/** When the socket is closed unless a 261 comes, ms UTC. */
export function stopsReadingAt(state: ViewerState): number | null {
  return state.fullSince === null ? null : state.fullSince + STOPPED_READING_MS;
}
