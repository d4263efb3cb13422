import { findFile } from "#database/files.ts";
import { isFileKey } from "#domain/files/file-path.ts";
import { Problem } from "#domain/problem.ts";
import { demandSignedIn } from "../access.ts";
import type { Caller, Context, Person } from "../context.ts";

type Found = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/**
 * A picture of a person is seen by themselves, and once they have put it somewhere by everybody who shares a site with
 * them.
 */
function mayReadFile({ kind, ownerId, attachedAt, sharesSite }: Found, reader: Person): boolean {
  if (ownerId === reader.id) return true;
  return kind === "picture" && attachedAt !== null && sharesSite === 1;
}

/** Asked anew on every read. Absent and not theirs look the same. @throws Problem notSignedIn, sessionEnded, notFound */
export async function readFile(
  key: string,
  caller: Caller,
  { database, files, log }: Pick<Context, "database" | "files" | "log">,
): Promise<{ contentType: string; open: () => Promise<ReadableStream> }> {
  const { person } = demandSignedIn(caller);
  const file = isFileKey(key) ? await findFile(database, key, person.id) : undefined;
  if (file === undefined || !mayReadFile(file, person)) throw new Problem("notFound");
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
