import type { ApiInput, ApiPath } from "./api-types.ts";
import {
  type CallInit,
  type CallOptions,
  type CallResult,
  performCall,
  sendPlain,
} from "./call-api.ts";
import { type Answered, sendSealed } from "./sealed-call.ts";

/** Operations that take a file instead of JSON. */
export type UploadPath = {
  [Path in ApiPath]: ApiInput<Path> extends { file: { bytes: Uint8Array } } ? Path : never;
}[ApiPath];

/**
 * Uploads a file to an operation of the API, as `callApi` calls one with JSON. It never throws.
 * @param fields other fields of the input
 */
export function uploadFile<Path extends UploadPath>(
  path: Path,
  file: Blob,
  options: CallOptions,
  fields: Readonly<Record<string, string>> = {},
): Promise<CallResult<Path>> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("file", file, "picture.jpg");
  // Over plain http sealing is not available, except on localhost.
  const send = isSecureContext ? sendSealedFile : sendPlain;
  return performCall(path, options, (address, init) => send(address, { ...init, body }));
}

type Upload = CallInit & { body: FormData };

/** The parts are sent as they are; only the answer is sealed. */
function sendSealedFile(address: string, { headers, ...init }: Upload): Promise<Answered> {
  return sendSealed(address, ({ kid, key, datetime }) => ({
    ...init,
    headers: { ...headers, kid, key, datetime: String(datetime) },
  }));
}
