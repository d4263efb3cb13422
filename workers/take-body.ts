import { createMiddleware } from "hono/factory";
import { Problem } from "#domain/problem.ts";
import { answerProblem } from "./answers.ts";

/** Larger bodies than anything here takes. */
const MAX_BODY_BYTES = 1_048_576;
/** A body over the limit is read this far and thrown away; one still longer costs its sender the connection. */
const MAX_DRAINED_BYTES = 33_554_432;

/**
 * Reads the whole body before anybody looks at the request: the platform cuts a connection off when an answer goes out
 * with some of the body unread, and the next request on it is lost.
 */
export const takeBody = createMiddleware(async (c, next) => {
  const request = c.req.raw;
  if (request.body === null) return next();
  const bytes = await readAtMost(request.body, MAX_BODY_BYTES);
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
