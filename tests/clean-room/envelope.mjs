// Written from the public protocol pages alone, without reading the server.
// The cryptography of both pages: the viewer's envelope and the sealed form of the HTTP API.
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from "node:crypto";

// ---- base64url, canonical only ------------------------------------------------------------

export const b64u = (bytes) => Buffer.from(bytes).toString("base64url");

export function fromB64u(text) {
  if (typeof text !== "string") throw new Error("base64url must be a string");
  const bytes = Buffer.from(text, "base64url");
  if (b64u(bytes) !== text) throw new Error("not canonical base64url");
  return bytes;
}

// ---- AES-256-GCM, iv first and the 16-byte tag last -----------------------------------------

export function gcmSeal(key, aad, plaintext, iv = randomBytes(12)) {
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(aad, "utf8"));
  const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return b64u(Buffer.concat([iv, sealed, cipher.getAuthTag()]));
}

export function gcmOpen(key, aad, text) {
  const bytes = fromB64u(text);
  if (bytes.length < 28) throw new Error("sealed text too short");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(aad, "utf8"));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString(
    "utf8",
  );
}

// ---- X25519 with raw 32-byte keys ------------------------------------------------------------

const PKCS8_X25519 = Buffer.from("302e020100300506032b656e04220420", "hex");

export const publicFromRaw = (raw) =>
  createPublicKey({ key: { kty: "OKP", crv: "X25519", x: b64u(raw) }, format: "jwk" });

/** A key pair from a raw private key, or a fresh one: `{ privateKey: KeyObject, publicRaw: Buffer }`. */
export function keyPair(rawPrivate) {
  const privateKey = rawPrivate
    ? createPrivateKey({
        key: Buffer.concat([PKCS8_X25519, rawPrivate]),
        format: "der",
        type: "pkcs8",
      })
    : generateKeyPairSync("x25519").privateKey;
  const publicRaw = fromB64u(createPublicKey(privateKey).export({ format: "jwk" }).x);
  return { privateKey, publicRaw };
}

export function x25519(privateKey, otherPublicRaw) {
  if (otherPublicRaw.length !== 32) throw new Error("an X25519 public key has 32 bytes");
  const shared = diffieHellman({ privateKey, publicKey: publicFromRaw(otherPublicRaw) });
  if (shared.every((byte) => byte === 0)) throw new Error("all-zero X25519 result");
  return shared;
}

// ---- the viewer's envelope ---------------------------------------------------------------------

/** S of viewer.md. Either side gives its own private key and the other's public key. */
export function deriveS({ privateKey, otherPublic, browserPublic, serverPublic, uuid }) {
  const ikm = x25519(privateKey, otherPublic);
  const info = Buffer.concat([
    Buffer.from("helioport.viewer.v1", "utf8"),
    browserPublic,
    serverPublic,
  ]);
  return Buffer.from(hkdfSync("sha256", ikm, Buffer.from(uuid, "utf8"), info, 32));
}

export const viewerAad = (cmd, tag) => `${cmd}\n${tag}`;

export const sealBody = (S, cmd, tag, body, iv) =>
  gcmSeal(S, viewerAad(cmd, tag), JSON.stringify(body), iv);

export const openBody = (S, { cmd, tag, data }) =>
  JSON.parse(gcmOpen(S, viewerAad(cmd, tag), data));

// ---- the sealed form of the HTTP API -------------------------------------------------------------

const oaep = (key) => ({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" });

// As text: not every node:crypto takes a KeyObject here.
const pem = (rsaPublicKey) => rsaPublicKey.export({ type: "spki", format: "pem" });

export const wrapKey = (rsaPublicKey, K) => b64u(publicEncrypt(oaep(pem(rsaPublicKey)), K));

export const unwrapKey = (rsaPrivateKey, text) =>
  privateDecrypt(oaep(rsaPrivateKey), fromB64u(text));

/** The path of an address or of a path with a query, as it goes into the additional data. */
export const pathOf = (address) =>
  address.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");

export const requestAad = (path, datetime) => `${pathOf(path)}\n${datetime}`;

export const answerAad = (path, datetime, code) => `${pathOf(path)}\n${datetime}\n${code}`;

/** The four fields of a sealed body, from a JWK of `envelopeKeys`. */
export function sealRequest({ jwk, K, iv, path, datetime, input }) {
  const key = wrapKey(createPublicKey({ key: jwk, format: "jwk" }), K);
  return {
    kid: jwk.kid,
    key,
    payload: gcmSeal(K, requestAad(path, datetime), JSON.stringify(input), iv),
    datetime,
  };
}

export const openAnswer = ({ K, path, datetime, code, data }) =>
  data === undefined ? undefined : JSON.parse(gcmOpen(K, answerAad(path, datetime, code), data));
