import { constants, createPublicKey, publicEncrypt } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toBase64Url } from "../base64url.ts";
import {
  callBoundTo,
  ENVELOPE_LIFETIME_MS,
  isSealed,
  isSealedUpload,
  isTimely,
  readEnvelope,
  readUploadHeaders,
} from "./envelope.ts";
import { IV_BYTES, importCallKey, openJson, sealJson, TAG_BYTES } from "./sealed-json.ts";
import { importServerKey, namePublicKey, unwrapCallKey, WRAPPING } from "./server-key.ts";

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((given) => new Uint8Array(given));
const datetime = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const path = fc.stringMatching(/^\/[\w/]{0,9}$/);

const whole = {
  kid: "one",
  key: toBase64Url(new Uint8Array(256)),
  payload: toBase64Url(new Uint8Array(IV_BYTES + TAG_BYTES)),
  datetime: 1_790_000_000_000,
};

async function keyOf(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const key = await importCallKey(raw);
  if (key === null) throw new Error("no key");
  return key;
}

test("every JSON value opens as it was sealed", async () => {
  await fc.assert(
    fc.asyncProperty(
      bytes(32),
      bytes(IV_BYTES),
      fc.string(),
      fc.jsonValue(),
      async (raw, iv, boundTo, value) => {
        const key = await keyOf(raw);
        const sealed = await sealJson(key, iv, boundTo, value);
        const read = readEnvelope({ ...whole, payload: sealed });
        const opened = await openJson(key, boundTo, read?.payload ?? iv);
        expect(opened).toEqual(JSON.parse(JSON.stringify(value)));
      },
    ),
  );
});

test("one flipped bit, another binding or another key prevents opening", async () => {
  await fc.assert(
    fc.asyncProperty(bytes(32), fc.jsonValue(), fc.nat(), async (raw, value, chance) => {
      const key = await keyOf(raw);
      const sealed = await sealJson(key, new Uint8Array(IV_BYTES), "path\n1", value);
      const payload = readEnvelope({ ...whole, payload: sealed })?.payload ?? new Uint8Array();
      expect(await openJson(key, "path\n2", payload)).toBeUndefined();
      const flipped = Uint8Array.from(payload);
      const place = chance % (8 * flipped.length);
      flipped[place >> 3] = (flipped[place >> 3] ?? 0) ^ (1 << (place & 7));
      expect(await openJson(key, "path\n1", flipped)).toBeUndefined();
      raw[place % 32] = (raw[place % 32] ?? 0) ^ 1;
      expect(await openJson(await keyOf(raw), "path\n1", payload)).toBeUndefined();
    }),
  );
});

test("bindings of different calls differ", () => {
  fc.assert(
    fc.property(path, datetime, path, datetime, (one, at, other, then) => {
      const same = one === other && at === then;
      expect(callBoundTo(one, at) === callBoundTo(other, then)).toBe(same);
    }),
  );
});

test("any of its fields makes a body sealed, and then all four are needed, each of its kind", () => {
  expect(readEnvelope(whole)).toMatchObject({ kid: "one", datetime: whole.datetime });
  expect(isSealed({ datetime: 1 })).toBe(false);
  for (const field of ["kid", "key", "payload"])
    expect(isSealed({ [field]: undefined }), field).toBe(true);
  for (const field of Object.keys(whole) as (keyof typeof whole)[]) {
    const { [field]: _, ...rest } = whole;
    expect(readEnvelope(rest), field).toBeNull();
    for (const wrong of [null, true, [], {}, [whole[field]]])
      expect(readEnvelope({ ...whole, [field]: wrong }), `${field}: ${wrong}`).toBeNull();
  }
  for (const wrong of ["=", "AB", `${whole.key}==`, ` ${whole.key}`])
    expect(readEnvelope({ ...whole, key: wrong }), wrong).toBeNull();
  for (const wrong of ["", "AAAA", "=", toBase64Url(new Uint8Array(IV_BYTES + TAG_BYTES - 1))])
    expect(readEnvelope({ ...whole, payload: wrong }), wrong).toBeNull();
  for (const wrong of [-1, 0.5, Number.POSITIVE_INFINITY, Number.NaN, 2 ** 53])
    expect(readEnvelope({ ...whole, datetime: wrong }), `${wrong}`).toBeNull();
});

