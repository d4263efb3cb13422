import { CLOSE } from "#protocol/logger/command-numbers.ts";

const ORDINARY_MS = 10_000;
const JITTER_MS = 10_000;
const SENT_AWAY_MS = 60_000;
const MAX_WAIT_MS = 300_000;
/** No site has the module, for now: its owner stands beside it, perhaps. */
const UNCLAIMED = 409;

/** How a connection, or the attempt at one, ended. */
export type ConnectionEnd = {
  /** Close code, where there was a close. */
  code?: number;
  /** ms that a refusal asked for. */
  retryAfterMs?: number;
  /** HTTP status of a refusal. */
  refused?: number;
};

/**
 * ms to wait before the next attempt: 10 s and up to 10 s of jitter, 60 s after having been sent away, doubling with
 * each failure to 5 min; never less than a refusal asks for, and no more where no site has the module yet.
 *
 * @param failures ends in a row before this one, without a 259 between them
 * @param random in [0, 1)
 */
export function reconnectWait(end: ConnectionEnd, failures: number, random: number): number {
  const sentAway = end.code === CLOSE.takenOver || end.code === CLOSE.unlinked;
  const first = sentAway ? SENT_AWAY_MS : ORDINARY_MS + JITTER_MS * random;
  if (end.refused === UNCLAIMED) return Math.max(end.retryAfterMs ?? 0, first);
  return Math.max(
    end.retryAfterMs ?? 0,
    Math.min(MAX_WAIT_MS, first * 2 ** Math.min(failures, 20)),
  );
}

/** ms of a Retry-After header: seconds or a date; undefined where there is none that can be read. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header.trim());
  if (header.trim() !== "" && Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
