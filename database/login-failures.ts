import { and, count, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import {
  LOGIN_FAILURES_ALLOWED,
  LOGIN_FAILURES_WINDOW_MS,
  SLOWEST_FAILURES,
} from "#domain/users/login-limit.ts";
import type { Database } from "./connect.ts";
import { loginFailures } from "./schema.ts";

/** An attempt that nobody ended in this long takes no place any more: its request broke off. */
const PENDING_MS = 30_000;

/** A place taken, by its id; or until when failures alone have taken all places, ms UTC, null where others wait too. */
type ReservedAttempt = { id: number } | { id: null; blockedUntil: number | null };

/**
 * Takes a place before the password is looked at: attempts at the same time cannot pass the limit together.
 * None is free where failures and other attempts have taken them all.
 */
export async function reserveAttempt(
  database: Database,
  subject: string,
  now: number,
): Promise<ReservedAttempt> {
  const since = sql`case ${loginFailures.pending} when 1 then ${now - PENDING_MS} else ${now - LOGIN_FAILURES_WINDOW_MS} end`;
  const taken = sql`(select count(*) from ${loginFailures} where ${loginFailures.subject} = ${subject} and ${loginFailures.at} > ${since})`;
  const [[reserved], [tenth]] = await database.batch([
    database
      .insert(loginFailures)
      .select(sql`select null, ${subject}, ${now}, 1 where ${taken} < ${LOGIN_FAILURES_ALLOWED}`)
      .returning({ id: loginFailures.id }),
    selectTenthFailure(database, subject, now),
  ]);
  if (reserved !== undefined) return { id: reserved.id };
  const blockedUntil = tenth === undefined ? null : tenth.at + LOGIN_FAILURES_WINDOW_MS;
  return { id: null, blockedUntil };
}

/** Places become failures, for as long as failures count. */
export async function failAttempts(database: Database, ids: readonly number[], now: number) {
  await database
    .update(loginFailures)
    .set({ pending: false, at: now })
    .where(inArray(loginFailures.id, [...ids]));
}

/** Places are free again, and after a success no failure of the subject counts any more. */
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

/** The statement that notes an attempt, without asking how many there are. Answers its id. */
export function noteAttempt(database: Database, subject: string, now: number) {
  return database
    .insert(loginFailures)
    .values({ subject, at: now, pending: true })
    .returning({ id: loginFailures.id });
}

/** The statement that counts attempts, those under way included, as far as it makes a difference how many there are. */
export function countAttempts(database: Database, subject: string, now: number) {
  const counted = database
    .select({ id: loginFailures.id })
    .from(loginFailures)
    .where(
      and(eq(loginFailures.subject, subject), gt(loginFailures.at, now - LOGIN_FAILURES_WINDOW_MS)),
    )
    .limit(SLOWEST_FAILURES)
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
    .offset(LOGIN_FAILURES_ALLOWED - 1)
    .limit(1);
}

export async function deleteOldLoginAttempts(database: Database, now: number) {
  await database.delete(loginFailures).where(lt(loginFailures.at, now - LOGIN_FAILURES_WINDOW_MS));
}
