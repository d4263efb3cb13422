import { PROBLEM_STATUS } from "#domain/problem.ts";
import { CLOSE } from "#protocol/logger/command-numbers.ts";
import {
  ACKNOWLEDGE_EVERY,
  LOGIN_WITHIN_MS,
  RECONNECT_AFTER_MS,
  VIEWER_HEARTBEAT_ANSWER_MS,
  VIEWER_HEARTBEAT_MS,
} from "#protocol/viewer/limits.ts";
import { isSignedOutStatus } from "../signed-out-status.ts";
import type { EndReason, LossCause } from "./live-site.ts";

/** The page's side of a viewer's connection. Times are ms of the browser's clock. */
export type SessionState = {
  phase: "idle" | "asking" | "opening" | "live" | "waiting" | "ended";
  /** Failed or lost connections since the last live one. */
  attempt: number;
  /** Cause of the last failed or lost connection. */
  cause: LossCause;
  /** While waiting: start of the next attempt. While opening: its timeout. */
  until: number | null;
  /** When the next heartbeat is due, or when the answer to the last one times out. */
  heartbeat: { due: number } | { answerBy: number } | null;
  /** Pushed values since the last acknowledgement. */
  unacknowledged: number;
  /** Whether the last connection was closed because the user's access ended or was reduced. */
  accessEnded: boolean;
  /** Longest random part of the wait, as the server last requested. */
  jitterMs: number;
  end: EndReason | null;
};

export type SessionEvent =
  /** Connects immediately: at first, or because the device woke up or is online again. */
  | { kind: "connect" }
  | { kind: "ticketGiven" }
  /** The status is 0 if the server did not answer. */
  | { kind: "ticketRefused"; status: number }
  | { kind: "opened" }
  | { kind: "welcomed"; jitterMs: number }
  | { kind: "loginRefused" }
  | { kind: "valuesPushed" }
  | { kind: "heartbeatAnswered" }
  | { kind: "closed"; code: number }
  /** The page is visible again; checks whether the connection still works. */
  | { kind: "visibilityRegained" }
  | { kind: "timeout" };

export type SessionEffect =
  | "dropSocket"
  | "askTicket"
  | "openSocket"
  | "sendLogin"
  | "sendHeartbeat"
  | "acknowledge";

export type SessionStep = { state: SessionState; effects: SessionEffect[] };

/** Initial jitter, until a server requests another one. */
const INITIAL_JITTER_MS = 3_000;

export const IDLE_SESSION: SessionState = {
  phase: "idle",
  attempt: 0,
  cause: "closed",
  until: null,
  heartbeat: null,
  unacknowledged: 0,
  accessEnded: false,
  jitterMs: INITIAL_JITTER_MS,
  end: null,
};

/** Returns the next state and the effects of an event. @param chance random, 0 to below 1 */
export function step(
  state: SessionState,
  event: SessionEvent,
  now: number,
  chance: number,
): SessionStep {
  const stay: SessionStep = { state, effects: [] };
  switch (event.kind) {
    case "connect":
      return ask({ ...state, attempt: 0, end: null }, ["dropSocket"]);
    case "ticketGiven":
      if (state.phase !== "asking") return stay;
      return {
        state: { ...state, phase: "opening", until: now + LOGIN_WITHIN_MS },
        effects: ["openSocket"],
      };
    case "ticketRefused":
      if (state.phase !== "asking") return stay;
      return refused(state, event.status) ?? wait({ ...state, cause: "error" }, now, chance);
    case "opened":
      return state.phase === "opening" ? { state, effects: ["sendLogin"] } : stay;
    case "welcomed":
      return state.phase === "opening" ? welcomed(state, event.jitterMs, now) : stay;
    case "loginRefused":
      return state.phase === "opening" ? wait({ ...state, cause: "error" }, now, chance) : stay;
    case "valuesPushed":
      return state.phase === "live" ? countValues(state) : stay;
    case "heartbeatAnswered":
      if (state.phase !== "live") return stay;
      return { state: { ...state, heartbeat: { due: now + VIEWER_HEARTBEAT_MS } }, effects: [] };
    case "closed":
      if (state.phase !== "opening" && state.phase !== "live") return stay;
      // The next ticket request shows whether the user may still view the site.
      if (event.code === CLOSE.rightEnded && !state.accessEnded)
        return ask({ ...state, accessEnded: true }, []);
      return wait({ ...state, cause: causeOf(event.code) }, now, chance);
    case "visibilityRegained":
      if (state.phase === "waiting") return ask({ ...state, attempt: 0 }, []);
      return state.phase === "live" ? beat(state, now) : stay;
    case "timeout":
      return onTimer(state, now, chance);
  }
}

