import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { digest, equalDigests } from "./digest.ts";

test("a secret is stored as its SHA-256 in base64url", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (secret) => {
      expect(digest(secret)).toBe(createHash("sha256").update(secret).digest("base64url"));
    }),
  );
});

test("digests are equal only to themselves", () => {
  const one = digest("one");
  expect(equalDigests(one, digest("one"))).toBe(true);
  for (const other of [digest("other"), one.slice(1), `${one}A`, `${one.slice(0, -1)}é`, ""])
    expect(equalDigests(one, other), other).toBe(false);
});
