import { lt, sql } from "drizzle-orm";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Database } from "./connect.ts";
import { rateLimitAttempts } from "./schema/rate-limits.ts";

/** A limit of `max` attempts within any `windowMs`. */
export type RateLimit = { max: number; windowMs: number };

/** The longest window of all limits and of all recorded successes. */
export const MAX_ATTEMPT_WINDOW_MS = 3 * DAY_MS;

/**
 * Counts attempts before their outcome is known, so that concurrent attempts cannot exceed the limit together.
 * @param subject masked, without personal data
 * @param times number of simultaneous attempts
 * @returns null, or the instant (ms UTC) at which the next attempt is allowed
 */
export async function consumeRateLimit(
  database: Database,
  subject: string,
  { max, windowMs }: RateLimit,
  now: number,
  times = 1,
): Promise<{ freeAt: number } | null> {
  const since = now - windowMs;
  const those = sql`${rateLimitAttempts.subject} = ${subject} and ${rateLimitAttempts.at} > ${since}`;
  const [added, [oldest]] = await database.batch([
    database
      .insert(rateLimitAttempts)
      .select(
        sql`
          select null, ${subject}, ${now}
          from json_each(${JSON.stringify(Array(times).fill(0))})
          where (select count(*) from ${rateLimitAttempts} where ${those}) + ${times} <= ${max}
        `,
      )
      .returning({ id: rateLimitAttempts.id }),
    database
      .select({ at: rateLimitAttempts.at })
      .from(rateLimitAttempts)
      .where(those)
      .orderBy(sql`${rateLimitAttempts.at} desc`)
      .limit(1)
      .offset(max - times),
  ]);
  return added.length === times ? null : { freeAt: (oldest?.at ?? now) + windowMs };
}

/** Checks whether an attempt was recorded within the last `windowMs`. */
export async function hasRecentAttempt(
  database: Database,
  subject: string,
  { windowMs, now }: { windowMs: number; now: number },
): Promise<boolean> {
  const [found] = await database
    .select({ id: rateLimitAttempts.id })
    .from(rateLimitAttempts)
    .where(
      sql`${rateLimitAttempts.subject} = ${subject} and ${rateLimitAttempts.at} > ${now - windowMs}`,
    )
    .limit(1);
  return found !== undefined;
}

/** Records an attempt in place of all earlier ones of the subject. */
export async function recordAttempt(
  database: Database,
  subject: string,
  now: number,
): Promise<void> {
  await database.batch([
    database.delete(rateLimitAttempts).where(sql`${rateLimitAttempts.subject} = ${subject}`),
    database.insert(rateLimitAttempts).values({ subject, at: now }),
  ]);
}

/** Deletes the newest attempt, because it succeeded. */
export async function refundAttempt(database: Database, subject: string): Promise<void> {
  const newest = sql`(
    select max(${rateLimitAttempts.id}) from ${rateLimitAttempts} where ${rateLimitAttempts.subject} = ${subject}
  )`;
  await database.delete(rateLimitAttempts).where(sql`${rateLimitAttempts.id} = ${newest}`);
}

/** Deletes all attempts of a subject, because one succeeded. */
export async function resetRateLimit(database: Database, subject: string): Promise<void> {
  await database.delete(rateLimitAttempts).where(sql`${rateLimitAttempts.subject} = ${subject}`);
}

/** Deletes attempts that no limit counts any more. */
export async function deleteOldRateLimitAttempts(database: Database, now: number): Promise<void> {
  await database
    .delete(rateLimitAttempts)
    .where(lt(rateLimitAttempts.at, now - MAX_ATTEMPT_WINDOW_MS));
}
