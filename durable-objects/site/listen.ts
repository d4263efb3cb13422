import { FAST_SAMPLING, type Sampling, silenceAllowed } from "#domain/loggers/sampling.ts";
import { CONNECT_WITHIN_MS } from "#protocol/logger/limits.ts";

/** What decides whether a site is online. All instants in ms UTC. */
export type Listening = {
  online: boolean;
  since: number;
  /** The logger's socket, null while there is none. */
  socket: {
    step: "opened" | "connected" | "ended";
    openedAt: number;
    /** The last message. */
    heardAt: number;
    /** The last heartbeat that the platform answered. */
    heartbeatAt: number | null;
    /** The last config, or the sampling of the welcome. */
    toldAt: number;
    told: Sampling | null;
  } | null;
};

/**
 * Offline at once without a socket, otherwise after too long a silence. A newer socket keeps a site online for a
 * while before its `connect`, so that a logger that comes again does not flicker; it does not bring it online.
 */
export function isHeard({ online, socket }: Listening, now: number): boolean {
  if (socket === null || socket.step === "ended") return false;
  return now < silentAt(socket) && (socket.step === "connected" || online);
}

/**
 * When to look again. A silent socket is looked at now and then, because a heartbeat that the platform answers wakes
 * nobody.
 */
export function nextLook(listening: Listening, now: number): number | null {
  const { online, since, socket } = listening;
  if (isHeard(listening, now) !== online) return now;
  if (socket === null) return null;
  if (online) return silentAt(socket);
  if (socket.step !== "connected") return null;
  const every = silenceAllowed(socket.told ?? FAST_SAMPLING);
  return since + every * (Math.floor((now - since) / every) + 1);
}

function silentAt(socket: NonNullable<Listening["socket"]>): number {
  const { step, openedAt, heardAt, heartbeatAt, toldAt, told } = socket;
  if (step !== "connected") return openedAt + CONNECT_WITHIN_MS;
  const heard = Math.max(heardAt, heartbeatAt ?? 0, toldAt);
  return heard + silenceAllowed(told ?? FAST_SAMPLING);
}
