import { Problem } from "#domain/problem.ts";
import { demandSignedIn } from "#operations/access.ts";
import type { AnyOperation } from "#operations/call.ts";
import type { Context } from "#operations/context.ts";
import { MAX_UPLOAD_BYTES } from "#operations/upload-input.ts";
import { identifyApiCaller } from "./caller.ts";
import { KeptBody, readBody } from "./read-body.ts";
import { contextOf } from "./services.ts";
import { UploadRoom } from "./upload-room.ts";

/** Ten megabytes over a weak telephone line take this long. */
const MOST_READ_MS = 60_000;
const NO_ROOM = { retryAfter: 10 };

export const uploadRoom = new UploadRoom({
  now: () => Date.now(),
  pause: (ms) => scheduler.wait(ms),
});

/**
 * The body of an upload, and how to give its room back. Nothing is kept of somebody who may not upload, nor where there
 * is no room for it or its sender is too slow. Whatever comes of it, the whole body has been read.
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

type Admitted = { size: number; leave: () => void };

async function admit(request: Request, row: AnyOperation, context: Context): Promise<Admitted> {
  const person = await demandAllowed(request, row, context);
  const size = sizeOf(request);
  if (size > MAX_UPLOAD_BYTES) throw new Problem("tooLarge");
  const leave = await uploadRoom.enter(person, size);
  if (leave === null) throw new Problem("tooFast", NO_ROOM);
  return { size, leave };
}

/** Who it is. What depends on the input is asked with the operation; what does not is asked here already. */
async function demandAllowed(
  request: Request,
  { access }: AnyOperation,
  context: Context,
): Promise<number> {
  const caller = demandSignedIn(await identifyApiCaller(request, context));
  if (access.kind === "signedIn") await access.check(undefined, caller, context);
  return caller.person.id;
}

/** What it says that it sends; the most that it may where it does not say. */
function sizeOf(request: Request): number {
  const said = request.headers.get("Content-Length") ?? "";
  return /^\d+$/.test(said) ? Number(said) : MAX_UPLOAD_BYTES;
}

async function keep(
  body: ReadableStream,
  { size, leave }: Admitted,
  { pause }: Context,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept = new KeptBody(size);
  const read = new AbortController();
  let isLate = false;
  const giveUp = () => {
    isLate = true;
    kept.drop();
    leave();
  };
  pause(MOST_READ_MS, read.signal).then(giveUp, () => undefined);
  try {
    await readBody(body, (chunk) => kept.add(chunk));
  } finally {
    read.abort();
  }
  if (isLate) throw new Problem("tooFast", NO_ROOM);
  if (kept.bytes === null) throw new Problem("tooLarge");
  return kept.bytes;
}
