import fc from "fast-check";
import { expect, test } from "vitest";
import { UnreadableBytes } from "./bytes.ts";
import { rollUpColumns } from "./roll-up-columns.ts";
import { decodeRollups, encodeRollups } from "./rollup-codec.ts";

const BUCKET_MS = 900_000;
const START = Date.UTC(2025, 5, 1);
const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -999, max: 99_999 }).map((cents) => cents / 100) },
  {
    weight: 1,
    arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, "idle", -0) },
);
const columns = fc
  .uniqueArray(fc.integer({ min: 0, max: 100 * BUCKET_MS }), { minLength: 1, maxLength: 60 })
  .map((times) => times.sort((a, b) => a - b).map((at) => START + at))
  .chain((times) =>
    fc
      .uniqueArray(
        fc.tuple(
          fc.nat(40_000),
          fc.array(value, { minLength: times.length, maxLength: times.length }),
        ),
        { selector: ([id]) => id, maxLength: 8 },
      )
      .map((all) => rollUpColumns(times, new Map(all), BUCKET_MS)),
  );

test("rollups come back figure for figure, all of them or those that are wanted", () => {
  fc.assert(
    fc.property(columns, fc.func(fc.boolean()), (original, isWanted) => {
      const bytes = encodeRollups(original, BUCKET_MS);
      expect(decodeRollups(bytes, BUCKET_MS)).toEqual(original);
      const wanted = [...original].filter(([id]) => isWanted(id));
      const ids = new Set(wanted.map(([id]) => id));
      expect(decodeRollups(bytes, BUCKET_MS, ids)).toEqual(new Map(wanted));
    }),
  );
});

test("what nobody wrote is refused", () => {
  fc.assert(
    fc.property(columns, fc.nat(), fc.nat(255), (original, place, byte) => {
      const bytes = encodeRollups(original, BUCKET_MS);
      const changed = Uint8Array.from(bytes);
      changed[place % bytes.length] = byte;
      for (const some of [bytes.subarray(0, place % bytes.length), changed])
        try {
          decodeRollups(some, BUCKET_MS);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableBytes);
        }
    }),
  );
  expect(() => decodeRollups(Uint8Array.of(9, 0), BUCKET_MS)).toThrow("unknown version 9");
});
