import { readBlockedUntil, reserveAttempt } from "#database/login-failures.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/** How long an attempt waits for others of its account and address, and how often it looks. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 150;

/**
 * A place for an attempt, by its id. Other attempts under way are waited for: they may all be right, and then none
 * of them counts. Only failures refuse. @throws Problem tooFast
 */
export async function awaitAttempt(subject: string, context: Context): Promise<number> {
  const { database, now, pause } = context;
  const patientUntil = now() + PATIENCE_MS;
  for (;;) {
    const id = await reserveAttempt(database, subject, now());
    if (id !== null) return id;
    const blockedUntil = await readBlockedUntil(database, subject, now());
    if (blockedUntil !== null) throw tooFast(blockedUntil - now());
    if (now() >= patientUntil) throw tooFast(0);
    await pause(LOOK_MS);
  }
}

function tooFast(waitMs: number): Problem {
  return new Problem("tooFast", { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
}
