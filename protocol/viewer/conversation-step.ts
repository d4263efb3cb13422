import { fromBase64Url } from "../base64url.ts";
import { COMMAND } from "../logger/command-numbers.ts";
import type { ViewerState } from "./conversation-state.ts";
import { openFrame } from "./frame.ts";
import type { ViewerFrame } from "./messages.ts";
import type { ViewerRequest } from "./requests.ts";

/** What happens on a viewer's socket. Times are ms UTC. */
export type ViewerEvent =
  | { kind: "frame"; data: string | ArrayBuffer }
  /** The answer to `takeTicket`. */
  | { kind: "ticket"; tag: string; fresh: boolean }
  /** Time has passed; the viewer's last heartbeat, if the platform answered one. */
  | { kind: "timeout"; heartbeatAt: number | null };

export type ViewerEffect =
  | { kind: "send"; cmd: number; tag: string; body: unknown }
  | { kind: "answerHeartbeat" }
  /** Mark the ticket as used and check that it was unused. */
  | { kind: "takeTicket"; tag: string; hash: string; until: number }
  /** The viewer is logged in from here on: send the 273. */
  | { kind: "welcome"; tag: string }
  | { kind: "request"; tag: string; request: ViewerRequest }
  /** The viewer reads again: send what was held back. */
  | { kind: "resume" }
  | { kind: "close"; code: number };

export type ViewerStep = { state: ViewerState; effects: ViewerEffect[] };

export function closeWith(state: ViewerState, code: number): ViewerStep {
  return { state: { ...state, closed: true }, effects: [{ kind: "close", code }] };
}

export function refusal(tag: string, status: 400 | 403): ViewerEffect {
  return { kind: "send", cmd: COMMAND.refusal, tag, body: { status } };
}

/** The session key of a connection, or null where there is none yet. */
export function sessionKeyOf(state: ViewerState): Uint8Array | null {
  return state.key === null ? null : fromBase64Url(state.key);
}

/** The body of a frame sealed with the connection's session key. */
export function openWith(state: ViewerState, frame: ViewerFrame): { body: unknown } | null {
  const key = sessionKeyOf(state);
  return key === null ? null : openFrame(key, frame);
}
