import { Problem } from "#domain/problem.ts";
import { type LoggerStamp, STAMP_HEADER, type ViewerStamp } from "#protocol/site-rpc.ts";
import { siteStub } from "./site-stubs.ts";

/**
 * Requires a WebSocket upgrade.
 * @throws Problem malformed if the request is none
 */
export function requireWebSocketUpgrade(request: Request): void {
  if (request.headers.get("Upgrade")?.toLowerCase() === "websocket") return;
  throw new Problem("malformed", { message: "noUpgrade" });
}

/**
 * Passes the upgrade to the object of the site, with the Worker's findings in a header. A header of that name from the
 * client is replaced.
 */
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

/** Escapes the characters beyond ASCII of a JSON text, so that it can be the value of a header. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
