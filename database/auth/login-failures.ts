import { and, count, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { SECOND_MS } from "#domain/units/durations.ts";
import {
  LOGIN_FAILURES_WINDOW_MS,
  MAX_DELAYING_FAILURES,
  MAX_LOGIN_FAILURES,
} from "#domain/users/login-limit.ts";
import type { Database } from "../connect.ts";
import { loginFailures } from "../schema/auth.ts";

/** A pending attempt expires after this time, ms: its request must have been aborted. */
const PENDING_MS = 30 * SECOND_MS;

/**
 * A reserved attempt; or `blockedUntil` (ms UTC) if failures alone reach the limit, null if pending attempts
 * contribute.
 */
type ReservedAttempt = { id: number } | { id: null; blockedUntil: number | null };

/**
 * Reserves an attempt before the password is verified, so that concurrent attempts cannot exceed the limit together.
 * Fails if failures and pending attempts reach the limit.
 */
export async function reserveAttempt(
  database: Database,
  subject: string,
  now: number,
): Promise<ReservedAttempt> {
  const since = sql`
    case ${loginFailures.pending} when 1 then ${now - PENDING_MS} else ${now - LOGIN_FAILURES_WINDOW_MS} end
  `;
  const taken = sql`(
    select count(*)
    from ${loginFailures}
    where ${loginFailures.subject} = ${subject} and ${loginFailures.at} > ${since}
  )`;
  const [[reserved], [tenth]] = await database.batch([
    database
      .insert(loginFailures)
      .select(sql`select null, ${subject}, ${now}, 1 where ${taken} < ${MAX_LOGIN_FAILURES}`)
      .returning({ id: loginFailures.id }),
    selectTenthFailure(database, subject, now),
  ]);
  if (reserved !== undefined) return { id: reserved.id };
  const blockedUntil = tenth === undefined ? null : tenth.at + LOGIN_FAILURES_WINDOW_MS;
  return { id: null, blockedUntil };
}

/** Turns reserved attempts into failures, which count until they expire. */
export async function failAttempts(database: Database, ids: readonly number[], now: number) {
  await database
    .update(loginFailures)
    .set({ pending: false, at: now })
    .where(inArray(loginFailures.id, [...ids]));
}

/** Releases reserved attempts; after a success the failures of the subject are deleted as well. */
export async function succeedAttempts(
  database: Database,
  { ids, subject }: { ids: readonly number[]; subject: string },
): Promise<void> {
  await database
    .delete(loginFailures)
    .where(
      or(
        inArray(loginFailures.id, [...ids]),
        and(eq(loginFailures.subject, subject), eq(loginFailures.pending, false)),
      ),
    );
}

/** Returns the statement that records an attempt without checking a limit. It yields the id. */
export function noteAttempt(database: Database, subject: string, now: number) {
  return database
    .insert(loginFailures)
    .values({ subject, at: now, pending: true })
    .returning({ id: loginFailures.id });
}

/** Returns the statement that counts attempts, pending ones included, up to the number that makes a difference. */
export function countAttempts(database: Database, subject: string, now: number) {
  const counted = database
    .select({ id: loginFailures.id })
    .from(loginFailures)
    .where(
      and(eq(loginFailures.subject, subject), gt(loginFailures.at, now - LOGIN_FAILURES_WINDOW_MS)),
    )
    .limit(MAX_DELAYING_FAILURES)
    .as("counted");
  return database.select({ attempts: count() }).from(counted);
}

function selectTenthFailure(database: Database, subject: string, now: number) {
  return database
    .select({ at: loginFailures.at })
    .from(loginFailures)
    .where(
      and(
        eq(loginFailures.subject, subject),
        eq(loginFailures.pending, false),
        gt(loginFailures.at, now - LOGIN_FAILURES_WINDOW_MS),
      ),
    )
    .orderBy(desc(loginFailures.at))
    .offset(MAX_LOGIN_FAILURES - 1)
    .limit(1);
}

/** Deletes attempts that are too old to count. */
export async function deleteOldLoginAttempts(database: Database, now: number) {
  await database.delete(loginFailures).where(lt(loginFailures.at, now - LOGIN_FAILURES_WINDOW_MS));
}
