// Written from the public protocol pages alone, without reading the server.
// Computes vectors.json with node:crypto; every byte follows from the seed below. Run: node make-vectors.mjs
import {
  checkPrimeSync,
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  privateDecrypt,
  publicEncrypt,
} from "node:crypto";
import { writeFileSync } from "node:fs";
import {
  answerAad,
  b64u,
  deriveS,
  gcmSeal,
  keyPair,
  requestAad,
  viewerAad,
  x25519,
} from "./envelope.mjs";

const SEED = "helioport clean-room vectors, 1";
const bytes = (label, length) => Buffer.from(hkdfSync("sha256", SEED, "", label, length));
const hex = (buffer) => Buffer.from(buffer).toString("hex");
const sha256 = (buffer) => createHash("sha256").update(buffer).digest();

// ---- a fixed RSA key pair, for tests only ---------------------------------------------------------

const E = 65537n;

function prime(label) {
  for (let i = 0; ; i += 1) {
    const raw = bytes(`${label} ${i}`, 128);
    raw[0] |= 0xc0;
    raw[127] |= 1;
    const value = BigInt(`0x${hex(raw)}`);
    if ((value - 1n) % E !== 0n && checkPrimeSync(value)) return value;
  }
}

function inverse(value, modulus) {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n];
  while (b) {
    const quotient = a / b;
    [a, b, x, y] = [b, a % b, y, x - quotient * y];
  }
  return ((x % modulus) + modulus) % modulus;
}

function rsaJwk() {
  const [p, q] = [prime("rsa p"), prime("rsa q")];
  const d = inverse(E, (p - 1n) * (q - 1n));
  const field = (value, length) =>
    b64u(Buffer.from(value.toString(16).padStart(length * 2, "0"), "hex"));
  return {
    kty: "RSA",
    kid: "test-key-1",
    n: field(p * q, 256),
    e: "AQAB",
    d: field(d, 256),
    p: field(p, 128),
    q: field(q, 128),
    dp: field(d % (p - 1n), 128),
    dq: field(d % (q - 1n), 128),
    qi: field(inverse(q, p), 128),
  };
}

// ---- OAEP by hand, because the library draws its own random seed ------------------------------------

function mgf1(seed, length) {
  const parts = [];
  for (let i = 0; parts.length * 32 < length; i += 1) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(i);
    parts.push(sha256(Buffer.concat([seed, counter])));
  }
  return Buffer.concat(parts).subarray(0, length);
}

const xor = (a, b) => Buffer.from(a.map((byte, i) => byte ^ b[i]));

function wrapWithSeed(publicKey, message, seed) {
  const padding = Buffer.alloc(256 - message.length - 2 * 32 - 2);
  const block = Buffer.concat([sha256(""), padding, Buffer.from([1]), message]);
  const maskedBlock = xor(block, mgf1(seed, block.length));
  const maskedSeed = xor(seed, mgf1(maskedBlock, 32));
  const encoded = Buffer.concat([Buffer.from([0]), maskedSeed, maskedBlock]);
  return publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, encoded);
}

// ---- the viewer's socket -----------------------------------------------------------------------------

function viewerVectors() {
  const uuid = "3f2b8c1e-5d4a-4e6f-9a7b-0c1d2e3f4a5b";
  const browserPrivate = bytes("browser private", 32);
  const serverPrivate = bytes("server private", 32);
  const browser = keyPair(browserPrivate);
  const server = keyPair(serverPrivate);
  const both = { browserPublic: browser.publicRaw, serverPublic: server.publicRaw, uuid };
  const S = deriveS({ privateKey: browser.privateKey, otherPublic: server.publicRaw, ...both });
  const sealed = (what, cmd, tag, plaintext) => {
    const iv = bytes(`viewer iv ${what}`, 12);
    const aad = viewerAad(cmd, tag);
    return { what, cmd, tag, iv: hex(iv), aad, plaintext, data: gcmSeal(S, aad, plaintext, iv) };
  };
  const login = sealed("login", 272, "t-1", '{"ticket":"AbCdEf01234567890"}');
  const flipped = Buffer.from(login.data, "base64url");
  flipped[12] ^= 1;
  return {
    about:
      "viewer.md. Private and public X25519 keys are raw 32 bytes in hex. S = HKDF-SHA256(ikm = X25519, " +
      "salt = UTF-8 of uuid, info, 32 bytes). aad is the UTF-8 of cmd, a line feed and tag. " +
      "data = base64url without padding of iv, ciphertext, 16-byte tag. plaintext is the exact text sealed.",
    uuid,
    browserPrivate: hex(browserPrivate),
    browserPublic: hex(browser.publicRaw),
    browserPublicBase64url: b64u(browser.publicRaw),
    serverPrivate: hex(serverPrivate),
    serverPublic: hex(server.publicRaw),
    serverPublicBase64url: b64u(server.publicRaw),
    shared: hex(x25519(browser.privateKey, server.publicRaw)),
    info: hex(
      Buffer.concat([Buffer.from("helioport.viewer.v1"), browser.publicRaw, server.publicRaw]),
    ),
    S: hex(S),
    envelopes: [
      login,
      sealed("login refused", 273, "t-1", '{"status":401}'),
      sealed(
        "pushed values, empty tag",
        260,
        "",
        '{"at":1767225600000,"values":{"FFFF000120":1234.5,"FFFF000136":null}}',
      ),
      sealed("acknowledgement", 261, "", "{}"),
      sealed("text outside ASCII", 262, "", '{"errors":[{"message":"Überlast – 過負荷"}]}'),
    ],
    refused: [
      { what: "one bit flipped", cmd: 272, tag: "t-1", data: b64u(flipped) },
      { what: "another tag", cmd: 272, tag: "t-2", data: login.data },
      { what: "another command", cmd: 273, tag: "t-1", data: login.data },
      { what: "padded base64", cmd: 272, tag: "t-1", data: padded(login.data) },
      {
        what: "another spelling of the same bytes",
        cmd: 272,
        tag: "t-1",
        data: otherSpelling(login.data),
      },
      { what: "shorter than an iv and a tag", cmd: 272, tag: "t-1", data: b64u(Buffer.alloc(27)) },
    ],
    refusedPublicKeys: [
      { what: "zero: the X25519 result is all zero", publicKey: hex(Buffer.alloc(32)) },
      {
        what: "one: a point of small order",
        publicKey: hex(Buffer.concat([Buffer.from([1]), Buffer.alloc(31)])),
      },
    ],
  };
}

