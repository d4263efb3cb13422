import { vi } from "vitest";
import {
  answerBoundTo,
  callBoundTo,
  isTimely,
  readEnvelope,
  readUploadHeaders,
} from "#protocol/envelope/envelope.ts";
import { importCallKey, openJson, sealJson } from "#protocol/envelope/sealed-json.ts";
import { unwrapCallKey } from "#protocol/envelope/server-key.ts";

const WRAPPING = {
  name: "RSA-OAEP",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

/** What is answered to a call: `data` goes sealed where the call was. */
export type Reply = { code: number; message?: string; data?: unknown };

/**
 * A server in the place of `fetch`, whose clock is ahead, and which changes its key on request.
 * @param reply to what was in the envelope; of an upload, to its parts
 */
export async function startSealingServer(aheadMs: number, reply: (received: unknown) => Reply) {
  const pair = () => crypto.subtle.generateKey(WRAPPING, true, ["encrypt", "decrypt"]);
  let [kid, key] = ["first", await pair()];
  const seen: { asked: number; calls: RequestInit[] } = { asked: 0, calls: [] };
  const now = () => Date.now() + aheadMs;
  const sendKeys = async () => {
    seen.asked += 1;
    const { kty, n, e } = await crypto.subtle.exportKey("jwk", key.publicKey);
    return Response.json({ code: 200, data: { keys: [{ kid, kty, n, e }], time: now() } });
  };
  const answer = async (path: string, init: RequestInit) => {
    seen.calls.push(init);
    const parts = init.body instanceof FormData ? Object.fromEntries(init.body) : null;
    const envelope = parts === null ? readEnvelope(JSON.parse(String(init.body))) : null;
    const wrapped = envelope ?? readUploadHeaders(new Headers(init.headers));
    const refusal = Response.json({ code: 400 }, { status: 400 });
    if (wrapped === null || wrapped.kid !== kid || !isTimely(wrapped, now())) return refusal;
    const bytes = await unwrapCallKey(key.privateKey, wrapped.bytes);
    const callKey = bytes && (await importCallKey(bytes));
    if (callKey === null) return refusal;
    const { datetime } = wrapped;
    const received =
      envelope === null
        ? parts
        : await openJson(callKey, callBoundTo(path, datetime), envelope.payload);
    const { code, message, data } = reply(received);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await sealJson(callKey, iv, answerBoundTo(path, datetime, code), data);
    return Response.json({ code, message, data: sealed }, { status: code });
  };
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) =>
    path.endsWith("/envelopeKeys") ? sendKeys() : answer(path, init),
  );
  return {
    seen,
    async rotate() {
      [kid, key] = ["second", await pair()];
    },
  };
}
