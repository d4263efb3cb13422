import { z } from "zod";
import { FAST_SAMPLING, type Sampling, sampling } from "#domain/loggers/sampling.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { announceBacklog, backlogProgress, followBacklog } from "./backlog.ts";
import { CLOSE, COMMAND } from "./command-numbers.ts";
import { frameBudget, fullBudget, spendFrame, updateRate } from "./frame-budget.ts";
import { CONNECT_WITHIN_MS, MAX_AWAITED_ANSWERS, MAX_INVALID_FRAMES } from "./limits.ts";
import type { ConnectMessage, LoggerMessage, PortalMessage } from "./messages.ts";
import { type FrameRefusal, type ReadFrame, readFrame, refuse } from "./read-frame.ts";

/** Names of fields in the stored form, as in earlier releases. */
const STORED = { lastFrameAt: "heardAt", sampling: "told", sentAt: "toldAt" } as const;

/** Stored form of `ConversationState`. All instants are ms UTC. */
const storedState = z.object({
  step: z.enum(["opened", "connected", "ended"]),
  serial: serialNumber,
  openedAt: z.number(),
  /** When the last frame arrived, except heartbeats that the platform answers. */
  [STORED.lastFrameAt]: z.number(),
  /** The sampling that the logger was last sent, and when. */
  [STORED.sampling]: sampling.nullable(),
  [STORED.sentAt]: z.number(),
  /** Invalid frames in a row. */
  invalid: z.int(),
  budget: frameBudget,
  /** Requests of ours whose answers cost the logger none of its frames. */
  awaited: z.int().default(0),
  /** What the logger still has to send of the time before; null where that is nothing. */
  backlog: backlogProgress.nullable().default(null),
  /** Real data updates that it may still send; null: as many as the sampling in force allows. */
  updates: frameBudget.nullable().default(null),
});

/** The portal's side of a conversation with one logger on one socket. */
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

export type ConversationEvent =
  /** `wanted`: the sampling due now. */
  | { kind: "frame"; at: number; frame: string | ArrayBuffer; wanted: Sampling }
  /** The sampling due may have changed. `id` names the config message. */
  | { kind: "offerSampling"; at: number; wanted: Sampling; id: string }
  /** A request was handed to the socket. */
  | { kind: "asked" }
  | { kind: "timeout"; at: number }
  /** Closed by either side, taken over, unlinked. */
  | { kind: "ended" };

type MessageOf<Command extends LoggerMessage["cmd"]> = Extract<LoggerMessage, { cmd: Command }>;

/** What follows, in order. An effect that stores comes with the message whose answer awaits it. */
export type ConversationEffect =
  | { kind: "send"; message: PortalMessage }
  | { kind: "close"; code: number; reason: string }
  /** Closed with more real data updates than the budget has. */
  | { kind: "overUpdates" }
  | { kind: "welcome"; message: ConnectMessage; sampling: Sampling }
  | { kind: "storeBatch"; message: MessageOf<typeof COMMAND.realDataUpdate> }
  | { kind: "updateEvents"; message: MessageOf<typeof COMMAND.eventUpdate> }
  | { kind: "updateStatuses"; message: MessageOf<typeof COMMAND.statusUpdate> }
  | { kind: "replaceTree"; equipment: Equipment[] }
  | { kind: "answered"; message: LoggerMessage };

export type ConversationStep = { state: ConversationState; effects: ConversationEffect[] };

/** @param updates what is left of the logger's budget of real data updates from its connections before */
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

/** When time itself ends the conversation, ms UTC. */
export function connectDueAt({ step, openedAt }: ConversationState): number | null {
  return step === "opened" ? openedAt + CONNECT_WITHIN_MS : null;
}

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
  // A logger does not choose how often it is asked.
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
  // Heartbeats are constant and prove nothing about the frames around them.
  const invalid = read.message.cmd === COMMAND.heartbeat ? before.invalid : 0;
  return takeMessage({ ...state, invalid }, read.message, event);
}

const ANSWERS: readonly number[] = [
  COMMAND.realDataAnswer,
  COMMAND.configAnswer,
  COMMAND.controlAnswer,
  COMMAND.batchControlAnswer,
  COMMAND.controlOnceAnswer,
  COMMAND.queryAnswer,
  COMMAND.treeQueryAnswer,
  COMMAND.refusal,
];

/** Whether it names a request of ours; a tree and a refusal may also come without one. */
function isAnswer({ cmd, id }: LoggerMessage): boolean {
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

/** A frame read, and refused where it is well formed but not in its place. */
function examine({ step, serial }: ConversationState, frame: string | ArrayBuffer): ReadFrame {
  const read = readFrame(frame);
  // Another protocol can only be asked for in place of the first `connect`; later it is a second one.
  if (!read.ok)
    return read.refusal.status === 426 && step === "connected"
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
  if (refusal.status === 426)
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

/** What is left after one more real data update; null where it is one too many. */
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
