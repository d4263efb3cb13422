import { subscribers } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import { type QueuedMail, queueMail } from "./mails.ts";

/** Puts an address on the list, with an e-mail that says so. One that is on it already stays, and hears nothing. */
export async function addSubscriber(
  database: Database,
  { email, name, now }: { email: string; name: string; now: number },
  mail: QueuedMail<"subscribed">,
) {
  await database.batch([
    database.insert(subscribers).values({ email, name, createdAt: now }).onConflictDoNothing(),
    queueMail(database, mail),
  ]);
}
