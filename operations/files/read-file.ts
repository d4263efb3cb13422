import { findFile } from "#database/files.ts";
import { tokenReaches } from "#domain/access/token-scope.ts";
import { isFileKey } from "#domain/files/file-path.ts";
import { Problem } from "#domain/problem.ts";
import { requireSignedIn } from "../access.ts";
import type { Caller, Context, ShareCaller, SignedIn } from "../context.ts";

type Found = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/**
 * A picture of a person is seen by themselves, and once they have put it somewhere by everybody who shares a site with
 * them. A picture of a site is seen by its members.
 */
function mayPersonRead(file: Found, { person, token }: SignedIn): boolean {
  const { siteId, ownerId, attachedAt } = file;
  if (siteId !== null)
    return file.ofMember === 1 && (token === undefined || tokenReaches(token, siteId));
  if (ownerId === person.id) return true;
  return attachedAt !== null && file.sharesSite === 1;
}

/** Who was let in by a site's link sees its banner, and nothing of any person. */
function mayShareRead({ siteId, inBanner }: Found, { share }: ShareCaller): boolean {
  return siteId === share.siteId && inBanner === 1;
}

function mayReadFile(file: Found, caller: SignedIn | ShareCaller): boolean {
  if (file.kind !== "picture") return false;
  return caller.kind === "share" ? mayShareRead(file, caller) : mayPersonRead(file, caller);
}

/**
 * Asked anew on every read. Absent and not theirs look the same. The banner of a site that is shown to the world is
 * everybody's.
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
      // It has just been deleted, or the store has lost it.
      log.error("a file on record is not in the store", new Error("no such object"));
      throw new Problem("notFound");
    },
  };
}
