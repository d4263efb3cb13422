import { z } from "zod";
import { frameBudget, fullBudget } from "../logger/frame-budget.ts";
import type { ViewerStamp } from "../site-rpc.ts";
import { loginFacts, viewerFacts } from "./viewer-facts.ts";

/** Name of `lastFrameAt` in the stored form, as in earlier releases. */
const LAST_FRAME_AT = "heardAt";

/** Stored form of `ViewerState`, well below the 16 KiB of an attachment. */
const storedState = z.object({
  /** Of this connection. */
  id: z.string(),
  uuid: z.string(),
  language: z.string(),
  facts: viewerFacts,
  /** Data of the pending login; null after it. */
  login: loginFacts.nullable(),
  /** S, base64url; null until the first message was opened. */
  key: z.string().nullable(),
  openedAt: z.int(),
  /** Last frame from the viewer, ms UTC; heartbeats that the platform answered not included. */
  [LAST_FRAME_AT]: z.int(),
  /** Number of 260 sent and not yet cleared by a 261. */
  unanswered: z.int(),
  /** Since when as many are unanswered as may be, ms UTC. */
  fullSince: z.int().nullable(),
  invalidInRow: z.int(),
  budget: frameBudget,
  closed: z.boolean(),
});

/** The server's side of a conversation with one viewer on one socket. */
export const viewerState = storedState.transform(({ [LAST_FRAME_AT]: lastFrameAt, ...rest }) => ({
  ...rest,
  lastFrameAt,
}));
export type ViewerState = z.output<typeof viewerState>;

/** Returns the stored form of a state, which `viewerState` parses. */
export function storeViewer({ lastFrameAt, ...rest }: ViewerState): z.input<typeof storedState> {
  return { ...rest, [LAST_FRAME_AT]: lastFrameAt };
}

/** A socket that has just been opened. @param id random, of this connection */
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

/** Whether this viewer counts: logged in and not closed. */
export function isWatching(state: ViewerState): boolean {
  return state.login === null && !state.closed;
}
