import { Problem } from "#domain/problem.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { requireSignedIn } from "#operations/access.ts";
import type { AnyOperation } from "#operations/call.ts";
import type { Context } from "#operations/context.ts";
import { MAX_UPLOAD_BYTES } from "#operations/upload-input.ts";
import { KeptBody, readBody } from "./read-body.ts";
import { identifyApiCaller } from "./request-scope/caller.ts";
import { contextOf } from "./services.ts";
import { UploadRoom, type UploadStay } from "./upload-room.ts";

/** Maximum time to read an upload, ms: ten megabytes over a slow mobile connection. */
const MAX_READ_MS = MINUTE_MS;
const NO_ROOM = { retryAfter: 10 };

export const uploadRoom = new UploadRoom({
  now: () => Date.now(),
  pause: (ms) => scheduler.wait(ms),
});

/**
 * Reads the body of an upload and returns how to release its share. Nothing is kept if the caller may not upload, there
 * is no room, or the sender is too slow; the body is read to its end in each case.
 * @throws Problem
 */
export async function takeUpload(
  request: Request,
  body: ReadableStream,
  row: AnyOperation,
  env: Env,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; leave: () => void }> {
  const admitted = await admit(request, row, contextOf(env)).catch(async (error) => {
    await readBody(body);
    throw error;
  });
  try {
    return { bytes: await keep(body, admitted, contextOf(env)), leave: admitted.leave };
  } catch (error) {
    admitted.leave();
    throw error;
  }
}

async function admit(request: Request, row: AnyOperation, context: Context): Promise<UploadStay> {
  const userId = await authorizeUpload(request, row, context);
  if (announcedBytes(request) > MAX_UPLOAD_BYTES) throw fileTooLarge();
  const stay = await uploadRoom.enter(userId);
  if (stay === null) throw new Problem("tooFast", NO_ROOM);
  return stay;
}

/** Identifies the caller and checks the access that does not depend on the input; the operation checks the rest. */
async function authorizeUpload(
  request: Request,
  { access }: AnyOperation,
  context: Context,
): Promise<number> {
  const caller = requireSignedIn(await identifyApiCaller(request, context));
  if (access.kind === "signedIn") await access.check(undefined, caller, context);
  return caller.person.id;
}

/** Returns the value of `Content-Length`; 0 if absent. */
function announcedBytes(request: Request): number {
  const announced = request.headers.get("Content-Length") ?? "";
  return /^\d+$/.test(announced) ? Number(announced) : 0;
}

async function keep(
  body: ReadableStream,
  stay: UploadStay,
  { pause }: Context,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept = new KeptBody(MAX_UPLOAD_BYTES);
  const read = new AbortController();
  let isRefused = false;
  const giveUp = () => {
    isRefused = true;
    kept.drop();
    stay.leave();
  };
  pause(MAX_READ_MS, read.signal).then(giveUp, () => undefined);
  try {
    await readBody(body, async (chunk) => {
      kept.add(chunk);
      if (kept.isKept && !(await stay.add(chunk.length))) giveUp();
    });
  } finally {
    read.abort();
  }
  if (isRefused) throw new Problem("tooFast", NO_ROOM);
  if (kept.bytes === null) throw fileTooLarge();
  return kept.bytes;
}

function fileTooLarge(): Problem {
  return new Problem("tooLarge", { message: "fileTooLarge", limit: MAX_UPLOAD_BYTES / 1_048_576 });
}
