import { eq } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { users } from "../schema/users.ts";
import { selectBrowserUsers } from "./known-browsers.ts";
import { countAttempts, noteAttempt } from "./login-failures.ts";

type LoginLookup = {
  account: string;
  /** The masked account. */
  subject: string;
  /** SHA-256 of the browser cookie; empty if the request has none. */
  browser: string;
  now: number;
};

/**
 * Reads everything a login needs in one round trip, and records the attempt. `attempts` counts those with this account
 * from any address, this one included.
 */
export async function readLoginFacts(
  database: Database,
  { account, subject, browser, now }: LoginLookup,
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
    /** Ids of the users who have signed in from the browser. */
    browserUsers: browserUsers.map(({ userId }) => userId),
  };
}
