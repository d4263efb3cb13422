import fc from "fast-check";
import { expect, test } from "vitest";
import { isCheckCodeOf, keyedCheckHash } from "./check-hash.ts";
import { digest } from "./digest.ts";
import { deriveKeyRing } from "./key-ring.ts";

const ring = deriveKeyRing(new Uint8Array(32).fill(7));
const other = deriveKeyRing(new Uint8Array(32).fill(8));

test("a check code is found by its keyed hash and by its plain one, and another code by neither", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (code, wrong) => {
      fc.pre(code !== wrong);
      for (const stored of [digest(code), keyedCheckHash(ring, digest(code))]) {
        expect(isCheckCodeOf(ring, stored, code)).toBe(true);
        expect(isCheckCodeOf(ring, stored, wrong)).toBe(false);
      }
    }),
  );
});

test("without the key a keyed hash reveals nothing about the code", () => {
  const stored = keyedCheckHash(ring, digest("A1B2-C3D4"));
  expect(stored).toMatch(/^h1\.[\w-]{43}$/);
  expect(stored).not.toContain(digest("A1B2-C3D4"));
  expect(isCheckCodeOf(other, stored, "A1B2-C3D4")).toBe(false);
});
