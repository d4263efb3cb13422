import { z } from "zod";
import { FAST_SAMPLING, type Sampling, sampling } from "#domain/loggers/sampling.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { announceBacklog, backlogProgress, followBacklog } from "./backlog.ts";
import { CLOSE, COMMAND } from "./command-numbers.ts";
import { frameBudget, fullBudget, spendFrame, updateRate } from "./frame-budget.ts";
import { CONNECT_WITHIN_MS, MAX_AWAITED_ANSWERS, MAX_INVALID_FRAMES } from "./limits.ts";
import type { ConnectMessage, LoggerMessage, PortalMessage } from "./messages.ts";
import {
  type FrameRefusal,
  PROTOCOL_UNSUPPORTED_STATUS,
  type ReadFrame,
  readLoggerFrame,
  refuse,
} from "./read-frame.ts";

/** Names of fields in the stored form, as in earlier releases. */
const STORED = { lastFrameAt: "heardAt", sampling: "told", sentAt: "toldAt" } as const;

/** Stored form of `ConversationState`. All instants are ms UTC. */
const storedState = z.object({
  step: z.enum(["opened", "connected", "ended"]),
  serial: serialNumber,
  openedAt: z.number(),
  /** Arrival of the last frame, except heartbeats that the platform answers. */
  [STORED.lastFrameAt]: z.number(),
  /** Sampling that was last sent to the logger; null before the first. */
  [STORED.sampling]: sampling.nullable(),
  /** When that sampling was sent. */
  [STORED.sentAt]: z.number(),
  /** Number of consecutive invalid frames. */
  invalid: z.int(),
  budget: frameBudget,
  /** Number of requests of the portal whose answers do not spend the logger's frame budget. */
  awaited: z.int().default(0),
  /** Progress of the backlog that the logger is sending; null without one. */
  backlog: backlogProgress.nullable().default(null),
  /** Budget of realtime updates; null before the first update, when it is full. */
  updates: frameBudget.nullable().default(null),
});

/** State of the portal's side of a conversation with one logger on one socket. */
export const conversationState = storedState.transform(
  ({
    [STORED.lastFrameAt]: lastFrameAt,
    [STORED.sampling]: sampling,
    [STORED.sentAt]: sentAt,
    ...rest
  }) => ({ ...rest, lastFrameAt, sampling, sentAt }),
);
export type ConversationState = z.output<typeof conversationState>;

/** Returns the stored form of a state, which `conversationState` parses. */
export function storeConversation(state: ConversationState): z.input<typeof storedState> {
  const { lastFrameAt, sampling, sentAt, ...rest } = state;
  return {
    ...rest,
    [STORED.lastFrameAt]: lastFrameAt,
    [STORED.sampling]: sampling,
    [STORED.sentAt]: sentAt,
  };
}

/** Event of a conversation. Instants are ms UTC. */
export type ConversationEvent =
  /** A frame arrived; `wanted` is the sampling that the logger should use now. */
  | { kind: "frame"; at: number; frame: string | ArrayBuffer; wanted: Sampling }
  /** The sampling that the logger should use may have changed; `id` is for the config message. */
  | { kind: "offerSampling"; at: number; wanted: Sampling; id: string }
  /** A request was sent to the logger. */
  | { kind: "asked" }
  /** The time of `connectDueAt` has passed. */
  | { kind: "timeout"; at: number }
  /** The socket was closed by either side. */
  | { kind: "ended" };

type MessageOf<Command extends LoggerMessage["cmd"]> = Extract<LoggerMessage, { cmd: Command }>;

/** Effect of an event. An effect that stores contains the message, which is answered after it is stored. */
export type ConversationEffect =
  | { kind: "send"; message: PortalMessage }
  | { kind: "close"; code: number; reason: string }
  /** The logger exceeded its budget of realtime updates. */
  | { kind: "overUpdates" }
  | { kind: "welcome"; message: ConnectMessage; sampling: Sampling }
  | { kind: "storeBatch"; message: MessageOf<typeof COMMAND.realDataUpdate> }
  | { kind: "updateEvents"; message: MessageOf<typeof COMMAND.eventUpdate> }
  | { kind: "updateStatuses"; message: MessageOf<typeof COMMAND.statusUpdate> }
  | { kind: "replaceTree"; equipment: Equipment[] }
  | { kind: "answered"; message: LoggerMessage };

