import { waitUntil } from "cloudflare:workers";
import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { Problem } from "#domain/problem.ts";
import { placeOf } from "#domain/sharing/share.ts";
import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";
import { answerProblem } from "./answers.ts";
import { BodyRoom, type BodyStay } from "./body-room.ts";
import { clientAddress } from "./client-address.ts";
import { readBody } from "./read-body.ts";
import { takeUpload } from "./take-upload.ts";

/** Larger bodies than anything here takes, but for uploads. */
const MAX_BODY_BYTES = 1_048_576;
/** What a call that anyone may make takes at most. */
const MAX_OPEN_BODY_BYTES = 65_536;
/** A megabyte over a weak telephone line takes half of it. */
const MAX_READ_MS = 10_000;
const openCalls: ReadonlySet<string> = new Set(
  (operations as readonly AnyOperation[])
    .filter(({ access }) => access.kind === "anyone")
    .map((row) => row.path.replace(" ", " /api")),
);
export const bodyRoom = new BodyRoom(() => Date.now());
const uploads: ReadonlyMap<string, AnyOperation> = new Map(
  (operations as readonly AnyOperation[])
    .filter(({ body }) => body === "upload")
    .map((row) => [row.path.replace(" ", " /api"), row]),
);

/** `upload` is the body of an upload, which a request of its own would be a copy of. */
export type Taken = { Bindings: Env; Variables: { upload?: Uint8Array<ArrayBuffer> } };

/**
 * Reads the whole body before anybody looks at the request: the platform cuts a connection off when an answer goes out
 * with some of the body unread, and the next request on it is lost.
 */
export const takeBody = createMiddleware<Taken>(async (c, next) => {
  const request = c.req.raw;
  if (request.body === null) return next();
  const upload = uploads.get(`${request.method} ${c.req.path}`);
  if (upload !== undefined) {
    const passed = passUpload(c, next, request.body, upload);
    // Else its room would not be given back where the caller has gone.
    waitUntil(passed.catch(() => undefined));
    return passed;
  }
  const room = bodyRoom.enter(networkOf(request));
  try {
    const isOpen = isOpenToAnyone(request, c.req.path);
    const most = isOpen ? MAX_OPEN_BODY_BYTES : MAX_BODY_BYTES;
    const bytes = await readInTime(request.body, most, room);
    c.req.raw = replaceBody(request, bytes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return answerProblem(request, error);
  } finally {
    room.leave();
  }
  return next();
});

/** Its room is its own until it has been answered. */
async function passUpload(
  c: Context<Taken>,
  next: Next,
  body: ReadableStream,
  row: AnyOperation,
): Promise<Response | undefined> {
  const request = c.req.raw;
  let leave = () => {};
  try {
    const taken = await takeUpload(request, body, row, c.env);
    leave = taken.leave;
    c.set("upload", taken.bytes);
    await next();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return answerProblem(request, error);
  } finally {
    leave();
  }
}

/**
 * A body of at most so many bytes. A larger one is read to its end and thrown away; one that takes too long, or that all
 * bodies under way leave no room for, is given up at once.
 * @throws Problem tooLarge, malformed, unavailable
 */
async function readInTime(
  body: ReadableStream,
  limit: number,
  room: BodyStay,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isFull = false;
  const read = new AbortController();
  const reading = readBody(body, (chunk) => {
    size += chunk.length;
    if (size > limit || isFull) chunks.length = 0;
    else if (room.add(chunk.length)) chunks.push(chunk);
    else isFull = true;
  });
  const late = scheduler.wait(MAX_READ_MS, { signal: read.signal }).then(
    () => "late" as const,
    () => "read" as const,
  );
  // A body that is given up is not read on: its sender loses the connection.
  reading.catch(() => undefined);
  try {
    if ((await Promise.race([reading, late])) === "late") {
      chunks.length = 0;
      isFull = true;
      throw new Problem("malformed");
    }
  } finally {
    read.abort();
  }
  if (size > limit) throw new Problem("tooLarge");
  if (isFull) throw new Problem("unavailable", { retryAfter: 5 });
  return Buffer.concat(chunks);
}

/** From where a body comes; null where nothing in front of the Worker says so. */
function networkOf(request: Request): string | null {
  return request.headers.has("CF-Connecting-IP") ? placeOf(clientAddress(request)) : null;
}

/** Calls that anyone may make, by their paths: nobody is known whom a large body could be held against. */
function isOpenToAnyone(request: Request, path: string): boolean {
  return openCalls.has(`${request.method} ${path}`);
}

/** What only reads has no use for a body, and cannot be given one. */
function replaceBody(request: Request, body: Uint8Array<ArrayBuffer>): Request {
  const { url, method, headers, signal } = request;
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  return new Request(request, { body });
}