test("no garbage is read as an envelope with a field of another kind", () => {
  const field = fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom(...Object.values(whole)));
  const body = fc.record(
    { kid: field, key: field, payload: field, datetime: field },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(body, (given) => {
      const read = readEnvelope(given);
      if (read === null) return;
      expect(toBase64Url(read.bytes)).toBe(given.key);
      expect(toBase64Url(read.payload)).toBe(given.payload);
      expect([read.kid, read.datetime]).toEqual([given.kid, given.datetime]);
    }),
  );
});

test("the headers of an upload hold all three or none, the time in decimal", () => {
  const { payload: _, datetime: at, ...names } = whole;
  const headers = { ...names, datetime: `${at}` };
  expect(isSealedUpload(new Headers({ datetime: `${at}` }))).toBe(false);
  expect(readUploadHeaders(new Headers(headers))).toMatchObject({ kid: "one", datetime: at });
  for (const wrong of ["", "1e12", "0x10", `0${at}`, `${at}.0`, "-1", `${at}0000`, "١"]) {
    if (/^[\x20-\x7e]*$/.test(wrong))
      expect(readUploadHeaders(new Headers({ ...headers, datetime: wrong })), wrong).toBeNull();
  }
  for (const missing of Object.keys(headers)) {
    const some = new Headers(headers);
    some.delete(missing);
    expect(readUploadHeaders(some), missing).toBeNull();
  }
});

test("an envelope counts 300 s before and after its time", () => {
  const wrapped = { ...whole, bytes: new Uint8Array() };
  for (const sign of [-1, 1]) {
    expect(isTimely(wrapped, whole.datetime + sign * ENVELOPE_LIFETIME_MS)).toBe(true);
    expect(isTimely(wrapped, whole.datetime + sign * (ENVELOPE_LIFETIME_MS + 1))).toBe(false);
  }
});

test("only the correct number unwraps a key", async () => {
  const algorithm = { ...WRAPPING, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) };
  const pair = await crypto.subtle.generateKey(algorithm, true, ["encrypt", "decrypt"]);
  const jwk = namePublicKey(await crypto.subtle.exportKey("jwk", pair.publicKey));
  const serverKey = await importServerKey(await crypto.subtle.exportKey("jwk", pair.privateKey));
  const publicKey = createPublicKey({ key: jwk as never, format: "jwk" });
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const wrap = (plain: Uint8Array) =>
    Uint8Array.from(publicEncrypt({ key: publicKey, padding, oaepHash: "sha256" }, plain));
  const modulus = BigInt(`0x${Buffer.from(jwk.n, "base64url").toString("hex")}`);
  const raw = crypto.getRandomValues(new Uint8Array(32));
  let wrapped = wrap(raw);
  const number = () => BigInt(`0x${Buffer.from(wrapped).toString("hex")}`) + modulus;
  while (number() >= 1n << 2048n) wrapped = wrap(raw);
  const more = Uint8Array.from(Buffer.from(number().toString(16), "hex"));
  expect(await unwrapCallKey(serverKey, wrapped)).toEqual(raw);
  expect(more.length).toBe(256);
  for (const alike of [more, Uint8Array.of(0, ...wrapped), wrapped.subarray(1), new Uint8Array()])
    expect(await unwrapCallKey(serverKey, alike)).toBeNull();
  let zeroLed = wrap(raw);
  while (zeroLed[0] !== 0) zeroLed = wrap(raw);
  expect(await unwrapCallKey(serverKey, zeroLed)).toEqual(raw);
  expect(await unwrapCallKey(serverKey, zeroLed.subarray(1))).toBeNull();
  for (const length of [0, 16, 31, 33])
    expect(await importCallKey(new Uint8Array(length))).toBeNull();
});
