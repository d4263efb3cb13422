import fc from "fast-check";
import { expect, test } from "vitest";
import { writeCanonical } from "./canonical-json.ts";
import { limitDetails, limitText, MAX_TEXT_LENGTH } from "./limit-details.ts";

test("the examples of RFC 8785 have their canonical form", () => {
  expect(
    writeCanonical({
      numbers: [JSON.parse("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    }),
  ).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  expect(
    writeCanonical({
      "\u20ac": 1,
      "\r": 2,
      "\ufb33": 3,
      "1": 4,
      "\ud83d\ude00": 5,
      "\u0080": 6,
      "\u00f6": 7,
    }),
  ).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
});

test("the order of names does not matter, and parsing returns the value", () => {
  const value = fc.dictionary(
    fc.string({ unit: "grapheme" }),
    fc.oneof(fc.string({ unit: "grapheme" }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  );
  fc.assert(
    fc.property(value, (given) => {
      const reversed = Object.fromEntries(Object.entries(given).reverse());
      const text = writeCanonical(given);
      expect(writeCanonical(reversed)).toBe(text);
      expect(writeCanonical(JSON.parse(text))).toBe(text);
    }),
  );
});

test("what has no canonical form is refused", () => {
  expect(() => writeCanonical("\ud800")).toThrow(RangeError);
  expect(() => writeCanonical(Number.NaN)).toThrow(RangeError);
});

test("any details have a canonical form once they are limited", () => {
  const details = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,8}$/),
    fc.oneof(fc.string({ unit: "binary", maxLength: 500 }), fc.double(), fc.constant(null)),
  );
  fc.assert(
    fc.property(details, (given) => {
      expect(writeCanonical(limitDetails(given)).length).toBeLessThan(20_000);
    }),
    { numRuns: 30 },
  );
  expect(limitText("a\u0000b\u2028c\ud800")).toBe("a b c\ufffd");
  expect(limitText("x".repeat(500))).toHaveLength(MAX_TEXT_LENGTH);
});
