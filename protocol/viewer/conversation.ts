import { CLOSE, COMMAND } from "../logger/command-numbers.ts";
import { spendFrame } from "../logger/frame-budget.ts";
import { MAX_INVALID_FRAMES } from "../logger/limits.ts";
import { concludeLogin, readLogin } from "./conversation-login.ts";
import type { ViewerState } from "./conversation-state.ts";
import {
  closeWith,
  openWith,
  refusal,
  type ViewerEvent,
  type ViewerStep,
} from "./conversation-step.ts";
import { findTag, isTooLarge, readJson } from "./frame.ts";
import { LOGIN_WITHIN_MS, VIEWER_SILENCE_MS } from "./limits.ts";
import { emptyBody, requestTag, type ViewerFrame } from "./messages.ts";
import { readTag, readViewerFrame } from "./read-frame.ts";
import { countAnswer, isHolding, stopsReadingAt } from "./reading-pace.ts";
import { mayAsk, readRequest } from "./requests.ts";

/**
 * Advances the server's side of a viewer's conversation by one event.
 * @param now ms UTC
 */
export function stepViewerSession(state: ViewerState, event: ViewerEvent, now: number): ViewerStep {
  if (state.closed) return { state, effects: [] };
  if (now >= endOf(state)) return closeWith(state, CLOSE.rightEnded);
  if (event.kind === "timeout") return onTimer(state, event.heartbeatAt, now);
  if (event.kind === "ticket") return concludeLogin(state, event.tag, event.fresh);
  const budget = spendFrame(state.budget, now);
  if (budget === null) return closeWith(state, CLOSE.tooFast);
  const received = { ...state, budget, lastFrameAt: now };
  const text = typeof event.data === "string" ? event.data : "";
  const tooLarge = isTooLarge(text);
  const read = tooLarge ? null : readJson(text);
  if (isHeartbeat(read?.json)) return { state: received, effects: [{ kind: "answerHeartbeat" }] };
  const frame = readViewerFrame(read?.json);
  if (received.login !== null) return readLogin(received, received.login, frame, now);
  if (frame === null) return refuseFrame(received, tooLarge ? findTag(text) : readTag(read?.json));
  return readSealed(received, frame);
}

/**
 * Returns the instant of the socket's next timeout, ms UTC.
 * @param heartbeatAt last heartbeat that the platform answered, ms UTC
 */
export function nextMoment(state: ViewerState, heartbeatAt: number | null): number {
  return Math.min(endOf(state), nextOfConnection(state, heartbeatAt));
}

/** Returns the instant at which the viewer's access expires, ms UTC; infinity if it does not. */
function endOf({ facts }: ViewerState): number {
  return facts.endsAt ?? Number.POSITIVE_INFINITY;
}

function nextOfConnection(state: ViewerState, heartbeatAt: number | null): number {
  if (state.login !== null) return state.openedAt + LOGIN_WITHIN_MS;
  const silent = Math.max(state.lastFrameAt, heartbeatAt ?? 0) + VIEWER_SILENCE_MS;
  return Math.min(silent, stopsReadingAt(state) ?? silent);
}

function onTimer(state: ViewerState, heartbeatAt: number | null, now: number): ViewerStep {
  if (now < nextMoment(state, heartbeatAt)) return { state, effects: [] };
  return closeWith(state, state.login === null ? CLOSE.stoppedReading : CLOSE.notLoggedIn);
}

function readSealed(state: ViewerState, frame: ViewerFrame): ViewerStep {
  const opened = frame.uuid === state.uuid ? openWith(state, frame) : null;
  if (opened === null) return refuseFrame(state, frame.tag);
  if (frame.cmd === COMMAND.realDataUpdateAnswer) {
    if (frame.tag !== "" || !emptyBody.safeParse(opened.body).success)
      return refuseFrame(state, frame.tag);
    const answered = { ...countAnswer(state), invalidInRow: 0 };
    return { state: answered, effects: isHolding(state) ? [{ kind: "resume" }] : [] };
  }
  const request = readRequest(frame.cmd, opened.body);
  if (request === null || !requestTag.safeParse(frame.tag).success)
    return refuseFrame(state, frame.tag);
  const asked = { ...state, invalidInRow: 0, language: frame.language ?? state.language };
  return {
    state: asked,
    effects: mayAsk(state.facts, request)
      ? [{ kind: "request", tag: frame.tag, request }]
      : [refusal(frame.tag, "forbidden")],
  };
}

function refuseFrame(state: ViewerState, tag: string): ViewerStep {
  const refused = { ...state, invalidInRow: state.invalidInRow + 1 };
  if (refused.invalidInRow < MAX_INVALID_FRAMES)
    return { state: refused, effects: [refusal(tag, "malformed")] };
  const closed = closeWith(refused, CLOSE.invalidFrames);
  return { ...closed, effects: [refusal(tag, "malformed"), ...closed.effects] };
}

function isHeartbeat(json: unknown): boolean {
  return (
    typeof json === "object" && json !== null && "cmd" in json && json.cmd === COMMAND.heartbeat
  );
}
