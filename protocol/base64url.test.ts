import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase64Url, toBase64Url } from "./base64url.ts";

test("bytes survive the way there and back, and Node spells them the same", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = toBase64Url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString("base64url"));
      expect(fromBase64Url(text)).toEqual(new Uint8Array(bytes));
    }),
  );
});

test.each(["A", "AB", "AAB", "AA==", "A+", "A/", " AAA", "AAA\n", "é"])(
  "%j is not the canonical spelling of anything",
  (text) => {
    expect(fromBase64Url(text)).toBeNull();
  },
);
