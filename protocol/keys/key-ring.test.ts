import { hkdfSync } from "node:crypto";
import { expect, test } from "vitest";
import { toBase64Url } from "../base64url.ts";
import { publicKeyOf } from "../viewer/session-key.ts";
import { deriveKeyRing, readSecret } from "./key-ring.ts";
import { mask } from "./masked.ts";
import { personPrivateKey, personPublicKey } from "./person-keys.ts";

const secret = Uint8Array.from({ length: 32 }, (_, place) => place);
const ring = deriveKeyRing(secret);

test("every purpose has a key of its own, the same as a second implementation derives", () => {
  const keys = Object.entries(ring);
  expect(new Set(keys.map(([, key]) => toBase64Url(key))).size).toBe(keys.length);
  for (const [purpose, key] of keys) {
    const expected = hkdfSync("sha256", secret, new Uint8Array(), `helioport.${purpose}`, 32);
    expect(key).toEqual(new Uint8Array(expected));
  }
});

test("a secret of fewer than 32 bytes is refused", () => {
  expect(() => deriveKeyRing(secret.subarray(1))).toThrow(RangeError);
  expect(readSecret(toBase64Url(secret))).toEqual(secret);
  expect(readSecret(toBase64Url(secret.subarray(1)))).toBeNull();
  expect(readSecret(`${toBase64Url(secret)}=`)).toBeNull();
  expect(readSecret("not base64url, but long enough to be a secret of its own")).toBeNull();
});

test("every person has a key pair of their own", () => {
  expect(personPrivateKey(ring, 1)).not.toEqual(personPrivateKey(ring, 2));
  expect(personPrivateKey(ring, 1)).toEqual(personPrivateKey(ring, 1));
  expect(personPublicKey(ring, 1)).toBe(toBase64Url(publicKeyOf(personPrivateKey(ring, 1))));
});

test("masking keeps parts apart", () => {
  expect(mask(ring, "login", "a", "b")).toBe(mask(ring, "login", "a", "b"));
  expect(mask(ring, "login", "ab", "")).not.toBe(mask(ring, "login", "a", "b"));
  expect(mask(ring, "login", "a\nb")).not.toBe(mask(ring, "login", "a", "b"));
});
