import fc from "fast-check";
import { expect, test } from "vitest";
import type { SiteRole } from "#domain/access/roles.ts";
import { fromBase64Url, toBase64Url } from "../base64url.ts";
import { deriveKeyRing } from "./key-ring.ts";
import { openRoleKey, openSiteKey, sealRoleKey, sealSiteKey } from "./page-keys.ts";

const ring = deriveKeyRing(new Uint8Array(32).fill(7));
const otherRing = deriveKeyRing(new Uint8Array(32).fill(8));
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const role = fc.constantFrom<SiteRole>(0, 1, 2, 3);

/** The same text with one bit of its bytes flipped. */
function flipBit(text: string, bit: number): string {
  const bytes = fromBase64Url(text);
  if (bytes === null) throw new Error("not base64url");
  const place = bit % (bytes.length * 8);
  bytes[place >> 3] = (bytes[place >> 3] ?? 0) ^ (1 << (place & 7));
  return toBase64Url(bytes);
}

test("a page key opens for the person it was sealed for, and is the same every time", () => {
  fc.assert(
    fc.property(id, id, (person, site) => {
      const key = sealSiteKey(ring, person, site);
      expect(key).toMatch(/^k_[\w-]{48}$/);
      expect(sealSiteKey(ring, person, site)).toBe(key);
      expect(openSiteKey(ring, person, key)).toBe(site);
    }),
  );
});

test("a page key opens for no other user, and under no other secret", () => {
  fc.assert(
    fc.property(id, id, id, (person, other, site) => {
      fc.pre(person !== other);
      const key = sealSiteKey(ring, person, site);
      expect(openSiteKey(ring, other, key)).toBeNull();
      expect(openSiteKey(otherRing, person, key)).toBeNull();
      expect(sealSiteKey(ring, other, site)).not.toBe(key);
    }),
  );
});

test("a page key with one bit flipped does not open", () => {
  fc.assert(
    fc.property(id, id, fc.nat(), (person, site, bit) => {
      const key = sealSiteKey(ring, person, site);
      expect(openSiteKey(ring, person, `k_${flipBit(key.slice(2), bit)}`)).toBeNull();
    }),
  );
});

test("a page key cut short, made longer or spelled otherwise does not open", () => {
  const key = sealSiteKey(ring, 1, 2);
  for (const wrong of [key.slice(2), key.slice(0, -1), `${key}A`, `${key}=`, key.toUpperCase(), ""])
    expect(openSiteKey(ring, 1, wrong)).toBeNull();
});

test("different sites have keys that share no beginning", () => {
  const starts = Array.from({ length: 500 }, (_, site) =>
    sealSiteKey(ring, 1, site + 1).slice(0, 18),
  );
  expect(new Set(starts).size).toBe(500);
});

test("a role key opens for its user only, and with one flipped bit for no one", () => {
  fc.assert(
    fc.property(id, id, role, fc.nat(), (person, other, held, bit) => {
      fc.pre(person !== other);
      const sealed = sealRoleKey(ring, person, held);
      expect(openRoleKey(ring, person, sealed)).toBe(held);
      expect(openRoleKey(ring, other, sealed)).toBeNull();
      expect(openRoleKey(ring, person, flipBit(sealed, bit))).toBeNull();
    }),
  );
});

test("a value sealed for one purpose does not open for another", () => {
  fc.assert(
    fc.property(id, role, (person, held) => {
      const site = sealSiteKey(ring, person, held);
      const sealedRole = sealRoleKey(ring, person, held);
      expect(openRoleKey(ring, person, site.slice(2))).toBeNull();
      expect(openSiteKey(ring, person, `k_${sealedRole}`)).toBeNull();
    }),
  );
});
