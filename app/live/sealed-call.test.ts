import { afterEach, expect, test, vi } from "vitest";
import { answerBoundTo, callBoundTo, isTimely, readEnvelope } from "#protocol/envelope/envelope.ts";
import { importCallKey, openJson, sealJson } from "#protocol/envelope/sealed-json.ts";
import { unwrapCallKey } from "#protocol/envelope/server-key.ts";
import { callSealed } from "./sealed-call.ts";

const PATH = "/api/site/v2/socketTicket";
const WRAPPING = {
  name: "RSA-OAEP",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

/** A server whose clock is ahead, and which changes its key when it is told to. */
async function startServer(aheadMs: number) {
  const pair = () => crypto.subtle.generateKey(WRAPPING, true, ["encrypt", "decrypt"]);
  let [kid, key] = ["first", await pair()];
  const seen: { asked: number; calls: string[] } = { asked: 0, calls: [] };
  const now = () => Date.now() + aheadMs;
  const tellKeys = async () => {
    seen.asked += 1;
    const { kty, n, e } = await crypto.subtle.exportKey("jwk", key.publicKey);
    return Response.json({ code: 200, data: { keys: [{ kid, kty, n, e }], time: now() } });
  };
  const answer = async (body: string) => {
    seen.calls.push(body);
    const envelope = readEnvelope(JSON.parse(body));
    const refusal = Response.json({ code: 400 }, { status: 400 });
    if (envelope === null || envelope.kid !== kid || !isTimely(envelope, now())) return refusal;
    const bytes = await unwrapCallKey(key.privateKey, envelope.bytes);
    const callKey = bytes && (await importCallKey(bytes));
    if (callKey === null) return refusal;
    const { datetime } = envelope;
    const input = await openJson(callKey, callBoundTo(PATH, datetime), envelope.payload);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = await sealJson(callKey, iv, answerBoundTo(PATH, datetime, 200), { heard: input });
    return Response.json({ code: 200, data });
  };
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    path === PATH ? answer(String(init.body)) : tellKeys(),
  );
  return {
    seen,
    async rotate() {
      [kid, key] = ["second", await pair()];
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

test("nobody on the way reads a call or its answer, also where the clocks differ; a new key is asked for", async () => {
  const server = await startServer(3_600_000);
  const first = await callSealed(PATH, { siteKey: "k_secret" }, {});
  expect(first).toEqual({ status: 200, data: { heard: { siteKey: "k_secret" } } });
  expect(server.seen.calls.join()).not.toContain("k_secret");
  await callSealed(PATH, {}, {});
  expect(server.seen.asked).toBe(1);
  await server.rotate();
  expect(await callSealed(PATH, { n: 1 }, {})).toEqual({ status: 200, data: { heard: { n: 1 } } });
  expect(server.seen.asked).toBe(2);
});
