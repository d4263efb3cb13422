import fc from "fast-check";
import { expect, test } from "vitest";
import { realDataUpdateMessage } from "./messages.ts";
import { readBatch } from "./read-batch.ts";

const START = 1_700_000_000_000;
const oddity = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double(),
  fc.integer({ min: -3, max: 12_000 }),
  fc.string({ maxLength: 70 }),
  fc.constantFrom("end", 2 ** 53, -0, [], {}, [1, 0], [START, START], [START, "x"]),
  fc.anything({ maxDepth: 2 }),
);
const value = fc.oneof(
  { weight: 6, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("\ud800", "x".repeat(200), "x".repeat(201), "💡".repeat(200)),
  },
);
const address = fc.oneof(
  { weight: 9, arbitrary: fc.stringMatching(/^00331101[0-9a-fA-F]{2}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("__proto__", "constructor", "", "FFFF00012", "FFFF0001200"),
  },
);
const isRare = fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0);

/** A batch that may be right in every respect, and often is wrong in one or two. */
const batch = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.boolean(), isRare)
  .chain(([count, isListed, isOdd]) => {
    const column = fc.array(value, { minLength: count, maxLength: count });
    const columns = fc.dictionary(address, isOdd ? fc.oneof(column, oddity) : column);
    const times = Array.from({ length: count }, (_, index) => START + index * index * 1000);
    const right: Record<string, fc.Arbitrary<unknown>> = {
      cmd: fc.constant(260),
      id: fc.string({ minLength: 1, maxLength: 64 }),
      values: columns,
      ...(isListed
        ? { times: fc.constant(times) }
        : {
            start: fc.constant(START),
            step: fc.integer({ min: 0, max: 60_000 }),
            count: fc.constant(count),
          }),
    };
    const changes = fc.record(
      {
        cmd: oddity,
        id: oddity,
        backlog: fc.oneof(fc.constantFrom(true, false, "end"), oddity),
        times: oddity,
        start: oddity,
        step: oddity,
        count: oddity,
        values: oddity,
        more: oddity,
      },
      { requiredKeys: [] },
    );
    const kept = fc.subarray(["backlog", "times", "start", "step", "count", "id", "cmd", "values"]);
    return fc
      .tuple(fc.record(right), changes, kept, isRare)
      .map(([whole, odd, names, isVeryOdd]) => {
        const few = Object.entries(odd).filter(([name]) => names.includes(name));
        return { ...whole, ...Object.fromEntries(isVeryOdd ? few : few.slice(0, 1)) };
      });
  });

test("a batch parsed by hand equals the result of the schema", () => {
  let taken = 0;
  fc.assert(
    fc.property(batch, (given) => {
      const text = JSON.stringify(given);
      const read = readBatch(JSON.parse(text));
      if (read === null) return;
      taken += 1;
      expect(realDataUpdateMessage.safeParse(JSON.parse(text)).data).toStrictEqual(read);
    }),
    { numRuns: 3_000 },
  );
  expect(taken).toBeGreaterThan(100);
});

test("frames that loggers send regularly are parsed by hand", () => {
  const values = { "0033110107": [230.5, null, "x"] };
  const even = { cmd: 260, id: "b-1", start: START, step: 1000, count: 3, values };
  const listed = { cmd: 260, id: "b-1", times: [START, START + 5, START + 7], values };
  for (const given of [even, listed, { ...listed, backlog: true }, { ...even, backlog: "end" }])
    expect(readBatch(structuredClone(given))).toStrictEqual(given);
});
