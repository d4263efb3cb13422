import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteReader, ByteWriter, UnreadableBytes } from "./bytes.ts";
import { MAX_INTEGER, readIntegers, writeInteger, writeIntegers } from "./integers.ts";

function bytesOf(values: number[]): Uint8Array {
  const writer = new ByteWriter();
  writeIntegers(writer, values);
  return writer.finish();
}

test("whole numbers come back, the largest and the repeating too", () => {
  const whole = fc.oneof(
    fc.integer({ min: -MAX_INTEGER, max: MAX_INTEGER }),
    fc.constantFrom(-MAX_INTEGER, MAX_INTEGER, 0, 1),
    fc.integer({ min: -3, max: 3 }),
  );
  fc.assert(
    fc.property(fc.array(whole, { maxLength: 200 }), (values) => {
      const reader = new ByteReader(bytesOf(values));
      expect(readIntegers(reader, values.length)).toEqual(values);
      reader.end();
    }),
    { numRuns: 1000 },
  );
});

test("a single whole number is written as a list of one", () => {
  fc.assert(
    fc.property(fc.integer({ min: -MAX_INTEGER, max: MAX_INTEGER }), (value) => {
      const writer = new ByteWriter();
      writeInteger(writer, value);
      expect(writer.finish()).toEqual(bytesOf([value]));
    }),
    { examples: [[0], [-1], [63], [64], [2 ** 31], [-(2 ** 31)]] },
  );
});

test("a constant, an even clock and a full index take a few bytes, however long", () => {
  const count = 10_000;
  const clock = Array.from({ length: count }, (_, index) => 1_700_000_000_000 + index * 10_000);
  expect(bytesOf(new Array(count).fill(0)).length).toBe(3);
  expect(bytesOf(new Array(count).fill(274.8 * 10)).length).toBeLessThan(8);
  expect(bytesOf([...clock.keys()]).length).toBeLessThan(8);
  expect(bytesOf(clock).length).toBeLessThan(16);
});

test("a number too large to be exact is refused", () => {
  const writer = new ByteWriter();
  for (let index = 0; index < 4; index++) writer.varint(Number.MAX_SAFE_INTEGER);
  expect(() => readIntegers(new ByteReader(writer.finish()), 4)).toThrow(UnreadableBytes);
});
