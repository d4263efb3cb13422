import fc from "fast-check";
import { expect, test } from "vitest";
import type { RegisterValue } from "#domain/registers/register.ts";
import { UnreadableBytes } from "./bytes.ts";
import { decodeSegment, encodeSegment, packSegment, type Segment } from "./segment.ts";

const decimal = fc
  .tuple(fc.integer({ min: -100_000_000, max: 100_000_000 }), fc.integer({ min: -9, max: 9 }))
  .map(([mantissa, exponent]) => Number(`${mantissa}e${exponent}`));
const double = fc.double({ noNaN: true, noDefaultInfinity: true });
const number = fc.oneof(
  decimal,
  double,
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, 0.1, 2 ** 50, 1e300, 5e-324),
);
// "binary" makes any UTF-16, halves of surrogate pairs too.
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("charge", "", "\uFEFF", "\uD800", "a\uDFFFb", "💡"),
);
const value: fc.Arbitrary<RegisterValue> = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 1, arbitrary: text },
  { weight: 2, arbitrary: fc.constant(null) },
);
const columnOf = (length: number) =>
  fc.oneof(
    fc.array(value, { minLength: length, maxLength: length }),
    fc.array(decimal, { minLength: length, maxLength: length }),
    fc.array(text, { minLength: length, maxLength: length }),
    value.map((one) => new Array<RegisterValue>(length).fill(one)),
  );
const segment: fc.Arbitrary<Segment> = fc
  .uniqueArray(fc.integer({ min: -1_000_000, max: 2_000_000_000_000 }), { maxLength: 40 })
  .map((times) => times.sort((a, b) => a - b))
  .chain((times) =>
    fc
      .uniqueArray(fc.tuple(fc.nat(100_000), columnOf(times.length)), {
        selector: ([id]) => id,
        maxLength: 12,
      })
      .map((columns) => ({ times, columns: new Map(columns) })),
  );

const encode = (segment: Segment, pack: boolean) =>
  pack ? packSegment(segment).data : encodeSegment(segment);

// toEqual distinguishes −0 from 0.
test("a segment comes back value for value, plain and packed", () => {
  fc.assert(
    fc.property(segment, fc.boolean(), (original, pack) => {
      const decoded = decodeSegment(encode(original, pack));
      expect(decoded.times).toEqual(original.times);
      expect(new Map(decoded.columns)).toEqual(new Map(original.columns));
    }),
    { numRuns: 500 },
  );
});

test("long columns come back value for value, packed", () => {
  const times = Array.from({ length: 5000 }, (_, index) => 1_700_000_000_000 + index * 10_000);
  const columns = new Map<number, RegisterValue[]>([
    [1, times.map((_, index) => Math.round(Math.sin(index / 50) * 1000) / 10)],
    [2, times.map((_, index) => (index % 7 === 0 ? null : Math.sqrt(index)))],
    [3, times.map((_, index) => (index % 900 < 450 ? "charge" : "discharge"))],
    [4, times.map((_, index) => (index % 10 === 0 ? index * 100 : null))],
  ]);
  const bytes = packSegment({ times, columns }).data;
  expect(new Map(decodeSegment(bytes).columns)).toEqual(columns);
  expect(bytes.length).toBeLessThan(encodeSegment({ times, columns }).length);
});

test("registers that repeat each other take the room of one", () => {
  const times = Array.from({ length: 2000 }, (_, index) => 1_700_000_000_000 + index * 10_000);
  const power = times.map((_, index) =>
    Math.round(1000 * Math.sin(index) + 300 * Math.cos(index / 7)),
  );
  const bytesOf = (...ids: number[]) =>
    packSegment({ times, columns: new Map(ids.map((id) => [id, power])) }).data.length;
  expect(bytesOf(1, 2)).toBeLessThan(1.1 * bytesOf(1));
});

