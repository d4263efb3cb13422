import { PROBLEM_STATUS } from "#domain/problem.ts";
import { fromBase64Url } from "../base64url.ts";
import { COMMAND } from "../logger/command-numbers.ts";
import type { ViewerState } from "./conversation-state.ts";
import { openFrame } from "./frame.ts";
import type { ViewerFrame } from "./messages.ts";
import type { ViewerRequest } from "./requests.ts";

/** Event on a viewer's socket. */
export type ViewerEvent =
  | { kind: "frame"; data: string | ArrayBuffer }
  /** Result of the effect `takeTicket`: whether the ticket was unused. */
  | { kind: "ticket"; tag: string; fresh: boolean }
  /** The time of `nextMoment` has passed; `heartbeatAt` is the last heartbeat that the platform answered, ms UTC. */
  | { kind: "timeout"; heartbeatAt: number | null };

/** Effect of an event on a viewer's socket. */
export type ViewerEffect =
  | { kind: "send"; cmd: number; tag: string; body: unknown }
  | { kind: "answerHeartbeat" }
  /** Mark the ticket as used, and report whether it was unused; `until` is its expiry, ms UTC. */
  | { kind: "takeTicket"; tag: string; hash: string; until: number }
  /** The viewer is logged in: send the welcome (273). */
  | { kind: "welcome"; tag: string }
  | { kind: "request"; tag: string; request: ViewerRequest }
  /** The viewer reads again: send the values that were held back. */
  | { kind: "resume" }
  | { kind: "close"; code: number };

/** New state after an event, and the effects in the order in which they must be performed. */
export type ViewerStep = { state: ViewerState; effects: ViewerEffect[] };

/** Returns the step that closes a socket with a close code. */
export function closeWith(state: ViewerState, code: number): ViewerStep {
  return { state: { ...state, closed: true }, effects: [{ kind: "close", code }] };
}

/** Returns the effect that refuses a request (511). */
export function refusal(tag: string, code: "malformed" | "forbidden"): ViewerEffect {
  return { kind: "send", cmd: COMMAND.refusal, tag, body: { status: PROBLEM_STATUS[code] } };
}

/** Returns the session key of a connection; null before the login. */
export function sessionKeyOf(state: ViewerState): Uint8Array | null {
  return state.key === null ? null : fromBase64Url(state.key);
}

/** Opens the body of a frame; null if it was not sealed with the connection's session key. */
export function openWith(state: ViewerState, frame: ViewerFrame): { body: unknown } | null {
  const key = sessionKeyOf(state);
  return key === null ? null : openFrame(key, frame);
}
