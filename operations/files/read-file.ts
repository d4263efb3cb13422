import type { Database } from "#database/connect.ts";
import { findExportSubject } from "#database/exports/export-tasks.ts";
import { findFile } from "#database/files/files.ts";
import { can, canOnPlatform } from "#domain/access/can.ts";
import type { SitePermission } from "#domain/access/permissions.ts";
import { tokenAllows, tokenReaches } from "#domain/access/token-scope.ts";
import type { FileKind } from "#domain/files/file-kind.ts";
import { isFileKey } from "#domain/files/file-path.ts";
import type { ByteRange } from "#domain/firmware/byte-range.ts";
import { Problem } from "#domain/problem.ts";
import { requireSignedIn } from "../access.ts";
import type { Caller, Context, ShareCaller, SignedIn } from "../context.ts";
import { exportFileName } from "../exports/export-file-name.ts";

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

/** The permission to view what an exported file contains. */
const SOURCES: Readonly<Partial<Record<FileKind, SitePermission>>> = {
  export: "viewAlarmLog",
  history: "viewHistory",
  registers: "viewAdvancedCurve",
};

/** An export of a site is readable by its user, as long as they may view and export what it contains. */
function mayReadExport(file: FoundFile, { person, token }: SignedIn): boolean {
  const { siteId, ownerId, role } = file;
  if (ownerId !== person.id || siteId === null || role === null) return false;
  if (token && !(tokenReaches(token, siteId) && tokenAllows(token, "exportData"))) return false;
  const actor = { role, owner: false, demo: person.demo, share: false };
  const source = SOURCES[file.kind];
  return source !== undefined && can(actor, source) && can(actor, "exportData");
}

/** An archive is readable by the user who ordered it, not with a token, which cannot order one. */
function mayReadArchive({ ownerId }: FoundFile, { person, token }: SignedIn): boolean {
  return ownerId === person.id && token === undefined;
}

/** A photo of a message to the operator is readable by its sender and by operators. */
function mayReadFeedback({ ownerId }: FoundFile, { person, token }: SignedIn): boolean {
  if (ownerId === person.id) return true;
  return token === undefined && canOnPlatform(person, "manageFeedback");
}

function mayReadFile(file: FoundFile, caller: SignedIn | ShareCaller): boolean {
  if (file.kind === "archive") return caller.kind === "person" && mayReadArchive(file, caller);
  if (file.kind === "feedback") return caller.kind === "person" && mayReadFeedback(file, caller);
  if (file.kind !== "picture") return caller.kind === "person" && mayReadExport(file, caller);
  return caller.kind === "share" ? mayShareRead(file, caller) : mayPersonRead(file, caller);
}

async function findName(
  database: Database,
  { kind, ownerId, siteId }: FoundFile,
  fileKey: string,
): Promise<string | null> {
  if ((kind !== "history" && kind !== "registers") || ownerId === null || siteId === null)
    return null;
  const subject = await findExportSubject(database, { ownerId, siteId, fileKey });
  return subject === undefined ? null : exportFileName(subject);
}

export type ReadableFile = {
  contentType: string;
  kind: FileKind;
  /** Bytes. */
  size: number;
  /** Name for a download, without an extension; null for a file without a name of its own. */
  name: string | null;
  /** Opens the whole file, or a part of it. */
  open(range?: ByteRange): Promise<ReadableStream>;
};

/**
 * Checked on every read. Missing and forbidden files look the same. The banner of a public site is readable by anyone.
 * @throws Problem notSignedIn, sessionEnded, notFound
 */
export async function readFile(
  key: string,
  caller: Caller,
  { database, files, log, now }: Pick<Context, "database" | "files" | "log" | "now">,
): Promise<ReadableFile> {
  const userId = caller.kind === "person" ? caller.person.id : null;
  const file = isFileKey(key) ? await findFile(database, key, { userId, now: now() }) : undefined;
  if (file?.isOpen !== 1) {
    const known = caller.kind === "share" ? caller : requireSignedIn(caller);
    if (file === undefined || !mayReadFile(file, known)) throw new Problem("notFound");
  }
  return {
    contentType: file.contentType,
    kind: file.kind,
    size: file.size,
    name: await findName(database, file, key),
    async open(range) {
      const body = await files.get(key, range);
      if (body !== null) return body;
      // The file was deleted just now, or the store has lost it.
      log.error("a file on record is not in the store", new Error("no such object"));
      throw new Problem("notFound");
    },
  };
}
