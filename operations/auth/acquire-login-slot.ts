import { reserveAttempt } from "#database/auth/login-failures.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/** Maximum time that an attempt waits for concurrent ones of its account and address. */
const MAX_WAIT_MS = 15_000;
/** First pause between two attempts to reserve a slot; each further pause is twice as long. */
const FIRST_PAUSE_MS = 150;
const MAX_PAUSE_MS = 2_000;

/**
 * Reserves an attempt and returns its id. It waits for concurrent attempts, which may all be correct and then count
 * nothing; only failures are refused. @throws Problem tooFast
 */
export async function acquireLoginSlot(
  subject: string,
  { database, now, pause }: Pick<Context, "database" | "now" | "pause">,
): Promise<number> {
  const patientUntil = now() + MAX_WAIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const reserved = await reserveAttempt(database, subject, now());
    if (reserved.id !== null) return reserved.id;
    const { blockedUntil } = reserved;
    if (blockedUntil !== null) throw tooFast(blockedUntil - now());
    if (now() >= patientUntil) throw tooFast(0);
    await pause(pauseMs);
  }
}

function tooFast(waitMs: number): Problem {
  return new Problem("tooFast", { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
}
