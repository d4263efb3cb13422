import { hashPassword } from "#database/auth/password-hash.ts";
import { newCode } from "#operations/user/codes.ts";
import { deriveKeyRing, readSecret } from "#protocol/keys/key-ring.ts";

/** The code that every address of the probe may register with. */
export const CODE = "271828";
/** What every account of the probe signs in with. */
export const PASSWORD = "Kw7xTq20";
const ROWS_AT_ONCE = 500;

/** Accounts, and registration codes for all addresses, as if they had come about one by one. */
export async function stock(
  database: D1Database,
  secretText: string,
  { known, unknown }: { known: readonly string[]; unknown: readonly string[] },
): Promise<void> {
  const now = Date.now();
  const passwordHash = await hashPassword(PASSWORD);
  await insert(
    database,
    `insert into users (account, email, name, password_hash, created_at, activated_at)
     select value ->> 0, value ->> 0, 'Zoe', '${passwordHash}', ${now}, ${now} from json_each(?)`,
    known.map((email) => [email]),
  );
  const secret = readSecret(secretText);
  if (secret === null) throw new Error("the platform's secret cannot be read");
  const keys = deriveKeyRing(secret);
  const codes = [...known, ...unknown].map((address) => {
    const code = newCode({ keys, now: () => now }, { purpose: "register", address }, CODE);
    return [`${code.address}.${code.person}`, code.codeHash];
  });
  await insert(
    database,
    `insert into codes (purpose, subject, code_hash, created_at)
     select 'register', value ->> 0, value ->> 1, ${now} from json_each(?)`,
    codes,
  );
}

/** Codes live ten minutes: the probe takes longer. */
export async function keepCodesFresh(database: D1Database): Promise<void> {
  await database.prepare("update codes set created_at = ?").bind(Date.now()).run();
}

/** A group holds five hundred, as many wait at a site, and two hundred are invited in a day. */
export async function emptyLists(database: D1Database): Promise<void> {
  const tables = ["group_users", "invitations", "membership_changes", "rate_limit_attempts"];
  await database.batch(tables.map((table) => database.prepare(`delete from ${table}`)));
}

/** The site that people are invited to; answers its id. */
export async function addSite(database: D1Database, owner: string): Promise<number> {
  const site = await database
    .prepare(
      "insert into sites (name, creator_id, created_at, updated_at) select 'Timed', id, 1, 1 from users where account = ? returning id",
    )
    .bind(owner)
    .first<number>("id");
  await database
    .prepare(
      "insert into memberships (user_id, site_id, role, created_at) select creator_id, id, 1, 1 from sites where id = ?",
    )
    .bind(site)
    .run();
  return site ?? 0;
}

async function insert(database: D1Database, statement: string, rows: readonly string[][]) {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await database
      .prepare(statement)
      .bind(JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE)))
      .run();
}
