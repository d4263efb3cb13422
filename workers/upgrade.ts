import { Problem } from "#domain/problem.ts";
import { type LoggerStamp, STAMP_HEADER, type ViewerStamp } from "#protocol/site-rpc.ts";
import { siteStub } from "./site-stubs.ts";

/** @throws Problem malformed where it is not a request for a WebSocket */
export function requireWebSocketUpgrade(request: Request): void {
  if (request.headers.get("Upgrade")?.toLowerCase() === "websocket") return;
  throw new Problem("malformed", { message: "noUpgrade" });
}

/** Hands a socket to the object of its site, with what the Worker found. What came in under that name is replaced. */
export function handToSite(
  request: Request,
  env: Env,
  stamp: LoggerStamp | ViewerStamp,
): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.delete("Authorization");
  headers.delete("Cookie");
  headers.set(STAMP_HEADER, toAscii(JSON.stringify(stamp)));
  return siteStub(env, stamp.siteId).fetch(new Request(request, { headers }));
}

/** JSON that fits a header: names have letters that a header has not. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