/** New state after an event, and the effects in the order in which they must be performed. */
export type ConversationStep = { state: ConversationState; effects: ConversationEffect[] };

/**
 * Returns the state of a socket that has just been opened.
 * @param serial serial number of the logger's module
 * @param at ms UTC
 * @param updates budget of realtime updates left from the logger's previous connections; null if it is full
 */
export function openConversation(
  serial: string,
  at: number,
  updates: ConversationState["updates"] = null,
): ConversationState {
  return {
    step: "opened",
    serial,
    openedAt: at,
    lastFrameAt: at,
    sampling: null,
    sentAt: at,
    invalid: 0,
    budget: fullBudget(at),
    awaited: 0,
    backlog: null,
    updates,
  };
}

/** Returns when the conversation ends without a `connect`, ms UTC; null after the `connect`. */
export function connectDueAt({ step, openedAt }: ConversationState): number | null {
  return step === "opened" ? openedAt + CONNECT_WITHIN_MS : null;
}

/** Advances a conversation by one event. */
export function stepLoggerSession(
  state: ConversationState,
  event: ConversationEvent,
): ConversationStep {
  if (state.step === "ended") return { state, effects: [] };
  switch (event.kind) {
    case "frame":
      return takeFrame(state, event);
    case "offerSampling":
      return offerSampling(state, event);
    case "asked":
      return { state: awaitAnswer(state), effects: [] };
    case "timeout":
      return onTimer(state, event.at);
    case "ended":
      return { state: { ...state, step: "ended" }, effects: [] };
  }
}

type FrameEvent = Extract<ConversationEvent, { kind: "frame" }>;

function takeFrame(before: ConversationState, event: FrameEvent): ConversationStep {
  const budget = spendFrame(before.budget, event.at);
  const tooFast = () => end(before, CLOSE.tooFast, "too many frames");
  if (budget === null && before.awaited === 0) return tooFast();
  const read = examine(before, event.frame);
  // Answers to requests of the portal do not spend the budget, since the portal decides on their number.
  if (before.awaited > 0 && read.ok && isAnswer(read.message)) {
    const awaited = before.awaited - 1;
    return takeMessage(
      { ...before, awaited, invalid: 0, lastFrameAt: event.at },
      read.message,
      event,
    );
  }
  if (budget === null) return tooFast();
  const state = { ...before, budget, lastFrameAt: event.at };
  if (!read.ok) return refuseFrame(state, read.refusal);
  // A valid heartbeat does not end a series of invalid frames, since its text is constant.
  const invalid = read.message.cmd === COMMAND.heartbeat ? before.invalid : 0;
  return takeMessage({ ...state, invalid }, read.message, event);
}

const ANSWERS: readonly number[] = [
  COMMAND.realDataAnswer,
  COMMAND.configAnswer,
  COMMAND.controlAnswer,
  COMMAND.confirmAnswer,
  COMMAND.batchControlAnswer,
  COMMAND.controlOnceAnswer,
  COMMAND.queryAnswer,
  COMMAND.treeQueryAnswer,
  COMMAND.firmwareUpdateAnswer,
  COMMAND.synchronizeAnswer,
  COMMAND.refusal,
];

/** Returns whether a message answers a request of the portal; a tree and a refusal may also be sent without one. */
function isAnswer(message: LoggerMessage): boolean {
  const { cmd, id } = message;
  // Without a status it reports progress, which answers nothing.
  if (cmd === COMMAND.firmwareProgress) return message.status !== undefined;
  return ANSWERS.includes(cmd) && typeof id === "string";
}

function awaitAnswer(state: ConversationState): ConversationState {
  return { ...state, awaited: Math.min(MAX_AWAITED_ANSWERS, state.awaited + 1) };
}

function onTimer(state: ConversationState, at: number): ConversationStep {
  const due = connectDueAt(state);
  if (due === null || at < due) return { state, effects: [] };
  return end(state, CLOSE.notConnected, "no connect");
}

