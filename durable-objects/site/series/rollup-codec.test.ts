import fc from "fast-check";
import { expect, test } from "vitest";
import { UnreadableBytes } from "./bytes.ts";
import { rollUpColumns } from "./roll-up-columns.ts";
import { decodeQuarters, encodeQuarters } from "./rollup-codec.ts";

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
      const bytes = encodeQuarters(original, BUCKET_MS);
      expect(decodeQuarters(bytes, BUCKET_MS)).toEqual(original);
      const wanted = [...original].filter(([id]) => isWanted(id));
      const ids = new Set(wanted.map(([id]) => id));
      expect(decodeQuarters(bytes, BUCKET_MS, ids)).toEqual(new Map(wanted));
    }),
  );
});

test("unknown bytes are refused", () => {
  fc.assert(
    fc.property(columns, fc.nat(), fc.nat(255), fc.boolean(), (original, place, byte, ofSteps) => {
      const whole = encodeQuarters(original, BUCKET_MS);
      const bytes = ofSteps ? whole.steps : whole.data;
      const changed = Uint8Array.from(bytes);
      changed[place % bytes.length] = byte;
      for (const some of [bytes.subarray(0, place % bytes.length), changed])
        try {
          decodeQuarters({ ...whole, [ofSteps ? "steps" : "data"]: some }, BUCKET_MS);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableBytes);
        }
    }),
  );
  expect(() => decodeQuarters({ data: Uint8Array.of(9, 0), steps: null }, BUCKET_MS)).toThrow(
    "unknown version 9",
  );
});

test("missing fields of an older release are estimated", () => {
  const times = [0, 10, 20, 30, 31, 32, 33, 34].map((seconds) => START + 1_000 * seconds);
  const original = rollUpColumns(times, new Map([[1, [5, 5, 5, 5, 90, 90, 90, 90]]]), BUCKET_MS);
  const { data } = encodeQuarters(original, BUCKET_MS);
  const [exact] = original.get(1)?.rollups ?? [];
  const [reported] = decodeQuarters({ data, steps: null }, BUCKET_MS).get(1)?.rollups ?? [];
  expect(exact?.uneven).not.toBe(0);
  // Lines differ from steps by half of the one change.
  const differ = (reported?.uneven ?? 0) - (exact?.uneven ?? 0);
  expect(Math.abs(differ) / (7 * 34_000)).toBeLessThan(8);
});
