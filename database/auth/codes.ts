import { and, desc, eq, gt, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import {
  CODE_DAY_MS,
  CODE_LIFETIME_MS,
  CODE_RESEND_MS,
  type CodePurpose,
  MAX_CODE_ATTEMPTS,
  MAX_CODES_A_DAY,
} from "#domain/users/codes.ts";
import type { Database } from "../connect.ts";
import { codes } from "../schema/auth.ts";

/** Receiver of a code, both parts masked: its address and, if signed in, the user. */
export type CodeSubject = { purpose: CodePurpose; address: string; person: string };

export type NewCode = CodeSubject & { codeHash: string; now: number };

/** The address comes first, so that the codes of one address are counted together, whichever user requested them. */
const subjectOf = ({ address, person }: CodeSubject) => `${address}.${person}`;

/**
 * Selects all codes of an address and purpose. A masked address contains neither `.` nor `/`, which follows it in the
 * sort order.
 */
function sentTo({ purpose, address }: CodeSubject, since: number | SQL) {
  return and(
    gte(codes.subject, `${address}.`),
    lt(codes.subject, `${address}/`),
    eq(codes.purpose, purpose),
    gt(codes.createdAt, since),
  );
}

/** Selects all codes that a user requested for a purpose, for any address. */
function sentBy({ purpose, person }: CodeSubject, since: number) {
  const owner = sql`substr(${codes.subject}, instr(${codes.subject}, '.') + 1)`;
  return and(gt(codes.createdAt, since), eq(codes.purpose, purpose), eq(owner, person));
}

/** Returns the statement that stores a code, if the address may receive another one. It yields the id, or no row. */
export function addCode(database: Database, code: NewCode) {
  const { purpose, codeHash, now } = code;
  const recent = sql`exists (select 1 from ${codes} where ${sentTo(code, now - CODE_RESEND_MS)})`;
  const today = sql`(select count(*) from ${codes} where ${sentTo(code, now - CODE_DAY_MS)})`;
  // The user chooses the new address; without this limit one account could have e-mails sent to any number of
  // strangers.
  const chosen = sql`(select count(*) from ${codes} where ${sentBy(code, now - CODE_DAY_MS)})`;
  const isOften = purpose === "newEmail" ? sql`${chosen} >= ${MAX_CODES_A_DAY}` : sql`false`;
  return database
    .insert(codes)
    .select(
      sql`
        select null, ${purpose}, ${subjectOf(code)}, ${codeHash}, ${now}, 0, null
        where not ${recent} and ${today} < ${MAX_CODES_A_DAY} and not ${isOften}
      `,
    )
    .returning({ id: codes.id });
}

/** Condition: this code was stored earlier in the same batch. */
export function isAdded({ purpose, codeHash, now, ...subject }: NewCode): SQL {
  const own = and(
    eq(codes.subject, subjectOf({ purpose, ...subject })),
    eq(codes.purpose, purpose),
    eq(codes.codeHash, codeHash),
    eq(codes.createdAt, now),
  );
  return sql`exists (select 1 from ${codes} where ${own})`;
}

/**
 * Selects when the last codes of an address were sent and whether this user requested them, newest first, at most the
 * daily maximum.
 */
export function selectSentAt(database: Database, subject: CodeSubject, now: number) {
  return database
    .select({
      at: codes.createdAt,
      own: sql<number>`${codes.subject} = ${subjectOf(subject)}`,
    })
    .from(codes)
    .where(sentTo(subject, now - CODE_DAY_MS))
    .orderBy(desc(codes.createdAt))
    .limit(MAX_CODES_A_DAY);
}

/** Subquery for the id of the subject's newest code, if it is still usable. */
function openCode({ now, ...subject }: NewCode): SQL {
  const newest = sql`(
    select ${codes.id}
    from ${codes}
    where ${codes.subject} = ${subjectOf(subject)} and ${codes.purpose} = ${subject.purpose}
    order by ${codes.createdAt} desc, ${codes.id} desc
    limit 1
  )`;
  const usable = and(
    eq(codes.id, newest),
    isNull(codes.usedAt),
    lt(codes.wrongAttempts, MAX_CODE_ATTEMPTS),
    gt(codes.createdAt, now - CODE_LIFETIME_MS),
  );
  return sql`(select ${codes.id} from ${codes} where ${usable})`;
}

/** Condition: a code is correct and still usable. */
export function isRightCode(code: NewCode): SQL {
  const right = and(eq(codes.id, openCode(code)), eq(codes.codeHash, code.codeHash));
  return sql`exists (select 1 from ${codes} where ${right})`;
}

/**
 * Returns the statement that checks a code without consuming it; a wrong code increments its attempt counter. It yields
 * whether the code matches.
 */
export function peekCode(database: Database, code: NewCode) {
  return database
    .update(codes)
    .set({ wrongAttempts: sql`${codes.wrongAttempts} + (${codes.codeHash} <> ${code.codeHash})` })
    .where(eq(codes.id, openCode(code)))
    .returning({ right: sql<number>`${codes.codeHash} = ${code.codeHash}` });
}

/** Returns the statement that consumes a correct code if the condition holds. */
export function spendCode(database: Database, code: NewCode, condition: SQL) {
  return database
    .update(codes)
    .set({ usedAt: code.now })
    .where(and(eq(codes.id, openCode(code)), eq(codes.codeHash, code.codeHash), condition));
}

/**
 * Verifies and consumes a code in one statement, so that only one of many concurrent calls with the correct code
 * succeeds. Only the newest code counts; a wrong code increments its attempt counter.
 */
export async function verifyCode(database: Database, code: NewCode): Promise<boolean> {
  const { purpose, codeHash, now } = code;
  const newest = sql`(
    select ${codes.id}
    from ${codes}
    where ${codes.subject} = ${subjectOf(code)} and ${codes.purpose} = ${purpose}
    order by ${codes.createdAt} desc, ${codes.id} desc
    limit 1
  )`;
  const [tried] = await database
    .update(codes)
    .set({
      wrongAttempts: sql`${codes.wrongAttempts} + (${codes.codeHash} <> ${codeHash})`,
      usedAt: sql`case ${codes.codeHash} when ${codeHash} then ${now} end`,
    })
    .where(
      and(
        eq(codes.id, newest),
        isNull(codes.usedAt),
        lt(codes.wrongAttempts, MAX_CODE_ATTEMPTS),
        gt(codes.createdAt, now - CODE_LIFETIME_MS),
      ),
    )
    .returning({ right: sql<number>`${isNotNull(codes.usedAt)}` });
  return tried?.right === 1;
}

/** Deletes codes that are too old to count towards any limit. */
export async function deleteOldCodes(database: Database, now: number) {
  await database.delete(codes).where(lt(codes.createdAt, now - CODE_DAY_MS));
}