/** Reads a frame, and refuses it also if it is well formed but not allowed in this step. */
function examine({ step, serial }: ConversationState, frame: string | ArrayBuffer): ReadFrame {
  const read = readLoggerFrame(frame);
  // A second `connect` is refused as such, even if it requests another version of the protocol.
  if (!read.ok)
    return read.refusal.status === PROTOCOL_UNSUPPORTED_STATUS && step === "connected"
      ? refuse(read.refusal.id, "connected already")
      : read;
  const { cmd, id = null } = read.message;
  if (cmd === COMMAND.heartbeat) return read;
  if (cmd !== COMMAND.connect) return step === "connected" ? read : refuse(id, "connect first");
  if (step === "connected") return refuse(id, "connected already");
  return read.message.serial === serial ? read : refuse(id, "serial is not that of the connection");
}

function refuseFrame(state: ConversationState, refusal: FrameRefusal): ConversationStep {
  const invalid = state.invalid + 1;
  const answer: ConversationEffect = { kind: "send", message: refusal };
  if (refusal.status === PROTOCOL_UNSUPPORTED_STATUS)
    return end(state, CLOSE.protocolUnsupported, "protocol not supported", answer);
  if (invalid >= MAX_INVALID_FRAMES)
    return end(state, CLOSE.invalidFrames, "too many invalid frames", answer);
  return { state: { ...state, invalid }, effects: [answer] };
}

function takeMessage(
  state: ConversationState,
  message: LoggerMessage,
  { at, wanted }: FrameEvent,
): ConversationStep {
  const { cmd } = message;
  switch (cmd) {
    case COMMAND.heartbeat:
      return { state, effects: [{ kind: "send", message: answerHeartbeat(message.id) }] };
    case COMMAND.connect:
      return {
        state: {
          ...state,
          step: "connected",
          sampling: wanted,
          sentAt: at,
          backlog: announceBacklog(message.backlog, at),
        },
        effects: [{ kind: "welcome", message, sampling: wanted }],
      };
    case COMMAND.realDataUpdate: {
      const updates = message.backlog ? state.updates : spendUpdate(state, at);
      if (!message.backlog && updates === null)
        return end(state, CLOSE.tooFast, "too many real data updates", { kind: "overUpdates" });
      return {
        state: { ...state, updates, backlog: followBacklog(state.backlog, message) },
        effects: [{ kind: "storeBatch", message }],
      };
    }
    case COMMAND.eventUpdate:
      return { state, effects: [{ kind: "updateEvents", message }] };
    case COMMAND.statusUpdate:
      return { state, effects: [{ kind: "updateStatuses", message }] };
    case COMMAND.treeQueryAnswer:
      return {
        state,
        effects: [
          { kind: "replaceTree", equipment: message.equipment },
          { kind: "answered", message },
        ],
      };
    case COMMAND.configAnswer:
      return { state, effects: [] };
    default:
      return { state, effects: [{ kind: "answered", message }] };
  }
}

/** Returns the budget left after another realtime update; null if it is exceeded. */
function spendUpdate({ updates, sampling }: ConversationState, at: number) {
  const rate = updateRate(sampling ?? FAST_SAMPLING);
  return spendFrame(updates ?? fullBudget(at, rate), at, rate);
}

function answerHeartbeat(id: string | undefined): PortalMessage {
  return { cmd: COMMAND.heartbeatAnswer, ...(id === undefined ? {} : { id }) };
}

function offerSampling(
  state: ConversationState,
  { at, wanted, id }: Extract<ConversationEvent, { kind: "offerSampling" }>,
): ConversationStep {
  const { sampling: sent } = state;
  if (state.step !== "connected" || sent === null) return { state, effects: [] };
  if (sent.sampleMs === wanted.sampleMs && sent.uploadMs === wanted.uploadMs)
    return { state, effects: [] };
  return {
    state: { ...awaitAnswer(state), sampling: wanted, sentAt: at },
    effects: [{ kind: "send", message: { cmd: COMMAND.config, id, sampling: wanted } }],
  };
}

function end(
  state: ConversationState,
  code: number,
  reason: string,
  ...before: ConversationEffect[]
): ConversationStep {
  return {
    state: { ...state, step: "ended" },
    effects: [...before, { kind: "close", code, reason }],
  };
}
