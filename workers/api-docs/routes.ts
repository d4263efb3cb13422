import { type Context, Hono } from "hono";
import { digest } from "#protocol/keys/digest.ts";
import { describeApi } from "./describe-api.ts";
import { serveApiDocs } from "./page.ts";

/** Routes of the API description. */
export const apiDocs = new Hono<{ Bindings: Env }>();

type Description = { text: string; tag: string };
let made: Description | undefined;

apiDocs.get("/openapi.json", (c) => answerDescription(c));
apiDocs.get("/docs", (c) => serveApiDocs(c.req.raw));

function answerDescription(c: Context): Response {
  made ??= makeDescription();
  const headers = { ETag: made.tag, "Cache-Control": "no-cache" };
  if (c.req.header("If-None-Match") === made.tag) return c.body(null, 304, headers);
  return c.body(made.text, 200, { ...headers, "Content-Type": "application/json" });
}

/** Built once per isolate, because the table of operations is constant. */
function makeDescription(): Description {
  const text = JSON.stringify(describeApi());
  return { text, tag: `"${digest(text)}"` };
}
