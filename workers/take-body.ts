import { waitUntil } from "cloudflare:workers";
import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { Problem } from "#domain/problem.ts";
import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";
import { answerProblem } from "./answers.ts";
import { readBody } from "./read-body.ts";
import { takeUpload } from "./take-upload.ts";

/** Larger bodies than anything here takes, but for uploads. */
const MAX_BODY_BYTES = 1_048_576;
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
  const bytes = await readAtMost(request.body, MAX_BODY_BYTES);
  if (bytes === null) return answerProblem(request, new Problem("tooLarge"));
  c.req.raw = replaceBody(request, bytes);
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

/** Null where there is more, and that has been thrown away. */
async function readAtMost(
  body: ReadableStream,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  await readBody(body, (chunk) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  });
  return size > limit ? null : Buffer.concat(chunks);
}

/** What only reads has no use for a body, and cannot be given one. */
function replaceBody(request: Request, body: Uint8Array<ArrayBuffer>): Request {
  const { url, method, headers, signal } = request;
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  return new Request(request, { body });
}