/** When the next timeout is due; null if none is. */
export function nextMoment({ until, heartbeat }: SessionState): number | null {
  const beatAt =
    heartbeat === null ? null : "due" in heartbeat ? heartbeat.due : heartbeat.answerBy;
  if (until === null || beatAt === null) return until ?? beatAt;
  return Math.min(until, beatAt);
}

function ask(state: SessionState, before: SessionEffect[]): SessionStep {
  const asking: SessionState = { ...state, phase: "asking", until: null, heartbeat: null };
  return { state: asking, effects: [...before, "askTicket"] };
}

function wait(state: SessionState, now: number, chance: number): SessionStep {
  const until = now + RECONNECT_AFTER_MS + Math.floor(chance * state.jitterMs);
  const attempt = state.attempt + 1;
  return {
    state: { ...state, phase: "waiting", attempt, until, heartbeat: null },
    effects: ["dropSocket"],
  };
}

function welcomed(state: SessionState, jitterMs: number, now: number): SessionStep {
  return {
    state: {
      ...state,
      phase: "live",
      attempt: 0,
      until: null,
      heartbeat: { due: now + VIEWER_HEARTBEAT_MS },
      unacknowledged: 0,
      accessEnded: false,
      jitterMs,
    },
    effects: [],
  };
}

/** Only these statuses end the session; any other may change with a later attempt. */
function refused(state: SessionState, status: number): SessionStep | null {
  const end = endReasonOf(status, state.accessEnded);
  if (end === null) return null;
  return {
    state: { ...state, phase: "ended", until: null, heartbeat: null, end },
    effects: ["dropSocket"],
  };
}

function endReasonOf(status: number, accessEnded: boolean): EndReason | null {
  if (isSignedOutStatus(status)) return "signedOut";
  if (status !== PROBLEM_STATUS.forbidden && status !== PROBLEM_STATUS.notFound) return null;
  return accessEnded ? "accessEnded" : "notYours";
}

function countValues(state: SessionState): SessionStep {
  const unacknowledged = state.unacknowledged + 1;
  if (unacknowledged < ACKNOWLEDGE_EVERY)
    return { state: { ...state, unacknowledged }, effects: [] };
  return { state: { ...state, unacknowledged: 0 }, effects: ["acknowledge"] };
}

function beat(state: SessionState, now: number): SessionStep {
  if (state.heartbeat !== null && "answerBy" in state.heartbeat) return { state, effects: [] };
  return {
    state: { ...state, heartbeat: { answerBy: now + VIEWER_HEARTBEAT_ANSWER_MS } },
    effects: ["sendHeartbeat"],
  };
}

function onTimer(state: SessionState, now: number, chance: number): SessionStep {
  const moment = nextMoment(state);
  if (moment === null || now < moment) return { state, effects: [] };
  if (state.phase === "waiting") return ask(state, []);
  if (state.phase === "live" && state.heartbeat !== null && "due" in state.heartbeat)
    return beat(state, now);
  return wait({ ...state, cause: "timeout" }, now, chance);
}

/** Code that a browser reports if no closing frame was received (RFC 6455, section 7.4.1). */
const ABNORMAL_CLOSURE = 1006;

function causeOf(code: number): LossCause {
  return code === ABNORMAL_CLOSURE ? "error" : "closed";
}
