import { PROBLEM_STATUS } from "#domain/problem.ts";
import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";
import { answerBoundTo, callBoundTo } from "#protocol/envelope/envelope.ts";
import { IV_BYTES, openJson, sealJson } from "#protocol/envelope/sealed-json.ts";
import type { ApiAnswer } from "./api-types.ts";
import { REQUEST_TIMEOUT_MS } from "./request-timeout.ts";

type ServerKey = { kid: string; key: CryptoKey; aheadMs: number };
type ApiBody = { code?: number; message?: string; data?: unknown };

/** Answer of the server with opened data; `message` is in the user's language. */
export type Answered = { status: number; data: unknown; message?: string | undefined };

/** Envelope fields that let the server open a call and seal its answer. */
export type Wrapped = { kid: string; key: string; datetime: number };

const KEYS = "/api/basic/v2/envelopeKeys";
const WRAPPING = { name: "RSA-OAEP", hash: "SHA-256" };
const CALL_KEY = { name: "AES-GCM", length: 256 };

let known: Promise<ServerKey> | null = null;

/** Sends a sealed call (API contract). Requires `crypto.subtle`, which is missing only over plain http. */
export function callSealed(path: string, input: unknown, init: RequestInit): Promise<Answered> {
  return sendSealed(path, async (wrapped, callKey) => {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const boundTo = callBoundTo(path, wrapped.datetime);
    const payload = await sealJson(callKey, iv, boundTo, input);
    return { ...init, body: JSON.stringify({ ...wrapped, payload }) };
  });
}

type RequestBuilder = (wrapped: Wrapped, callKey: CryptoKey) => RequestInit | Promise<RequestInit>;

/**
 * Sends the call that `buildRequest` seals with a fresh key, and opens the answer. Repeats it once if the server has
 * replaced its key or the clock was adjusted meanwhile.
 */
export async function sendSealed(path: string, buildRequest: RequestBuilder): Promise<Answered> {
  const answered = await sendOnce(path, buildRequest);
  if (answered.status !== PROBLEM_STATUS.malformed) return answered;
  known = null;
  return sendOnce(path, buildRequest);
}

/** @throws Error if the status is a success, but the data is not sealed with the key of this call */
async function sendOnce(path: string, buildRequest: RequestBuilder): Promise<Answered> {
  const server = await serverKey();
  const callKey = await crypto.subtle.generateKey(CALL_KEY, true, ["encrypt", "decrypt"]);
  const wrapped = await crypto.subtle.wrapKey("raw", callKey, server.key, WRAPPING.name);
  const datetime = Date.now() + server.aheadMs;
  const key = toBase64Url(new Uint8Array(wrapped));
  const init = await buildRequest({ kid: server.kid, key, datetime }, callKey);
  const response = await fetch(path, { ...init, method: "POST" });
  const { status } = response;
  const answer = await readAnswer(response);
  const sealed = typeof answer.data === "string" ? fromBase64Url(answer.data) : null;
  const boundTo = answerBoundTo(path, datetime, answer.code ?? status);
  const opened = sealed === null ? undefined : await openJson(callKey, boundTo, sealed);
  if (response.ok && answer.data !== undefined && opened === undefined)
    throw new Error("the answer is not sealed with the key of its call");
  return { status, data: opened ?? undefined, message: answer.message };
}

/**
 * Reads an answer of the API, sealed or not. A proxy may refuse a call with a body of its own, which has no fields.
 * @throws Error if the status is a success, but the body is not from the API
 */
export async function readAnswer(response: Response): Promise<ApiBody> {
  const answer = (await response.json().catch(() => ({}))) as ApiBody;
  if (response.ok && answer.code === undefined) throw new Error("the answer is not from the API");
  return answer;
}

/** The server's current key, requested once for all pages, even if the page that requested it is left. */
function serverKey(): Promise<ServerKey> {
  known ??= fetchKey().catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

async function fetchKey(): Promise<ServerKey> {
  const response = await fetch(KEYS, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  const { data }: { data?: ApiAnswer<"GET /basic/v2/envelopeKeys"> } = await response.json();
  const [jwk] = data?.keys ?? [];
  if (data === undefined || jwk === undefined) throw new Error("the server returned no key");
  const key = await crypto.subtle.importKey("jwk", jwk, WRAPPING, false, ["wrapKey"]);
  return { kid: jwk.kid, key, aheadMs: data.time - Date.now() };
}