test.each([
  [
    "columns deflated one by one",
    "AcgBgaCr/vlioZwBAMYBAgAfY+Rg1GRgnsWoqTfEKSYAA2gDAgxjaGFyZ2UIaWRsZQAUAwEAEgIBABIDAQASAgEAEgMBABICAQASAwEAEgIBABIDAQAS",
  ],
  [
    "columns packed together",
    "AhsSAQDkj5v/RmNRl8hGX4sCCzwaixPvQl3/JzERaZhBsrwcL+y2439H+4RwIkHPqKANPKAdlIkLJiMuwjZPlTJpUrAYwSQ8",
  ],
])("a segment as it once was is read: %s", (_, bytes) => {
  const times = Array.from({ length: 200 }, (_, index) => 1_700_000_000_000 + index * 10_000);
  const { columns } = decodeSegment(new Uint8Array(Buffer.from(bytes, "base64")));
  expect(columns).toEqual(
    new Map<number, RegisterValue[]>([
      [0, times.map((_, index) => (((index % 7) * 311) % 97) / 10)],
      [3, times.map((_, index) => (index % 40 < 20 ? "charge" : "idle"))],
    ]),
  );
});

test("equal segments give equal bytes, in any order of their columns", () => {
  fc.assert(
    fc.property(segment, (original) => {
      const reversed = { ...original, columns: new Map([...original.columns].reverse()) };
      expect(encodeSegment(reversed)).toEqual(encodeSegment(original));
    }),
  );
});

test("only the wanted columns are read", () => {
  fc.assert(
    fc.property(segment, fc.func(fc.boolean()), (original, isWanted) => {
      const wanted = [...original.columns].filter(([id]) => isWanted(id));
      const decoded = decodeSegment(packSegment(original).data, new Set(wanted.map(([id]) => id)));
      expect(new Map(decoded.columns)).toEqual(new Map(wanted));
    }),
  );
});

test("garbage is refused and never crashes the reader", () => {
  const decode = (bytes: Uint8Array) => {
    try {
      decodeSegment(bytes);
      return null;
    } catch (error) {
      return error;
    }
  };
  const refused = (error: unknown) => error === null || error instanceof UnreadableBytes;
  const noise = fc.uint8Array({ maxLength: 80 });
  fc.assert(
    fc.property(noise, (bytes) => {
      expect(decode(bytes)).toBeInstanceOf(UnreadableBytes);
      expect(refused(decode(Uint8Array.of(1, ...bytes)))).toBe(true);
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(segment, fc.boolean(), fc.nat(), fc.nat(255), (original, pack, where, byte) => {
      const bytes = encode(original, pack);
      const cut = bytes.subarray(0, where % bytes.length);
      expect(decode(cut)).toBeInstanceOf(UnreadableBytes);
      bytes[where % bytes.length] = byte;
      expect(refused(decode(bytes))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("a segment of another version is refused by name", () => {
  const bytes = encodeSegment({ times: [1], columns: new Map([[0, [1]]]) });
  bytes[0] = 9;
  expect(() => decodeSegment(bytes)).toThrow("segment of unknown version 9");
});

test("a malformed segment is not written", () => {
  const columns = new Map([[0, [1, 2]]]);
  expect(() => encodeSegment({ times: [2, 1], columns })).toThrow("not strictly ascending");
  expect(() => encodeSegment({ times: [1, 1], columns })).toThrow("not strictly ascending");
  expect(() => encodeSegment({ times: [1, Number.NaN], columns })).toThrow(
    "not strictly ascending",
  );
  expect(() => encodeSegment({ times: [1], columns })).toThrow("another length");
});

test("an idle upload takes less than two bytes a value", () => {
  const times = Array.from({ length: 6 }, (_, index) => 1_700_000_000_000 + index * 10_000);
  const columns = new Map(
    Array.from({ length: 40 }, (_, id) => [
      id,
      times.map((_, index) => (id % 2 === 0 ? (2301 + ((index * 7 + id) % 5)) / 10 : 1200)),
    ]),
  );
  expect(encodeSegment({ times, columns }).length).toBeLessThan(6 * 40 * 2);
});
