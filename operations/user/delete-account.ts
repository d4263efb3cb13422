import { z } from "zod";
import { listArchivesToDiscard } from "#database/archives/archive-tasks.ts";
import { listAllDeletedSites } from "#database/sites/site-life.ts";
import { endAllMemberships, ownsSites, removeUser } from "#database/user/account-removal.ts";
import { readUserRecord } from "#database/user/user-records.ts";
import { chunk } from "#domain/chunk.ts";
import { Problem } from "#domain/problem.ts";
import { typedPassword } from "#domain/users/user.ts";
import { signedIn } from "../access.ts";
import { discardArchive } from "../archives/take-archive-step.ts";
import type { Context, Person } from "../context.ts";
import { mailLanguageOf, newMail } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { purgeSite } from "../sites/purge-site.ts";
import { checkOwnPassword } from "./check-own-password.ts";

/** Sites notified concurrently, and files deleted from the store at once. */
const MAX_PARALLEL_SITES = 20;
const DELETED_AT_ONCE = 1_000;

/**
 * First all access of the account ends, then the sites delete its traces, then the account is removed: if a step fails,
 * the user can sign in and repeat the deletion.
 */
export const deleteAccount = operation({
  path: "POST /user/v2/delete",
  description: {
    summary:
      "Deletes the caller's account with all personal data and all deleted sites. Returns 409 while it owns other sites. A correct password ends all sessions, even if the deletion fails",
    output: z.null(),
    example: { input: { password: "sunshine1" }, output: null },
  },
  input: z.object({ password: typedPassword }),
  access: signedIn("editAccount"),
  async run({ input: { password }, context, caller }) {
    const { person } = caller;
    await checkOwnPassword(context, caller, { field: "password", password });
    if (await ownsSites(context.database, person.id))
      throw new Problem("conflict", { message: "ownsSites" });
    await remove(context, person);
    return null;
  },
});

async function remove(context: Context, person: Person): Promise<void> {
  const { database, files, log } = context;
  const { id } = person;
  const farewell = await takeLeave(context, person);
  const { rightsVersion, siteIds } = await endAllMemberships(database, id, context.now());
  await deleteUserAtSites(context, siteIds, { person: id, rightsVersion });
  await purgeDeleted(context, id);
  for (const task of await listArchivesToDiscard(database, id)) await discardArchive(context, task);
  const leaving = { id, email: person.email, rightsVersion };
  const keys = await removeUser(database, leaving, farewell);
  if (keys === null) throw new Problem("conflict");
  try {
    for (const some of chunk(keys, DELETED_AT_ONCE)) await files.delete(some);
  } catch (error) {
    // The records are gone already; the sweep deletes what is left in the store.
    log.error("files could not be deleted", error);
  }
}

/**
 * Deletes the traces of a user at sites.
 * @throws Problem unavailable if a site could not be notified
 */
async function deleteUserAtSites(
  { siteObject, log }: Context,
  siteIds: readonly number[],
  ended: { person: number; rightsVersion: number },
): Promise<void> {
  for (const some of chunk(siteIds, MAX_PARALLEL_SITES)) {
    const deliveries = some.map(async (siteId) => {
      const site = siteObject(siteId);
      await site.endViewers(ended);
      await site.forgetPerson(ended.person);
    });
    const failed = (await Promise.allSettled(deliveries)).find(
      ({ status }) => status === "rejected",
    );
    if (failed?.status !== "rejected") continue;
    log.error("a site could not be notified of a deleted account", failed.reason);
    throw new Problem("unavailable", { message: "deletionUnfinished" });
  }
}

/**
 * Purges the user's deleted sites, which no one can restore any more. @throws Problem unavailable if a site could not
 * be reached
 */
async function purgeDeleted(context: Context, id: number): Promise<void> {
  for (const siteId of await listAllDeletedSites(context.database, id)) {
    try {
      await purgeSite(context, siteId);
    } catch (error) {
      context.log.error("a site of a deleted account could not be removed", error);
      throw new Problem("unavailable", { message: "deletionUnfinished" });
    }
  }
}

async function takeLeave(context: Context, { id, name, email, language }: Person) {
  const record = await readUserRecord(context.database, id);
  return newMail(context, {
    cause: `accountDeleted:${id}`,
    template: "accountDeleted",
    values: { name },
    language: mailLanguageOf(record ?? { language, mailLanguage: null }),
    recipient: email,
  });
}
