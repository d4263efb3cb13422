import { createMiddleware } from "hono/factory";
import { Problem } from "#domain/problem.ts";
import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";
import { MAX_UPLOAD_BYTES } from "#operations/upload-input.ts";
import { answerProblem } from "./answers.ts";

/** Larger bodies than anything here takes, but for uploads. */
const MAX_BODY_BYTES = 1_048_576;
const uploads: ReadonlySet<string> = new Set(
  (operations as readonly AnyOperation[])
    .filter(({ body }) => body === "upload")
    .map(({ path }) => `/api${path.split(" ")[1]}`),
);
/** A body over the limit is read this far and thrown away; one still longer costs its sender the connection. */
const MAX_DRAINED_BYTES = 33_554_432;

/**
 * Reads the whole body before anybody looks at the request: the platform cuts a connection off when an answer goes out
 * with some of the body unread, and the next request on it is lost.
 */
export const takeBody = createMiddleware(async (c, next) => {
  const request = c.req.raw;
  if (request.body === null) return next();
  const limit = uploads.has(c.req.path) ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES;
  const bytes = await readAtMost(request.body, limit);
  if (bytes === null) return answerProblem(request, new Problem("tooLarge"));
  c.req.raw = replaceBody(request, bytes);
  return next();
});

/** Null where there is more, and that has been thrown away. */
async function readAtMost(
  body: ReadableStream,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (size > MAX_DRAINED_BYTES) break;
  }
  return size > limit ? null : Buffer.concat(chunks);
}

/** What only reads has no use for a body, and cannot be given one. */
function replaceBody(request: Request, body: Uint8Array<ArrayBuffer>): Request {
  const { url, method, headers, signal } = request;
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers, signal });
  return new Request(request, { body });
}
