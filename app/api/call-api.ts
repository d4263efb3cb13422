import { AS_HEADER } from "#protocol/share-cookie.ts";
import type { ApiAnswer, ApiInput, ApiPath } from "./api-types.ts";
import { type Answered, callSealed, readAnswer } from "./sealed-call.ts";

const REQUEST_TIMEOUT_MS = 50_000;
const OK = 200;

type CallOptions = {
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
export async function callApi<Path extends ApiPath>(
  path: Path,
  input: ApiInput<Path>,
  { language, signal, shareRef }: CallOptions,
): Promise<CallResult<Path>> {
  const deadline = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const init = {
    headers: {
      "Content-Type": "application/json",
      "Accept-Language": language,
      ...(shareRef !== undefined && { [AS_HEADER]: `share ${shareRef}` }),
    },
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
  };
  const address = path.replace("POST ", "/api");
  try {
    const send = isSecureContext ? callSealed : callPlain;
    const { status, data, message } = await send(address, input, init);
    if (status !== OK) return { isOk: false, status, message };
    // The compiler checks what operations return against the schema of this type. The API omits null.
    return { isOk: true, data: (data ?? null) as ApiAnswer<Path> };
  } catch {
    return { isOk: false, status: 0, message: undefined };
  }
}

/** Over plain http sealing is not available, except on localhost. */
async function callPlain(path: string, input: unknown, init: RequestInit): Promise<Answered> {
  const response = await fetch(path, { ...init, method: "POST", body: JSON.stringify(input) });
  const { data, message } = await readAnswer(response);
  return { status: response.status, data, message };
}
