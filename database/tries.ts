import { lt, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { tries } from "./member-schema.ts";

/** What may be tried how often: `most` times in any `windowMs`. */
export type TryLimit = { most: number; windowMs: number };

/** The longest window of any limit. */
export const LONGEST_TRY_WINDOW_MS = 86_400_000;

/**
 * Counts one more try before it is known what comes of it: tries at the same time cannot pass the limit together.
 * Answers null, or when the next one may be made where there have been too many, ms UTC.
 * @param subject masked: nothing personal
 */
export async function countTry(
  database: Database,
  subject: string,
  { most, windowMs }: TryLimit,
  now: number,
): Promise<{ freeAt: number } | null> {
  const since = now - windowMs;
  const those = sql`${tries.subject} = ${subject} and ${tries.at} > ${since}`;
  const [added, [oldest]] = await database.batch([
    database
      .insert(tries)
      .select(
        sql`select null, ${subject}, ${now} where (select count(*) from ${tries} where ${those}) < ${most}`,
      )
      .returning({ id: tries.id }),
    database
      .select({ at: tries.at })
      .from(tries)
      .where(those)
      .orderBy(sql`${tries.at} desc`)
      .limit(1)
      .offset(most - 1),
  ]);
  return added.length === 1 ? null : { freeAt: (oldest?.at ?? now) + windowMs };
}

/** What was tried before counts no more: it succeeded. */
export async function forgetTries(database: Database, subject: string): Promise<void> {
  await database.delete(tries).where(sql`${tries.subject} = ${subject}`);
}

export async function forgetOldTries(database: Database, now: number): Promise<void> {
  await database.delete(tries).where(lt(tries.at, now - LONGEST_TRY_WINDOW_MS));
}
