import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase64Url, toBase64Url } from "../base64url.ts";
import { deriveKeyRing } from "./key-ring.ts";
import { openRoleKey, openSiteKey, sealSiteKey } from "./page-keys.ts";
import { sealBytes } from "./sealed-bytes.ts";
import { openSocketKey, type SocketGrant, sealSocketKey } from "./socket-key.ts";

const ring = deriveKeyRing(new Uint8Array(32).fill(7));
const iv = fc.uint8Array({ minLength: 12, maxLength: 12 });
const grant: fc.Arbitrary<SocketGrant> = fc.record({
  siteId: fc.nat(),
  person: fc.nat(),
  session: fc.string(),
  rightsVersion: fc.nat(),
  ticketHash: fc.string(),
  expires: fc.integer({ min: 1, max: 8.64e15 }),
});

test("a socket key returns its sealed data until it expires", () => {
  fc.assert(
    fc.property(iv, grant, (bytes, given) => {
      const key = sealSocketKey(ring, bytes, given);
      expect(key).toMatch(/^[\w-]+$/);
      expect(openSocketKey(ring, key, given.expires - 1)).toEqual(given);
      expect(openSocketKey(ring, key, given.expires)).toBeNull();
    }),
  );
});

test("a socket key with one bit flipped does not open", () => {
  fc.assert(
    fc.property(iv, grant, fc.nat(), (bytes, given, bit) => {
      const sealed = fromBase64Url(sealSocketKey(ring, bytes, given)) ?? new Uint8Array();
      const place = bit % (sealed.length * 8);
      sealed[place >> 3] = (sealed[place >> 3] ?? 0) ^ (1 << (place & 7));
      expect(openSocketKey(ring, toBase64Url(sealed), 0)).toBeNull();
    }),
  );
});

test("a socket key that another version sealed does not open", () => {
  const sealed = (text: string) =>
    sealBytes(ring.socket, new Uint8Array(12), "socket", new TextEncoder().encode(text));
  const now = { siteId: 1, person: 1, session: "s", rightsVersion: 0, ticketHash: "t" };
  for (const other of [{}, now, { ...now, expires: "10" }, { site: 1, expires: 10 }, null, "x"])
    expect(openSocketKey(ring, sealed(JSON.stringify(other)), 0)).toBeNull();
  expect(openSocketKey(ring, sealed("{"), 0)).toBeNull();
  expect(openSocketKey(ring, sealed(JSON.stringify({ ...now, expires: 10 })), 0)).not.toBeNull();
});

test("a socket key is no page key and no role, a page key no socket key", () => {
  const key = sealSocketKey(ring, new Uint8Array(12), {
    siteId: 1,
    person: 1,
    session: "s",
    rightsVersion: 0,
    ticketHash: "t",
    expires: 10,
  });
  expect(openSiteKey(ring, 1, `k_${key}`)).toBeNull();
  expect(openRoleKey(ring, 1, key)).toBeNull();
  expect(openSocketKey(ring, sealSiteKey(ring, 1, 1).slice(2), 0)).toBeNull();
  for (const nonsense of ["", "x", "k_x", "ä", "A".repeat(40)])
    expect(openSocketKey(ring, nonsense, 0)).toBeNull();
});
