import { MINUTE_MS } from "#domain/units/durations.ts";
import { CLOSE } from "#protocol/logger/command-numbers.ts";

const ORDINARY_MS = 10_000;
const JITTER_MS = 10_000;
const SENT_AWAY_MS = MINUTE_MS;
const MAX_WAIT_MS = 5 * MINUTE_MS;
/** The module is not claimed yet; its owner may be about to do so. */
const UNCLAIMED = 409;

/** How a connection or an attempt ended. */
export type ConnectionEnd = {
  /** Close code, if the connection was closed. */
  code?: number;
  /** Retry-After of a refusal, ms. */
  retryAfterMs?: number;
  /** HTTP status of a refusal. */
  refused?: number;
};

/**
 * Returns the ms to wait before the next attempt: 10 s plus up to 10 s of jitter, 60 s after a dismissal, doubling with
 * each failure to 5 min; at least what a refusal requests, and exactly that for an unclaimed module.
 * @param failures consecutive ends before this one, without a 259 in between
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

/** Parses a Retry-After header (seconds or a date) to ms; undefined if it is missing or invalid. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header.trim());
  if (header.trim() !== "" && Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
