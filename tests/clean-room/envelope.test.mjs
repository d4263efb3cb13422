// Written from the public protocol pages alone, without reading the server.
import { createPrivateKey, createPublicKey, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  b64u,
  deriveS,
  fromB64u,
  gcmOpen,
  gcmSeal,
  keyPair,
  openAnswer,
  openBody,
  pathOf,
  requestAad,
  sealBody,
  sealRequest,
  unwrapKey,
  viewerAad,
  wrapKey,
  x25519,
} from "./envelope.mjs";

const vectors = JSON.parse(readFileSync(new URL("./vectors.json", import.meta.url), "utf8"));
const hex = (text) => Buffer.from(text, "hex");

test("base64url of every length comes back", () => {
  for (let length = 0; length < 40; length += 1) {
    const bytes = randomBytes(length);
    expect(fromB64u(b64u(bytes)).equals(bytes)).toBe(true);
  }
});

test("other spellings of base64url are refused", () => {
  for (const text of ["AA==", "AA=", "A+/A", " AAA", "AAA\n", "AB", "A", 5, null, undefined]) {
    expect(() => fromB64u(text), String(text)).toThrow();
  }
});

const { viewer } = vectors;
const browser = keyPair(hex(viewer.browserPrivate));
const server = keyPair(hex(viewer.serverPrivate));
const common = {
  browserPublic: browser.publicRaw,
  serverPublic: server.publicRaw,
  uuid: viewer.uuid,
};
const S = hex(viewer.S);

test("the public keys of the vectors follow from the private ones", () => {
  expect(browser.publicRaw.toString("hex")).toBe(viewer.browserPublic);
  expect(server.publicRaw.toString("hex")).toBe(viewer.serverPublic);
  expect(b64u(server.publicRaw)).toBe(viewer.serverPublicBase64url);
});

test("browser and server agree on the shared secret and on S", () => {
  expect(x25519(server.privateKey, browser.publicRaw).toString("hex")).toBe(viewer.shared);
  const atBrowser = deriveS({
    privateKey: browser.privateKey,
    otherPublic: server.publicRaw,
    ...common,
  });
  const atServer = deriveS({
    privateKey: server.privateKey,
    otherPublic: browser.publicRaw,
    ...common,
  });
  expect(atBrowser.toString("hex")).toBe(viewer.S);
  expect(atServer.toString("hex")).toBe(viewer.S);
});

test("another uuid gives another S", () => {
  const other = deriveS({
    privateKey: browser.privateKey,
    otherPublic: server.publicRaw,
    ...common,
    uuid: "3f2b8c1e-5d4a-4e6f-9a7b-0c1d2e3f4a5c",
  });
  expect(other.toString("hex")).not.toBe(viewer.S);
});

test.each(viewer.envelopes)(
  "a viewer envelope opens and is sealed the same: $what",
  ({ cmd, tag, iv, plaintext, data, aad }) => {
    expect(viewerAad(cmd, tag)).toBe(aad);
    expect(gcmSeal(S, aad, plaintext, hex(iv))).toBe(data);
    expect(openBody(S, { cmd, tag, data })).toEqual(JSON.parse(plaintext));
  },
);

test.each(viewer.refused)(
  "a changed viewer envelope does not open: $what",
  ({ cmd, tag, data }) => {
    expect(() => openBody(S, { cmd, tag, data })).toThrow();
  },
);

test.each(viewer.refusedPublicKeys)(
  "a public key that gives nothing secret is refused: $what",
  ({ publicKey }) => {
    expect(() => x25519(browser.privateKey, hex(publicKey))).toThrow();
  },
);

test("a body sealed by one side with fresh keys opens at the other", () => {
  const [one, two] = [keyPair(), keyPair()];
  const both = { browserPublic: one.publicRaw, serverPublic: two.publicRaw, uuid: viewer.uuid };
  const mine = deriveS({ privateKey: one.privateKey, otherPublic: two.publicRaw, ...both });
  const theirs = deriveS({ privateKey: two.privateKey, otherPublic: one.publicRaw, ...both });
  const body = { text: "ä 過 \u0000", list: [1, null, -0.5] };
  expect(openBody(theirs, { cmd: 320, tag: "t", data: sealBody(mine, 320, "t", body) })).toEqual(
    body,
  );
});

test("the same body is never sealed alike twice", () => {
  expect(sealBody(S, 261, "", {})).not.toBe(sealBody(S, 261, "", {}));
});

const { api } = vectors;
const K = hex(api.K);
const privateKey = createPrivateKey({ key: api.rsaPrivateJwk, format: "jwk" });

test("the RSA keys of the vectors belong together", () => {
  const { n, e } = createPublicKey(privateKey).export({ format: "jwk" });
  expect({ n, e }).toEqual({ n: api.rsaPublicJwk.n, e: api.rsaPublicJwk.e });
});

test("the wrapped key opens to K", () => {
  expect(unwrapKey(privateKey, api.key).toString("hex")).toBe(api.K);
});

test.each(api.refusedKeys)("the wrapped key in another spelling is refused: $what", ({ key }) => {
  expect(() => unwrapKey(privateKey, key)).toThrow();
});

test("the query of an API path is no part of the additional data", () => {
  expect(pathOf(api.requested)).toBe(api.path);
  expect(pathOf(`https://portal.example${api.requested}`)).toBe(api.path);
  expect(requestAad(api.requested, api.datetime)).toBe(api.request.aad);
});

test("an API request is sealed and opened as described", () => {
  const { iv, aad, plaintext, sealed } = api.request;
  expect(gcmSeal(K, aad, plaintext, hex(iv))).toBe(sealed);
  expect(gcmOpen(K, aad, sealed)).toBe(plaintext);
  expect(api.body).toEqual({
    kid: "test-key-1",
    key: api.key,
    payload: sealed,
    datetime: api.datetime,
  });
});

test.each(api.answers)(
  "an API answer with code $code is sealed and opened as described",
  ({ code, iv, aad, plaintext, sealed }) => {
    expect(gcmSeal(K, aad, plaintext, hex(iv))).toBe(sealed);
    const opened = openAnswer({
      K,
      path: api.requested,
      datetime: api.datetime,
      code,
      data: sealed,
    });
    expect(opened).toEqual(JSON.parse(plaintext));
    expect(() =>
      openAnswer({ K, path: api.path, datetime: api.datetime, code: code + 1, data: sealed }),
    ).toThrow();
  },
);

test.each(api.refused)("a changed API payload does not open: $what", ({ aad, sealed }) => {
  expect(() => gcmOpen(K, aad, sealed)).toThrow();
});

test("a fresh sealed request opens with the private key", () => {
  const input = { name: "Überlast" };
  const sealed = sealRequest({
    jwk: api.rsaPublicJwk,
    K,
    path: api.requested,
    datetime: 5,
    input,
  });
  const key = unwrapKey(privateKey, sealed.key);
  expect(JSON.parse(gcmOpen(key, `${api.path}\n5`, sealed.payload))).toEqual(input);
  expect(wrapKey(createPublicKey(privateKey), K)).not.toBe(wrapKey(createPublicKey(privateKey), K));
});
