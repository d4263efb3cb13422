import { lt, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { tries } from "./member-schema.ts";

/** What may be tried how often: `most` times in any `windowMs`. */
export type TryLimit = { most: number; windowMs: number };

/** The longest window of any limit, and of what is remembered of right ones. */
export const MAX_ATTEMPT_WINDOW_MS = 3 * 86_400_000;

/**
 * Counts one more try, or several that are made together, before it is known what comes of it: tries at the same time
 * cannot pass the limit together.
 * Answers null, or when the next one may be made where there have been too many, ms UTC.
 * @param subject masked: nothing personal
 */
export async function countTry(
  database: Database,
  subject: string,
  { most, windowMs }: TryLimit,
  now: number,
  times = 1,
): Promise<{ freeAt: number } | null> {
  const since = now - windowMs;
  const those = sql`${tries.subject} = ${subject} and ${tries.at} > ${since}`;
  const [added, [oldest]] = await database.batch([
    database
      .insert(tries)
      .select(
        sql`select null, ${subject}, ${now} from json_each(${JSON.stringify(Array(times).fill(0))}) where (select count(*) from ${tries} where ${those}) + ${times} <= ${most}`,
      )
      .returning({ id: tries.id }),
    database
      .select({ at: tries.at })
      .from(tries)
      .where(those)
      .orderBy(sql`${tries.at} desc`)
      .limit(1)
      .offset(most - times),
  ]);
  return added.length === times ? null : { freeAt: (oldest?.at ?? now) + windowMs };
}

/** Whether something was tried, or marked, in the last `windowMs`. */
export async function wasTried(
  database: Database,
  subject: string,
  { windowMs, now }: { windowMs: number; now: number },
): Promise<boolean> {
  const [found] = await database
    .select({ id: tries.id })
    .from(tries)
    .where(sql`${tries.subject} = ${subject} and ${tries.at} > ${now - windowMs}`)
    .limit(1);
  return found !== undefined;
}

/** Remembers of something only when it was last. */
export async function markTry(database: Database, subject: string, now: number): Promise<void> {
  await database.batch([
    database.delete(tries).where(sql`${tries.subject} = ${subject}`),
    database.insert(tries).values({ subject, at: now }),
  ]);
}

/** One try, the newest, counts no more: it was right. */
export async function takeBackTry(database: Database, subject: string): Promise<void> {
  const newest = sql`(select max(${tries.id}) from ${tries} where ${tries.subject} = ${subject})`;
  await database.delete(tries).where(sql`${tries.id} = ${newest}`);
}

/** What was tried before counts no more: it succeeded. */
export async function forgetTries(database: Database, subject: string): Promise<void> {
  await database.delete(tries).where(sql`${tries.subject} = ${subject}`);
}

export async function forgetOldTries(database: Database, now: number): Promise<void> {
  await database.delete(tries).where(lt(tries.at, now - MAX_ATTEMPT_WINDOW_MS));
}
