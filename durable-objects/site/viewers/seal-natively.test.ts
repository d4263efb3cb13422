import { createSecretKey } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBytes, sealBytes } from "#protocol/keys/sealed-bytes.ts";
import { sealNatively } from "./seal-natively.ts";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

test("the platform's cipher seals as the protocol does, for any key, text and purpose", () => {
  fc.assert(
    fc.property(
      bytes(32),
      bytes(12),
      fc.string({ unit: "binary" }),
      fc.uint8Array({ maxLength: 300 }),
      (key, iv, boundTo, plain) => {
        const sealed = sealNatively(createSecretKey(key), iv, boundTo, plain);
        expect(sealed).toBe(sealBytes(key, iv, boundTo, plain));
        expect(openBytes(key, boundTo, sealed)).toEqual(plain);
      },
    ),
  );
});

test("a body of any size comes back", () => {
  for (const length of [0, 1, 15, 16, 17, 500_000]) {
    const plain = new Uint8Array(length).fill(7);
    const key = new Uint8Array(32).fill(1);
    const sealed = sealNatively(createSecretKey(key), new Uint8Array(12), "260\n", plain);
    expect(openBytes(key, "260\n", sealed)).toEqual(plain);
  }
});
