import { z } from "zod";
import { frameBudget, fullBudget } from "../logger/frame-budget.ts";
import type { ViewerStamp } from "../site-rpc.ts";
import { loginFacts, viewerFacts } from "./viewer-facts.ts";

/** What a viewer's socket remembers through hibernation: well below the 16 KiB of an attachment. */
export const viewerState = z.object({
  /** Of this connection. */
  id: z.string(),
  uuid: z.string(),
  language: z.string(),
  facts: viewerFacts,
  /** What the login needs, forgotten with it; null once there was one. */
  login: loginFacts.nullable(),
  /** S, base64url; null until the first message was opened. */
  key: z.string().nullable(),
  openedAt: z.int(),
  /** Last frame from the viewer, ms UTC; heartbeats that the platform answered not included. */
  heardAt: z.int(),
  /** Number of 260 sent and not yet cleared by a 261. */
  unanswered: z.int(),
  /** Since when as many are unanswered as may be, ms UTC. */
  fullSince: z.int().nullable(),
  invalidInRow: z.int(),
  budget: frameBudget,
  closed: z.boolean(),
});
export type ViewerState = z.infer<typeof viewerState>;

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
    heardAt: now,
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
