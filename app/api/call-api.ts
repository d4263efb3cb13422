import { SUCCESS_STATUS } from "#domain/problem.ts";
import { AS_HEADER } from "#protocol/share-cookie.ts";
import type { ApiAnswer, ApiInput, ApiPath } from "./api-types.ts";
import { REQUEST_TIMEOUT_MS } from "./request-timeout.ts";
import { type Answered, callSealed, readAnswer } from "./sealed-call.ts";

export type CallOptions = {
  /** Language of messages in the answer. */
  language: string;
  /** Aborts the call, which then fails with status 0. */
  signal?: AbortSignal | undefined;
  /** Reference of the share link through which the page is viewed. */
  shareRef?: string | undefined;
};

/** The answer, or why there is none: status 0 without a message means that the server did not answer. */
export type CallResult<Path extends ApiPath> =
  | { isOk: true; data: ApiAnswer<Path> }
  | { isOk: false; status: number; message: string | undefined };

/**
 * Calls an operation through the API as the user of the page, for at most 50 s. It never throws.
 * @param path method and path of the operation, for example `POST /site/v2/updateName`
 */
export function callApi<Path extends ApiPath>(
  path: Path,
  input: ApiInput<Path>,
  options: CallOptions,
): Promise<CallResult<Path>> {
  const headers = { "Content-Type": "application/json" };
  const send = isSecureContext ? callSealed : callPlain;
  return performCall(path, options, (address, init) => {
    const sent = { ...init, headers: { ...headers, ...init.headers } };
    return send(address, input, sent);
  });
}

/** Headers and abort signal of a call, which do not depend on its body. */
export type CallInit = { headers: Record<string, string>; signal: AbortSignal };

/**
 * Performs a call for at most 50 s and never throws.
 * @param send sends the call to an address and opens the answer
 */
export async function performCall<Path extends ApiPath>(
  path: Path,
  { language, signal, shareRef }: CallOptions,
  send: (address: string, init: CallInit) => Promise<Answered>,
): Promise<CallResult<Path>> {
  const deadline = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const headers: Record<string, string> = { "Accept-Language": language };
  if (shareRef !== undefined) headers[AS_HEADER] = `share ${shareRef}`;
  try {
    const { status, data, message } = await send(path.replace("POST ", "/api"), {
      headers,
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    });
    if (status !== SUCCESS_STATUS) return { isOk: false, status, message };
    // The compiler checks what operations return against the schema of this type. The API omits null.
    return { isOk: true, data: (data ?? null) as ApiAnswer<Path> };
  } catch {
    return { isOk: false, status: 0, message: undefined };
  }
}

/** Over plain http sealing is not available, except on localhost. */
function callPlain(address: string, input: unknown, init: RequestInit): Promise<Answered> {
  return sendPlain(address, { ...init, body: JSON.stringify(input) });
}

/** Sends a call that is not sealed. */
export async function sendPlain(address: string, init: RequestInit): Promise<Answered> {
  const response = await fetch(address, { ...init, method: "POST" });
  const { data, message } = await readAnswer(response);
  return { status: response.status, data, message };
}
