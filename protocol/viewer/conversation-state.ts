import { z } from "zod";
import { frameBudget, fullBudget } from "../logger/frame-budget.ts";
import type { ViewerStamp } from "../site-rpc.ts";
import { loginFacts, viewerFacts } from "./viewer-facts.ts";

/** Name of `lastFrameAt` in the stored form, as in earlier releases. */
const LAST_FRAME_AT = "heardAt";

/** Stored form of `ViewerState`, well below the 16 KiB of an attachment. */
const storedState = z.object({
  /** Id of the connection. */
  id: z.string(),
  uuid: z.string(),
  language: z.string(),
  facts: viewerFacts,
  /** Data of the pending login; null after it. */
  login: loginFacts.nullable(),
  /** Session key S, base64url; null until the first message was opened. */
  key: z.string().nullable(),
  openedAt: z.int(),
  /** Arrival of the viewer's last frame, except heartbeats that the platform answered, ms UTC. */
  [LAST_FRAME_AT]: z.int(),
  /** Number of pushes (260) that the viewer has not acknowledged (261). */
  unanswered: z.int(),
  /** Instant since which the maximum number of pushes is unacknowledged, ms UTC; null while it is not reached. */
  fullSince: z.int().nullable(),
  invalidInRow: z.int(),
  budget: frameBudget,
  closed: z.boolean(),
});

/** State of the server's side of a conversation with one viewer on one socket. */
export const viewerState = storedState.transform(({ [LAST_FRAME_AT]: lastFrameAt, ...rest }) => ({
  ...rest,
  lastFrameAt,
}));
export type ViewerState = z.output<typeof viewerState>;

/** Returns the stored form of a state, which `viewerState` parses. */
export function storeViewer({ lastFrameAt, ...rest }: ViewerState): z.input<typeof storedState> {
  return { ...rest, [LAST_FRAME_AT]: lastFrameAt };
}

/**
 * Returns the state of a socket that has just been opened.
 * @param id random id of the connection
 * @param now ms UTC
 */
export function startConversation(stamp: ViewerStamp, id: string, now: number): ViewerState {
  return {
    id,
    uuid: stamp.uuid,
    language: "en",
    facts: viewerFacts.parse(stamp),
    login: loginFacts.parse(stamp),
    key: null,
    openedAt: now,
    lastFrameAt: now,
    unanswered: 0,
    fullSince: null,
    invalidInRow: 0,
    budget: fullBudget(now),
    closed: false,
  };
}

/** Returns whether a viewer counts as connected: logged in and not closed. */
export function isWatching(state: ViewerState): boolean {
  return state.login === null && !state.closed;
}
