import { findFile } from "#database/files/files.ts";
import { can } from "#domain/access/can.ts";
import { tokenAllows, tokenReaches } from "#domain/access/token-scope.ts";
import { isFileKey } from "#domain/files/file-path.ts";
import { Problem } from "#domain/problem.ts";
import { requireSignedIn } from "../access.ts";
import type { Caller, Context, ShareCaller, SignedIn } from "../context.ts";

type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/**
 * A user's own pictures are readable by that user, and once attached by everyone who shares a site with them. A site's
 * pictures are readable by its members.
 */
function mayPersonRead(file: FoundFile, { person, token }: SignedIn): boolean {
  const { siteId, ownerId, attachedAt } = file;
  if (siteId !== null)
    return file.ofMember === 1 && (token === undefined || tokenReaches(token, siteId));
  if (ownerId === person.id) return true;
  return attachedAt !== null && file.sharesSite === 1;
}

/** A share viewer may read the banner of the site and no other picture. */
function mayShareRead({ siteId, inBanner }: FoundFile, { share }: ShareCaller): boolean {
  return siteId === share.siteId && inBanner === 1;
}

/** An export of a site's alarm log is readable by its user, as long as they may view and export that log. */
function mayReadExport(file: FoundFile, { person, token }: SignedIn): boolean {
  const { siteId, ownerId, role } = file;
  if (ownerId !== person.id || siteId === null || role === null) return false;
  if (token && !(tokenReaches(token, siteId) && tokenAllows(token, "exportData"))) return false;
  const actor = { role, owner: false, demo: person.demo, share: false };
  return can(actor, "viewAlarmLog") && can(actor, "exportData");
}

function mayReadFile(file: FoundFile, caller: SignedIn | ShareCaller): boolean {
  if (file.kind === "export") return caller.kind === "person" && mayReadExport(file, caller);
  return caller.kind === "share" ? mayShareRead(file, caller) : mayPersonRead(file, caller);
}

/**
 * Checked on every read. Missing and forbidden files look the same. The banner of a public site is readable by anyone.
 * @throws Problem notSignedIn, sessionEnded, notFound
 */
export async function readFile(
  key: string,
  caller: Caller,
  { database, files, log, now }: Pick<Context, "database" | "files" | "log" | "now">,
): Promise<{ contentType: string; open: () => Promise<ReadableStream> }> {
  const userId = caller.kind === "person" ? caller.person.id : null;
  const file = isFileKey(key) ? await findFile(database, key, { userId, now: now() }) : undefined;
  if (file?.isOpen !== 1) {
    const known = caller.kind === "share" ? caller : requireSignedIn(caller);
    if (file === undefined || !mayReadFile(file, known)) throw new Problem("notFound");
  }
  return {
    contentType: file.contentType,
    async open() {
      const body = await files.get(key);
      if (body !== null) return body;
      // The file was deleted just now, or the store has lost it.
      log.error("a file on record is not in the store", new Error("no such object"));
      throw new Problem("notFound");
    },
  };
}
