import { expect, test } from "vitest";
import vectors from "../../tests/clean-room/vectors.json" with { type: "json" };
import { fromBase64Url } from "../base64url.ts";
import { answerBoundTo, callBoundTo, isSealed, readEnvelope } from "./envelope.ts";
import { importCallKey, openJson, sealJson } from "./sealed-json.ts";
import { importServerKey, unwrapCallKey } from "./server-key.ts";

// Made with node:crypto by an author who had not read this code.
const { api } = vectors;

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const decode = (text: string) => fromBase64Url(text) ?? new Uint8Array();

async function callKey(): Promise<CryptoKey> {
  const key = await importCallKey(bytesOf(api.K));
  if (key === null) throw new Error("no key");
  return key;
}

test("the key of a call is unwrapped, and no other spelling of it is taken", async () => {
  const serverKey = await importServerKey(api.rsaPrivateJwk);
  expect(await unwrapCallKey(serverKey, decode(api.key))).toEqual(bytesOf(api.K));
  for (const { what, key } of api.refusedKeys) {
    const envelope = readEnvelope({ ...api.body, key });
    const opened = envelope && (await unwrapCallKey(serverKey, envelope.bytes));
    expect(opened, what).toBeNull();
  }
});

test("a body and its payload open", async () => {
  expect(isSealed(api.body)).toBe(true);
  const envelope = readEnvelope(api.body);
  expect(envelope).toMatchObject({ kid: api.body.kid, datetime: api.datetime });
  const boundTo = callBoundTo(api.path, api.datetime);
  expect(boundTo).toBe(api.request.aad);
  const payload = envelope?.payload ?? new Uint8Array();
  expect(await openJson(await callKey(), boundTo, payload)).toEqual(
    JSON.parse(api.request.plaintext),
  );
});

test("an answer is sealed to exactly the known bytes", async () => {
  expect(api.answers.length).toBeGreaterThan(0);
  for (const { code, iv, aad, plaintext, sealed } of api.answers) {
    const boundTo = answerBoundTo(api.path, api.datetime, code);
    expect(boundTo).toBe(aad);
    expect(await sealJson(await callKey(), bytesOf(iv), boundTo, JSON.parse(plaintext))).toBe(
      sealed,
    );
  }
});

test("a changed envelope does not open", async () => {
  const key = await callKey();
  for (const { what, aad, sealed } of api.refused)
    expect(await openJson(key, aad, decode(sealed)), what).toBeUndefined();
});
