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

/** Maximum body size, larger than any body except uploads. */
const MAX_BODY_BYTES = 1_048_576;
/** Maximum body size of a call that anyone may make. */
const MAX_OPEN_BODY_BYTES = 65_536;
/** Seconds after which a refused body may be sent again. */
const BUSY_S = 5;
/** Maximum time to read a body, ms: twice the time of a megabyte over a slow mobile connection. */
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

/** Path of API calls, which take the body from the environment. */
const API = /^\/api\//;

/** Environment of handlers; `body` is the body of an API call, kept here because a new request would copy it. */
export type BodyEnv = { Bindings: Env; Variables: { body?: Uint8Array<ArrayBuffer> } };

/**
 * Reads the whole body before the request is handled: the platform closes a connection that is answered before the body
 * is read, and the next request on it is lost.
 */
export const takeBody = createMiddleware<BodyEnv>(async (c, next) => {
  const request = c.req.raw;
  if (request.body === null) return next();
  const upload = uploads.get(`${request.method} ${c.req.path}`);
  if (upload !== undefined) {
    const passed = passUpload(c, next, request.body, upload);
    // Without this the share would not be released after the client has disconnected.
    waitUntil(passed.catch(() => undefined));
    return passed;
  }
  const room = bodyRoom.enter(networkOf(request));
  try {
    const isOpen = isOpenToAnyone(request, c.req.path);
    const maxBytes = isOpen ? MAX_OPEN_BODY_BYTES : MAX_BODY_BYTES;
    const bytes = await readInTime(request.body, maxBytes, room);
    if (API.test(c.req.path)) c.set("body", bytes);
    else c.req.raw = replaceBody(request, bytes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return answerProblem(request, error);
  } finally {
    room.leave();
  }
  return next();
});

/** The share of an upload is held until the answer. */
async function passUpload(
  c: Context<BodyEnv>,
  next: Next,
  body: ReadableStream,
  row: AnyOperation,
): Promise<Response | undefined> {
  const request = c.req.raw;
  let leave = () => {};
  try {
    const taken = await takeUpload(request, body, row, c.env);
    leave = taken.leave;
    c.set("body", taken.bytes);
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
 * Reads a body of limited size. A larger one is read to its end and discarded; one that takes too long, or exceeds the
 * room for concurrent bodies, is aborted at once.
 * @throws Problem tooLarge, malformed, unavailable
 */
async function readInTime(
  body: ReadableStream,
  limit: number,
  room: BodyStay,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept: KeptChunks = { chunks: [], isFull: false };
  const read = new AbortController();
  const late = scheduler.wait(MAX_READ_MS, { signal: read.signal }).then(() => {
    kept.chunks.length = 0;
    kept.isFull = true;
    return null;
  });
  // It is aborted once the body is read.
  late.catch(() => undefined);
  const reading = readChunks(body, limit, room, kept);
  // An aborted body is not read on, so its sender loses the connection.
  reading.catch(() => undefined);
  try {
    const bytes = await Promise.race([reading, late]);
    if (bytes === null) throw new Problem("malformed");
    return bytes;
  } finally {
    read.abort();
  }
}

/** Chunks of a body that arrives; nothing more is kept once it is full. */
type KeptChunks = { chunks: Uint8Array[]; isFull: boolean };

/** Reads a body of any length. @throws Problem tooLarge, unavailable */
async function readChunks(
  body: ReadableStream,
  limit: number,
  room: BodyStay,
  kept: KeptChunks,
): Promise<Uint8Array<ArrayBuffer>> {
  const { chunks } = kept;
  let size = 0;
  await readBody(body, (chunk) => {
    size += chunk.length;
    if (size > limit || kept.isFull) chunks.length = 0;
    else if (room.add(chunk.length)) chunks.push(chunk);
    else kept.isFull = true;
  });
  if (size > limit) throw new Problem("tooLarge");
  if (kept.isFull) throw new Problem("unavailable", { retryAfter: BUSY_S });
  return Buffer.concat(chunks);
}

/** The sender's network; null if no proxy in front of the Worker provides it. */
function networkOf(request: Request): string | null {
  return request.headers.has("CF-Connecting-IP") ? placeOf(clientAddress(request)) : null;
}

/** Whether the path is open to anyone: its callers have no identity to limit large bodies by. */
function isOpenToAnyone(request: Request, path: string): boolean {
  return openCalls.has(`${request.method} ${path}`);
}

/** Read-only methods have no use for a body and cannot be given one. */
function replaceBody(request: Request, body: Uint8Array<ArrayBuffer>): Request {
  const { url, method, headers, signal } = request;
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  return new Request(request, { body });
}
