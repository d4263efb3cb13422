import { expect, test } from "vitest";
import vectors from "../../tests/clean-room/vectors.json" with { type: "json" };
import { fromBase64Url, toBase64Url } from "../base64url.ts";
import { openBody, sealBody } from "./sealed-body.ts";
import { agreeSessionKey, publicKeyOf } from "./session-key.ts";

// Made with node:crypto by an author who had not read this code.
const known = vectors.viewer;
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const sessionKey = bytes(known.S);
const both = {
  browserPublic: bytes(known.browserPublic),
  serverPublic: bytes(known.serverPublic),
  uuid: known.uuid,
};

test("public keys are those of the second implementation", () => {
  expect(publicKeyOf(bytes(known.browserPrivate))).toEqual(both.browserPublic);
  expect(publicKeyOf(bytes(known.serverPrivate))).toEqual(both.serverPublic);
  expect(toBase64Url(both.serverPublic)).toBe(known.serverPublicBase64url);
});

test("client and server agree on the known session key", () => {
  const browser = { ownPrivate: bytes(known.browserPrivate), otherPublic: both.serverPublic };
  const server = { ownPrivate: bytes(known.serverPrivate), otherPublic: both.browserPublic };
  expect(agreeSessionKey({ ...browser, ...both })).toEqual(sessionKey);
  expect(agreeSessionKey({ ...server, ...both })).toEqual(sessionKey);
});

test("another uuid, or exchanged public keys, give another session key", () => {
  const server = { ownPrivate: bytes(known.serverPrivate), otherPublic: both.browserPublic };
  const exchanged = { browserPublic: both.serverPublic, serverPublic: both.browserPublic };
  expect(agreeSessionKey({ ...server, ...both, uuid: `${known.uuid}0` })).not.toEqual(sessionKey);
  expect(agreeSessionKey({ ...server, ...both, ...exchanged })).not.toEqual(sessionKey);
});

test.each(known.refusedPublicKeys)("a public key is refused: $what", ({ publicKey }) => {
  const otherPublic = bytes(publicKey);
  const ownPrivate = bytes(known.serverPrivate);
  const agreed = agreeSessionKey({ ...both, ownPrivate, otherPublic, browserPublic: otherPublic });
  expect(agreed).toBeNull();
});

test("a public key of another length is refused", () => {
  const otherPublic = new Uint8Array(31);
  const ownPrivate = bytes(known.serverPrivate);
  expect(agreeSessionKey({ ...both, ownPrivate, otherPublic })).toBeNull();
});

test.each(known.envelopes)("a body seals and opens as known: $what", (envelope) => {
  const { cmd, tag, iv, plaintext, data } = envelope;
  const plain = new TextEncoder().encode(plaintext);
  expect(sealBody(sessionKey, bytes(iv), cmd, tag, plain)).toBe(data);
  expect(openBody(sessionKey, cmd, tag, data)).toEqual({ body: JSON.parse(plaintext) });
});

test.each(known.refused)("a sealed body is refused: $what", ({ cmd, tag, data }) => {
  expect(openBody(sessionKey, cmd, tag, data)).toBeNull();
});

test("flipping any single bit of a sealed body makes it worthless", () => {
  const [login] = known.envelopes;
  const sealed = fromBase64Url(login?.data ?? "");
  expect(sealed?.length).toBeGreaterThan(28);
  for (let bit = 0; bit < (sealed?.length ?? 0) * 8; bit++) {
    const flipped = Uint8Array.from(sealed ?? []);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(openBody(sessionKey, 272, "t-1", toBase64Url(flipped)), `bit ${bit}`).toBeNull();
  }
});

test("a body sealed with another key does not open", () => {
  const [login] = known.envelopes;
  expect(openBody(new Uint8Array(32), 272, "t-1", login?.data ?? "")).toBeNull();
});
