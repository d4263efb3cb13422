import { findRelease } from "#database/firmware/releases.ts";
import { readByteRange } from "#domain/firmware/byte-range.ts";
import { firmwareKey } from "#domain/firmware/release.ts";
import { Problem } from "#domain/problem.ts";
import { answerProblem } from "./answers.ts";
import { requireClaimedModule } from "./logger-socket.ts";
import { contextOf } from "./services.ts";
import { siteRpc } from "./site-stubs.ts";

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Serves a firmware file to the logger to which it is being transferred, by ranges. Every other caller gets the same
 * answers as at the socket of loggers, and 404 for every other file.
 */
export async function serveFirmware(request: Request, env: Env, hash: string): Promise<Response> {
  try {
    const { serial, siteId } = await requireClaimedModule(request, env);
    const version = await findFileVersion(env, { serial, siteId, hash });
    const object = version === null ? null : await env.FILES.head(firmwareKey(hash));
    // A file that was replaced after its verification is another version.
    if (object === null || object.version !== version) throw new Problem("notFound");
    return await answerRange(request, env, { hash, version, size: object.size });
  } catch (error) {
    if (error instanceof Problem) return answerProblem(request, error);
    throw error;
  }
}

/** Returns the verified version of the file if it is being transferred to the logger, and its release is in force. */
async function findFileVersion(
  env: Env,
  { serial, siteId, hash }: { serial: string; siteId: number; hash: string },
): Promise<string | null> {
  if (!SHA256.test(hash)) return null;
  const transfer = await siteRpc(env, siteId).findFirmwareTransfer(serial, hash);
  if (transfer === null) return null;
  const release = await findRelease(contextOf(env).database, transfer.releaseId);
  if (release === undefined || release.isRevoked || release.isKeyRevoked) return null;
  return release.sha256 === hash ? release.verifiedFile : null;
}

type StoredFile = { hash: string; version: string; size: number };

async function answerRange(
  request: Request,
  env: Env,
  { hash, version, size }: StoredFile,
): Promise<Response> {
  const etag = `"${hash}"`;
  const headers = new Headers({
    ETag: etag,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-store, no-transform",
    "Content-Type": "application/octet-stream",
    "X-Content-Type-Options": "nosniff",
  });
  const given = (name: string) => request.headers.get(name);
  const match = given("If-Match");
  if (match !== null && !lists(match, etag)) return new Response(null, { status: 412, headers });
  const isNew = given("If-Range") === null || given("If-Range") === etag;
  const range = isNew ? readByteRange(given("Range"), size) : null;
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { offset, length } = range ?? { offset: 0, length: size };
  headers.set("Content-Length", `${length}`);
  if (range !== null)
    headers.set("Content-Range", `bytes ${offset}-${offset + length - 1}/${size}`);
  const status = range === null ? 200 : 206;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const part = await env.FILES.get(firmwareKey(hash), { range: { offset, length } });
  if (part === null || part.version !== version) {
    await part?.body.cancel();
    throw new Problem("notFound");
  }
  return new Response(part.body, { status, headers });
}

/** Returns whether a list of entity tags has this one, or stands for every one. */
function lists(header: string, etag: string): boolean {
  return header.trim() === "*" || header.split(",").some((one) => one.trim() === etag);
}
