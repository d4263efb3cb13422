import { lt, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { rateLimitAttempts } from "./member-schema.ts";

/** What may be tried how often: `max` times in any `windowMs`. */
export type RateLimit = { max: number; windowMs: number };

/** The longest window of any limit, and of what is remembered of right ones. */
export const MAX_ATTEMPT_WINDOW_MS = 3 * 86_400_000;

/**
 * Counts one more try, or several that are made together, before it is known what comes of it: rateLimitAttempts at the same time
 * cannot pass the limit together.
 * Answers null, or when the next one may be made where there have been too many, ms UTC.
 * @param subject masked: nothing personal
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
        sql`select null, ${subject}, ${now} from json_each(${JSON.stringify(Array(times).fill(0))}) where (select count(*) from ${rateLimitAttempts} where ${those}) + ${times} <= ${max}`,
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

/** Whether something was tried, or marked, in the last `windowMs`. */
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

/** Remembers of something only when it was last. */
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

/** One try, the newest, counts no more: it was right. */
export async function refundAttempt(database: Database, subject: string): Promise<void> {
  const newest = sql`(select max(${rateLimitAttempts.id}) from ${rateLimitAttempts} where ${rateLimitAttempts.subject} = ${subject})`;
  await database.delete(rateLimitAttempts).where(sql`${rateLimitAttempts.id} = ${newest}`);
}

/** What was tried before counts no more: it succeeded. */
export async function resetRateLimit(database: Database, subject: string): Promise<void> {
  await database.delete(rateLimitAttempts).where(sql`${rateLimitAttempts.subject} = ${subject}`);
}

export async function deleteOldRateLimitAttempts(database: Database, now: number): Promise<void> {
  await database
    .delete(rateLimitAttempts)
    .where(lt(rateLimitAttempts.at, now - MAX_ATTEMPT_WINDOW_MS));
}
