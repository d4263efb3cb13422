import fc from "fast-check";
import { expect, test } from "vitest";
import { WrittenJson, writeJson } from "../written-json.ts";
import { readSeries, type Series, VALUES_FIELD, writeSeries } from "./curves.ts";

const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 20 });
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("__proto__", '","x":"', "\u2028\u2029", "\ud800", "\\", "</script>", ""),
);
const series: fc.Arbitrary<Series> = fc
  .record({
    address: fc.constant("FFFF000100"),
    name: fc.option(texts),
    unit: fc.option(texts),
    equipment: fc.option(texts),
    at: fc.uniqueArray(fc.maxSafeInteger().map((at) => Math.trunc(at / 4096))),
    values: fc.oneof(
      fc.record({ value: numbers, min: numbers, max: numbers }),
      fc.record({ value: fc.array(fc.oneof(texts, fc.integer())) }),
      fc.record({
        value: numbers,
        stale: fc.array(fc.record({ from: fc.integer(), to: fc.integer() })),
      }),
    ),
  })
  .map(({ at, values, ...names }) => ({
    ...names,
    at: at.toSorted((one, other) => one - other),
    ...values,
  }));

test("a series survives a round trip, with any names and texts", () => {
  fc.assert(
    fc.property(series, (one) => {
      const asJson = JSON.parse(JSON.stringify(one));
      const written = writeSeries(one);
      expect(JSON.parse(JSON.stringify(readSeries(written)))).toEqual(asJson);
      const { steps, [VALUES_FIELD]: values, ...names } = written;
      const parts = Object.entries({ steps, ...values });
      const reported = writeJson({
        ...names,
        ...Object.fromEntries(parts.map(([name, text]) => [name, new WrittenJson(text)])),
      });
      const { at: _, ...rest } = asJson;
      expect(JSON.parse(reported)).toMatchObject(rest);
    }),
    { numRuns: 500 },
  );
});