// ---- the sealed form of the HTTP API ---------------------------------------------------------------------

function apiVectors() {
  const privateJwk = rsaJwk();
  const privateKey = createPrivateKey({ key: privateJwk, format: "jwk" });
  const publicKey = createPublicKey(privateKey);
  const publicJwk = { kty: "RSA", kid: privateJwk.kid, n: privateJwk.n, e: privateJwk.e };
  const K = bytes("api K", 32);
  const oaepSeed = bytes("api oaep seed", 32);
  const key = wrapWithSeed(publicKey, K, oaepSeed);
  const check = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  if (!privateDecrypt(check, key).equals(K)) throw new Error("the wrapped key does not open");
  const datetime = 1767225600000;
  const requested = "/api/site/v2/list?page=12";
  const path = "/api/site/v2/list";
  const seal = (what, aad, plaintext) => {
    const iv = bytes(`api iv ${what}`, 12);
    return { what, iv: hex(iv), aad, plaintext, sealed: gcmSeal(K, aad, plaintext, iv) };
  };
  const request = seal(
    "request",
    requestAad(requested, datetime),
    '{"name":"Sonnenhof","page":12}',
  );
  return {
    about:
      "api.md. K and iv in hex; key = base64url of RSA-OAEP(K), SHA-256 for hash and MGF1, empty label, made with " +
      "oaepSeed so that it can be repeated; the request aad is path LF datetime, the answer aad path LF datetime LF " +
      "code, the query left out. sealed = base64url without padding of iv, ciphertext, 16-byte tag.",
    rsaPrivateJwk: privateJwk,
    rsaPublicJwk: publicJwk,
    K: hex(K),
    oaepSeed: hex(oaepSeed),
    key: b64u(key),
    requested,
    path,
    datetime,
    request,
    body: { kid: publicJwk.kid, key: b64u(key), payload: request.sealed, datetime },
    answers: [
      {
        code: 200,
        ...seal("answer", answerAad(requested, datetime, 200), '{"total":1,"list":[{"id":"7"}]}'),
      },
      {
        code: 422,
        ...seal("fields", answerAad(requested, datetime, 422), '{"fields":{"name":"too.long"}}'),
      },
    ],
    refused: [
      { what: "another datetime", aad: requestAad(path, datetime + 1), sealed: request.sealed },
      {
        what: "another path",
        aad: requestAad("/api/site/v2/lists", datetime),
        sealed: request.sealed,
      },
      { what: "the query counted in", aad: `${requested}\n${datetime}`, sealed: request.sealed },
      {
        what: "a request given as an answer",
        aad: answerAad(path, datetime, 200),
        sealed: request.sealed,
      },
      { what: "padded base64", aad: request.aad, sealed: padded(request.sealed) },
      {
        what: "another spelling of the same bytes",
        aad: request.aad,
        sealed: otherSpelling(request.sealed),
      },
    ],
    refusedKeys: [
      { what: "padded base64", key: padded(b64u(key)) },
      { what: "another spelling of the same bytes", key: otherSpelling(b64u(key)) },
    ],
  };
}

const padded = (text) => text + "=".repeat(-text.length & 3);

/** The same bytes with an unused bit of the last character set. */
function otherSpelling(text) {
  if (text.length % 4 === 0) throw new Error("no unused bits here; take another plaintext");
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1)) + 1];
}

const vectors = {
  about:
    "Known answers for the sealed messages of viewer.md and api.md; all keys are for tests only.",
  viewer: viewerVectors(),
  api: apiVectors(),
};
writeFileSync(new URL("./vectors.json", import.meta.url), `${JSON.stringify(vectors, null, 2)}\n`);
