import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { LOGIN_FAILURES_ALLOWED, LOGIN_FAILURES_WINDOW_MS } from "#domain/users/login-limit.ts";
import type { Database } from "./connect.ts";
import { loginFailures } from "./schema.ts";

/**
 * Counts an attempt as failed before it is known to be: attempts at the same time cannot pass the limit together.
 * False, and nothing counted, where the limit is reached.
 */
export async function countAttempt(
  database: Database,
  subject: string,
  now: number,
): Promise<boolean> {
  const since = now - LOGIN_FAILURES_WINDOW_MS;
  const counted = await database.run(
    sql`insert into ${loginFailures} (subject, at) select ${subject}, ${now}
        where (select count(*) from ${loginFailures} where subject = ${subject} and at > ${since}) < ${LOGIN_FAILURES_ALLOWED}`,
  );
  return counted.meta.changes > 0;
}

/** When the next attempt is allowed, ms UTC. */
export async function readNextAttempt(
  database: Database,
  subject: string,
  now: number,
): Promise<number> {
  const oldest = await database
    .select({ at: loginFailures.at })
    .from(loginFailures)
    .where(
      and(eq(loginFailures.subject, subject), gt(loginFailures.at, now - LOGIN_FAILURES_WINDOW_MS)),
    )
    .orderBy(asc(loginFailures.at))
    .limit(1)
    .get();
  return (oldest?.at ?? now - LOGIN_FAILURES_WINDOW_MS) + LOGIN_FAILURES_WINDOW_MS;
}

/** After a success nothing counts any more. */
export async function forgetAttempts(database: Database, subject: string) {
  await database.delete(loginFailures).where(eq(loginFailures.subject, subject));
}

export async function forgetOldAttempts(database: Database, now: number) {
  await database.delete(loginFailures).where(lt(loginFailures.at, now - LOGIN_FAILURES_WINDOW_MS));
}
