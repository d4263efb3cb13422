import { AS_HEADER } from "#protocol/share-cookie.ts";
import { type Answered, callSealed } from "./sealed-call.ts";

const REQUEST_TIMEOUT_MS = 50_000;

/**
 * Calls the API as the user of the page; status 0 means that the server did not answer.
 * @param path path as in the API, for example `/site/v2/updateName`
 * @param shareRef reference of the share link through which the page is viewed
 */
export async function callPortal(
  path: string,
  input: object,
  language: string,
  left?: AbortSignal,
  shareRef?: string,
): Promise<Answered> {
  const deadline = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const init = {
    headers: {
      "Content-Type": "application/json",
      "Accept-Language": language,
      ...(shareRef !== undefined && { [AS_HEADER]: `share ${shareRef}` }),
    },
    signal: left === undefined ? deadline : AbortSignal.any([left, deadline]),
  };
  try {
    return await (isSecureContext ? callSealed : callPlain)(`/api${path}`, input, init);
  } catch {
    return { status: 0, data: undefined };
  }
}

/** Over plain http sealing is not available, except on localhost. */
async function callPlain(path: string, input: object, init: RequestInit): Promise<Answered> {
  const response = await fetch(path, { ...init, method: "POST", body: JSON.stringify(input) });
  // A proxy may answer with a body of its own.
  const { data, message } = (await response.json().catch(() => ({}))) as {
    data?: unknown;
    message?: string;
  };
  return { status: response.status, data, message };
}
