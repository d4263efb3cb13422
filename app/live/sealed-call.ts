import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";
import { answerBoundTo, callBoundTo } from "#protocol/envelope/envelope.ts";
import { IV_BYTES, openJson, sealJson } from "#protocol/envelope/sealed-json.ts";

/** What the server tells of its keys; the first one is current. */
type ToldKeys = { keys: (JsonWebKey & { kid: string })[]; time: number };
type ServerKey = { kid: string; key: CryptoKey; aheadMs: number };
type Answer = { code: number; data?: unknown };

export type Answered = { status: number; data: unknown };

const REQUEST_TIMEOUT_MS = 50_000;
const KEYS = "/api/basic/v2/envelopeKeys";
const WRAPPING = { name: "RSA-OAEP", hash: "SHA-256" };
const CALL_KEY = { name: "AES-GCM", length: 256 };
const MALFORMED = 400;

let known: Promise<ServerKey> | null = null;

/**
 * A call in the sealed form (API contract). A key that the server has replaced since, or a clock that was set
 * meanwhile, costs one more try. Works where `crypto.subtle` is, which is everywhere but over plain http.
 */
export async function callSealed(path: string, input: object, init: RequestInit) {
  const answered = await callOnce(path, input, init);
  if (answered.status !== MALFORMED) return answered;
  known = null;
  return callOnce(path, input, init);
}

async function callOnce(path: string, input: object, init: RequestInit): Promise<Answered> {
  const server = await serverKey();
  const callKey = await crypto.subtle.generateKey(CALL_KEY, true, ["encrypt", "decrypt"]);
  const wrapped = await crypto.subtle.wrapKey("raw", callKey, server.key, WRAPPING.name);
  const datetime = Date.now() + server.aheadMs;
  const boundTo = callBoundTo(path, datetime);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const body = {
    kid: server.kid,
    key: toBase64Url(new Uint8Array(wrapped)),
    payload: await sealJson(callKey, iv, boundTo, input),
    datetime,
  };
  const response = await fetch(path, { ...init, method: "POST", body: JSON.stringify(body) });
  const { status } = response;
  if (!response.ok) return { status, data: undefined };
  const { code, data }: Answer = await response.json();
  const sealed = typeof data === "string" ? fromBase64Url(data) : null;
  const opened = sealed && (await openJson(callKey, answerBoundTo(path, datetime, code), sealed));
  return { status, data: opened ?? undefined };
}

/** The server's current key, asked for once: by a page that may be left meanwhile, for all others, too. */
function serverKey(): Promise<ServerKey> {
  known ??= fetchKey().catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

async function fetchKey(): Promise<ServerKey> {
  const response = await fetch(KEYS, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  const { data }: { data?: ToldKeys } = await response.json();
  const [jwk] = data?.keys ?? [];
  if (data === undefined || jwk === undefined) throw new Error("the server told no key");
  const key = await crypto.subtle.importKey("jwk", jwk, WRAPPING, false, ["wrapKey"]);
  return { kid: jwk.kid, key, aheadMs: data.time - Date.now() };
}
