import { fromBase64Url } from "#protocol/base64url.ts";
import { AS_HEADER } from "#protocol/share-cookie.ts";
import { type Answered, callSealed } from "./sealed-call.ts";

const PATH = "/api/site/v2/socketTicket";
const REQUEST_TIMEOUT_MS = 50_000;

export type Ticket = { key: string; ticket: string; serverPublic: Uint8Array };

/** The site to watch, and the reference of the share session if it is viewed through its link. */
export type WatchedSite = { siteKey: string; shareRef: string | undefined };

/** Requests what one connection needs. Returns the status of a refusal, or 0 if the server did not answer. */
export async function askTicket(
  { siteKey, shareRef }: WatchedSite,
  language: string,
  left: AbortSignal,
): Promise<Ticket | { refused: number }> {
  const init = {
    headers: {
      "Content-Type": "application/json",
      "Accept-Language": language,
      ...(shareRef !== undefined && { [AS_HEADER]: `share ${shareRef}` }),
    },
    signal: AbortSignal.any([left, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  };
  try {
    const { status, data } = await (isSecureContext ? callSealed : callPlain)(
      PATH,
      { siteKey },
      init,
    );
    if (status !== 200) return { refused: status };
    const granted = data as Record<"key" | "ticket" | "pubKey", string>;
    const serverPublic = fromBase64Url(granted.pubKey);
    return serverPublic === null ? { refused: 0 } : { ...granted, serverPublic };
  } catch {
    return { refused: 0 };
  }
}

/** Over plain http sealing is not available, except on localhost. */
async function callPlain(path: string, input: object, init: RequestInit): Promise<Answered> {
  const response = await fetch(path, { ...init, method: "POST", body: JSON.stringify(input) });
  const { data }: { data?: unknown } = response.ok ? await response.json() : {};
  return { status: response.status, data };
}
