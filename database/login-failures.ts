import { and, desc, eq, gt, lt, or, sql } from "drizzle-orm";
import { LOGIN_FAILURES_ALLOWED, LOGIN_FAILURES_WINDOW_MS } from "#domain/users/login-limit.ts";
import type { Database } from "./connect.ts";
import { loginFailures } from "./schema.ts";

/** An attempt that nobody ended in this long takes no place any more: its request broke off. */
const PENDING_MS = 30_000;

/**
 * Takes a place before the password is looked at: attempts at the same time cannot pass the limit together.
 * Null where failures and other attempts have taken all places.
 */
export async function reserveAttempt(
  database: Database,
  subject: string,
  now: number,
): Promise<number | null> {
  const reserved = await database.run(
    sql`insert into ${loginFailures} (subject, at, pending) select ${subject}, ${now}, 1
        where (select count(*) from ${loginFailures} where subject = ${subject} and at >
                 case pending when 1 then ${now - PENDING_MS} else ${now - LOGIN_FAILURES_WINDOW_MS} end
              ) < ${LOGIN_FAILURES_ALLOWED}`,
  );
  return reserved.meta.changes > 0 ? reserved.meta.last_row_id : null;
}

/** The place becomes a failure, for as long as failures count. */
export async function failAttempt(database: Database, id: number, now: number) {
  await database
    .update(loginFailures)
    .set({ pending: false, at: now })
    .where(eq(loginFailures.id, id));
}

/** The place is free again, and after a success no failure counts any more. */
export async function succeedAttempt(
  database: Database,
  attempt: { id: number; subject: string },
): Promise<void> {
  const { id, subject } = attempt;
  await database
    .delete(loginFailures)
    .where(
      or(
        eq(loginFailures.id, id),
        and(eq(loginFailures.subject, subject), eq(loginFailures.pending, false)),
      ),
    );
}

/** Until when failures alone have taken all places, ms UTC; null where they have not. */
export async function readBlockedUntil(
  database: Database,
  subject: string,
  now: number,
): Promise<number | null> {
  const tenth = await database
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
    .offset(LOGIN_FAILURES_ALLOWED - 1)
    .limit(1)
    .get();
  return tenth === undefined ? null : tenth.at + LOGIN_FAILURES_WINDOW_MS;
}

export async function forgetOldAttempts(database: Database, now: number) {
  await database.delete(loginFailures).where(lt(loginFailures.at, now - LOGIN_FAILURES_WINDOW_MS));
}
