import {
  FAST_SAMPLING,
  IDLE_SAMPLING,
  pollIntervalMs,
  type Sampling,
  silenceAllowed,
} from "#domain/loggers/sampling.ts";
import { CONNECT_WITHIN_MS } from "#protocol/logger/limits.ts";

/**
 * While nobody watches, a look comes so much after the silence is too long, in ms. An upload that is due at that very
 * instant has come by then, and one look serves for two uploads.
 */
const IDLE_LOOK_LATE_MS = 5_000;
/** A poll may come so much after its time, in ms. */
const POLL_LATE_MS = 10_000;
/** While somebody comes by the object looks itself only so often, in ms, should logger and polls end together. */
const POLLED_CHECK_MS = 30 * 60_000;

/** What decides whether a site is online. All instants in ms UTC. */
export type Listening = {
  online: boolean;
  since: number;
  /** The logger's socket, null while there is none. */
  socket: {
    step: "opened" | "connected" | "ended";
    /** When the first was opened of those that came one after the other without a `connect`. */
    keptFrom: number;
    /** The last message. */
    heardAt: number;
    /** The last heartbeat that the platform answered. */
    heartbeatAt: number | null;
    /** When somebody came by last. */
    polledAt: number | null;
    /** The last config, or the sampling of the welcome. */
    toldAt: number;
    told: Sampling | null;
  } | null;
};

type Socket = NonNullable<Listening["socket"]>;

/**
 * Offline at once without a socket, otherwise after too long a silence. A newer socket keeps a site online for a
 * while before its `connect`, so that a logger that comes again does not flicker; it does not bring it online. Nor does
 * what a silent logger is told, nor that more silence is allowed it since: the socket may be dead. Only its word does.
 */
export function isHeard({ online, since, socket }: Listening, now: number): boolean {
  if (socket === null || socket.step === "ended") return false;
  if (online) return now < silentAt(socket);
  const isSilent = socket.step !== "connected" || lastWord(socket) < since;
  return !isSilent && now < silentAt({ ...socket, toldAt: 0 });
}

/**
 * When to look again. A silent socket is looked at now and then, because a heartbeat that the platform answers wakes
 * nobody.
 */
export function nextLook(listening: Listening, now: number): number | null {
  const { online, since, socket } = listening;
  if (isHeard(listening, now) !== online) return now;
  if (socket === null) return null;
  if (online && isLookedAfter(socket, now)) return socket.polledAt + POLLED_CHECK_MS;
  if (online) return silentAt(socket) + (isIdle(socket) ? IDLE_LOOK_LATE_MS : 0);
  if (socket.step !== "connected") return null;
  const every = silenceAllowed(socket.told ?? FAST_SAMPLING);
  return since + every * (Math.floor((now - since) / every) + 1);
}

function isIdle(socket: Socket): socket is Socket & { told: Sampling } {
  const { step, told } = socket;
  return step === "connected" && told !== null && told.uploadMs >= IDLE_SAMPLING.uploadMs;
}

/** The next poll comes before the silence would be too long, if polls go on; the one at which they would not, sees to it. */
function isLookedAfter(socket: Socket, now: number): socket is Socket & { polledAt: number } {
  const { polledAt } = socket;
  if (polledAt === null || !isIdle(socket)) return false;
  const nextPoll = polledAt + pollIntervalMs(socket.told.uploadMs);
  return now < nextPoll + POLL_LATE_MS && nextPoll <= silentAt(socket);
}

function silentAt(socket: Socket): number {
  const { step, keptFrom, toldAt, told } = socket;
  if (step !== "connected") return keptFrom + CONNECT_WITHIN_MS;
  return Math.max(lastWord(socket), toldAt) + silenceAllowed(told ?? FAST_SAMPLING);
}

function lastWord({ heardAt, heartbeatAt }: Socket): number {
  return Math.max(heardAt, heartbeatAt ?? 0);
}
