import { eq } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { selectBrowserUsers } from "./known-browsers.ts";
import { countAttempts, noteAttempt } from "./login-failures.ts";
import { users } from "./schema.ts";

type Asked = {
  account: string;
  /** The account alone, masked. */
  subject: string;
  /** SHA-256 of what the browser showed; empty where it showed nothing. */
  browser: string;
  now: number;
};

/**
 * All that a login looks at, in one round trip, which also notes the attempt.
 * Attempts are those with this account from anywhere, this one included.
 */
export async function readLoginFacts(
  database: Database,
  { account, subject, browser, now }: Asked,
) {
  const [[user], [noted], [counted], browserUsers] = await database.batch([
    database.select().from(users).where(eq(users.account, account)),
    noteAttempt(database, subject, now),
    countAttempts(database, subject, now),
    selectBrowserUsers(database, browser, now),
  ]);
  return {
    user,
    attempt: noted?.id ?? 0,
    attempts: counted?.attempts ?? 0,
    /** Who has signed in from the browser. */
    browserUsers: browserUsers.map(({ userId }) => userId),
  };
}
