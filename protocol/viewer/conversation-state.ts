import { z } from "zod";
import { siteRole } from "#domain/access/roles.ts";
import { frameBudget, fullBudget } from "../logger/frame-budget.ts";
import type { ViewerStamp } from "../site-rpc.ts";

/** Who is watching, as the Worker found it when the socket was opened. */
export const viewerFacts = z.object({
  session: z.string(),
  person: z.int(),
  name: z.string(),
  role: siteRole,
  owner: z.boolean(),
  demo: z.boolean(),
  share: z.boolean(),
  rightsVersion: z.int(),
});
export type ViewerFacts = z.infer<typeof viewerFacts>;

/** What a viewer's socket remembers through hibernation: well below the 16 KiB of an attachment. */
export const viewerState = z.object({
  /** Of this connection. */
  id: z.string(),
  uuid: z.string(),
  language: z.string(),
  facts: viewerFacts,
  /** What the login needs, forgotten with it; null once there was one. */
  login: z
    .object({ ticketHash: z.string(), ticketUntil: z.int(), privateKey: z.string() })
    .nullable(),
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

const LONGEST_NAME = 200;

/** A socket that has just been opened. @param id random, of this connection */
export function startConversation(stamp: ViewerStamp, id: string, now: number): ViewerState {
  const { session, person, name, role, owner, demo, share, rightsVersion } = stamp;
  return {
    id,
    uuid: stamp.uuid,
    language: "en",
    facts: {
      session,
      person,
      name: name.slice(0, LONGEST_NAME),
      role,
      owner,
      demo,
      share,
      rightsVersion,
    },
    login: {
      ticketHash: stamp.ticketHash,
      ticketUntil: stamp.ticketUntil,
      privateKey: stamp.privateKey,
    },
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
