import {
  FAST_SAMPLING,
  IDLE_SAMPLING,
  pollIntervalMs,
  type Sampling,
  silenceAllowed,
} from "#domain/loggers/sampling.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { CONNECT_WITHIN_MS } from "#protocol/logger/limits.ts";

/**
 * Without viewers, a check runs this many ms after the timeout: an upload due at that very instant has arrived by then,
 * and one check serves two uploads.
 */
const IDLE_CHECK_DELAY_MS = 5 * SECOND_MS;
/** A poll may be late by this many ms. */
const POLL_LATE_MS = 10 * SECOND_MS;
/** While polls come, the object checks by itself only this often, ms, in case logger and polls stop together. */
const POLLED_CHECK_MS = 30 * MINUTE_MS;

/** The state from which liveness is decided. All instants are ms UTC. */
export type LivenessInput = {
  online: boolean;
  since: number;
  /** The logger's socket; null if there is none. */
  socket: {
    step: "opened" | "connected" | "ended";
    /** Instant at which the first socket was opened of a series of reconnects without a `connect`. */
    keptFrom: number;
    /** Instant at which the last frame arrived. */
    lastFrameAt: number;
    /** Instant at which the platform last answered a heartbeat. */
    heartbeatAt: number | null;
    /** Instant at which the poller last polled the site. */
    polledAt: number | null;
    /** Instant at which the logger was last sent a sampling, by the welcome or a config. */
    sentAt: number;
    sampling: Sampling | null;
  } | null;
};

type Socket = NonNullable<LivenessInput["socket"]>;

/**
 * Decides whether a site is online: it is offline at once without a socket, and otherwise after the timeout. A newer
 * socket keeps a site online for a while before its `connect`, so that a reconnecting logger does not flicker, but it
 * does not bring the site online. Neither does a message sent to a silent logger, nor a longer timeout: the socket may
 * be dead. Only a frame or a heartbeat of the logger does.
 */
export function isAlive({ online, since, socket }: LivenessInput, now: number): boolean {
  if (socket === null || socket.step === "ended") return false;
  if (online) return now < timeoutAt(socket);
  const isSilent = socket.step !== "connected" || lastActivity(socket) < since;
  return !isSilent && now < timeoutAt({ ...socket, sentAt: 0 });
}

/**
 * Returns when to check liveness again, ms UTC. A silent socket is checked from time to time because a heartbeat that
 * the platform answers does not wake the object.
 */
export function nextLivenessCheck(livenessInput: LivenessInput, now: number): number | null {
  const { online, since, socket } = livenessInput;
  if (isAlive(livenessInput, now) !== online) return now;
  if (socket === null) return null;
  if (online && isPolledInTime(socket, now)) return socket.polledAt + POLLED_CHECK_MS;
  if (online) return timeoutAt(socket) + (isIdle(socket) ? IDLE_CHECK_DELAY_MS : 0);
  if (socket.step !== "connected") return null;
  const every = silenceAllowed(socket.sampling ?? FAST_SAMPLING);
  return since + every * (Math.floor((now - since) / every) + 1);
}

function isIdle(socket: Socket): socket is Socket & { sampling: Sampling } {
  const { step, sampling } = socket;
  return step === "connected" && sampling !== null && sampling.uploadMs >= IDLE_SAMPLING.uploadMs;
}

/** Whether the next poll comes before the timeout. If not, or if the next poll is late, the object checks by itself. */
function isPolledInTime(socket: Socket, now: number): socket is Socket & { polledAt: number } {
  const { polledAt } = socket;
  if (polledAt === null || !isIdle(socket)) return false;
  const nextPoll = polledAt + pollIntervalMs(socket.sampling.uploadMs);
  return now < nextPoll + POLL_LATE_MS && nextPoll <= timeoutAt(socket);
}

function timeoutAt(socket: Socket): number {
  const { step, keptFrom, sentAt, sampling } = socket;
  if (step !== "connected") return keptFrom + CONNECT_WITHIN_MS;
  return Math.max(lastActivity(socket), sentAt) + silenceAllowed(sampling ?? FAST_SAMPLING);
}

function lastActivity({ lastFrameAt, heartbeatAt }: Socket): number {
  return Math.max(lastFrameAt, heartbeatAt ?? 0);
}
