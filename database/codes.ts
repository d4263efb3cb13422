import { and, desc, eq, gt, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import {
  CODE_DAY_MS,
  CODE_LIFETIME_MS,
  CODE_RESEND_MS,
  CODE_TRIES,
  CODES_A_DAY,
  type CodePurpose,
} from "#domain/users/codes.ts";
import { codes } from "./account-schema.ts";
import type { Database } from "./connect.ts";

/** Whose code it is: the address it goes to and, where somebody is signed in, the person; both masked. */
export type CodeSubject = { purpose: CodePurpose; address: string; person: string };

export type NewCode = CodeSubject & { codeHash: string; now: number };

/** The address comes first, so that the codes of an address are counted together, whoever had them sent. */
const subjectOf = ({ address, person }: CodeSubject) => `${address}.${person}`;

/** All codes of an address and purpose. A masked address has neither `.` nor `/`, which follows it. */
function sentTo({ purpose, address }: CodeSubject, since: number | SQL) {
  return and(
    gte(codes.subject, `${address}.`),
    lt(codes.subject, `${address}/`),
    eq(codes.purpose, purpose),
    gt(codes.createdAt, since),
  );
}

/** All codes that a person had sent for a purpose, to whatever addresses. */
function sentBy({ purpose, person }: CodeSubject, since: number) {
  const owner = sql`substr(${codes.subject}, instr(${codes.subject}, '.') + 1)`;
  return and(gt(codes.createdAt, since), eq(codes.purpose, purpose), eq(owner, person));
}

/** The statement that writes a code down, where its address may have another one. Answers its id, else no row. */
export function addCode(database: Database, code: NewCode) {
  const { purpose, codeHash, now } = code;
  const recent = sql`exists (select 1 from ${codes} where ${sentTo(code, now - CODE_RESEND_MS)})`;
  const today = sql`(select count(*) from ${codes} where ${sentTo(code, now - CODE_DAY_MS)})`;
  // The address is the person's to choose: or one account could have e-mails sent to any number of strangers.
  const chosen = sql`(select count(*) from ${codes} where ${sentBy(code, now - CODE_DAY_MS)})`;
  const isOften = purpose === "newEmail" ? sql`${chosen} >= ${CODES_A_DAY}` : sql`false`;
  return database
    .insert(codes)
    .select(
      sql`select null, ${purpose}, ${subjectOf(code)}, ${codeHash}, ${now}, 0, null where not ${recent} and ${today} < ${CODES_A_DAY} and not ${isOften}`,
    )
    .returning({ id: codes.id });
}

/** Whether this very code was written down in the same batch. */
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
 * When the last codes of an address were sent and whether this very person had them sent, newest first, as many as a
 * day may have.
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
    .limit(CODES_A_DAY);
}

/** The id of the newest code of its subject, as long as it can still be used; as a query. */
function openCode({ now, ...subject }: NewCode): SQL {
  const newest = sql`(select ${codes.id} from ${codes} where ${codes.subject} = ${subjectOf(subject)} and ${codes.purpose} = ${subject.purpose} order by ${codes.createdAt} desc, ${codes.id} desc limit 1)`;
  const usable = and(
    eq(codes.id, newest),
    isNull(codes.usedAt),
    lt(codes.tries, CODE_TRIES),
    gt(codes.createdAt, now - CODE_LIFETIME_MS),
  );
  return sql`(select ${codes.id} from ${codes} where ${usable})`;
}

/** Whether a code is right, as a condition of other statements. */
export function isRightCode(code: NewCode): SQL {
  const right = and(eq(codes.id, openCode(code)), eq(codes.codeHash, code.codeHash));
  return sql`exists (select 1 from ${codes} where ${right})`;
}

/** The statement that looks at a code without using it up: a wrong one takes one of its tries. Answers whether it is right. */
export function peekCode(database: Database, code: NewCode) {
  return database
    .update(codes)
    .set({ tries: sql`${codes.tries} + (${codes.codeHash} <> ${code.codeHash})` })
    .where(eq(codes.id, openCode(code)))
    .returning({ right: sql<number>`${codes.codeHash} = ${code.codeHash}` });
}

/** The statement that uses a right code up, where the condition holds. */
export function spendCode(database: Database, code: NewCode, condition: SQL) {
  return database
    .update(codes)
    .set({ usedAt: code.now })
    .where(and(eq(codes.id, openCode(code)), eq(codes.codeHash, code.codeHash), condition));
}

/**
 * Tries a code, in one statement: of many at once with the right one, one has it. Only the newest code counts.
 * A wrong one takes one of its tries.
 */
export async function verifyCode(database: Database, code: NewCode): Promise<boolean> {
  const { purpose, codeHash, now } = code;
  const newest = sql`(select ${codes.id} from ${codes} where ${codes.subject} = ${subjectOf(code)} and ${codes.purpose} = ${purpose} order by ${codes.createdAt} desc, ${codes.id} desc limit 1)`;
  const [tried] = await database
    .update(codes)
    .set({
      tries: sql`${codes.tries} + (${codes.codeHash} <> ${codeHash})`,
      usedAt: sql`case ${codes.codeHash} when ${codeHash} then ${now} end`,
    })
    .where(
      and(
        eq(codes.id, newest),
        isNull(codes.usedAt),
        lt(codes.tries, CODE_TRIES),
        gt(codes.createdAt, now - CODE_LIFETIME_MS),
      ),
    )
    .returning({ right: sql<number>`${isNotNull(codes.usedAt)}` });
  return tried?.right === 1;
}

/** Forgets codes that no longer count for anything. */
export async function deleteOldCodes(database: Database, now: number) {
  await database.delete(codes).where(lt(codes.createdAt, now - CODE_DAY_MS));
}
