import { STAMP_HEADER, siteStamp } from "#protocol/site-rpc.ts";
import { logFailure } from "./log-failure.ts";

/** Reads the stamp of the Worker on an upgrade; null without a readable one. */
export function readStamp(request: Request) {
  try {
    return siteStamp.parse(JSON.parse(request.headers.get(STAMP_HEADER) ?? ""));
  } catch {
    // The error itself is not logged: it may quote the stamp, which holds a private key.
    logFailure("upgrade", "no readable stamp");
    return null;
  }
}

/**
 * Refuses an upgrade that the Worker let through, in the form of all refusals. The message is in English because its
 * reader is a program.
 * @param retryAfter seconds
 * @param more headers for the Worker, which does not pass them on
 */
export function refuseUpgrade(
  code: number,
  message: string,
  retryAfter?: number,
  more: Record<string, string> = {},
): Response {
  const headers = { "Cache-Control": "no-store", ...more };
  return Response.json(
    { code, message },
    {
      status: code,
      headers: retryAfter === undefined ? headers : { ...headers, "Retry-After": `${retryAfter}` },
    },
  );
}
