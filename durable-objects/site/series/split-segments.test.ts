import fc from "fast-check";
import { expect, test } from "vitest";
import type { RegisterValue } from "#domain/registers/register.ts";
import { SERIES_LIMITS } from "./limits.ts";
import { SampleSet } from "./sample-set.ts";
import { decodeSegment, type Segment } from "./segment.ts";
import { type EncodedSegment, splitBatch, splitSet } from "./split-segments.ts";

const limits = fc.record({
  segmentBytes: fc.integer({ min: 20, max: 400 }),
  unpackedBytes: fc.integer({ min: 40, max: 800 }),
  rollupMs: fc.constantFrom(1, 50, 900_000),
  segmentCells: fc.integer({ min: 1, max: 100 }),
  blockCells: fc.integer({ min: 1, max: 100 }),
  thinBlockCells: fc.integer({ min: 1, max: 100 }),
  rollupInstants: fc.integer({ min: 1, max: 10 }),
});
const segment: fc.Arbitrary<Segment> = fc
  .uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 30 })
  .map((times) => times.sort((a, b) => a - b))
  .chain((times) =>
    fc.record({
      times: fc.constant(times),
      columns: fc
        .array(
          fc.array(fc.oneof(fc.nat(5), fc.double({ noNaN: true }), fc.constant(null)), {
            minLength: times.length,
            maxLength: times.length,
          }),
          { minLength: 1, maxLength: 8 },
        )
        .map((columns) => new Map(columns.entries())),
    }),
  );

function setOf(segments: Iterable<Segment>): SampleSet {
  const set = new SampleSet();
  for (const one of segments) set.add(one);
  return set;
}

const stored = (set: SampleSet) =>
  new Map([...set.channels()].map(([id, { at, values }]) => [id, { at, values }]));
const read = (parts: EncodedSegment[]) => setOf(parts.map(({ data }) => decodeSegment(data)));

test("parts contain exactly the cut samples, and none is larger than necessary", () => {
  fc.assert(
    fc.property(segment, limits, fc.boolean(), (batch, small, pack) => {
      const whole = setOf([batch]);
      for (const parts of [splitBatch(batch, small), splitSet(whole, small, pack)]) {
        expect(stored(read(parts))).toEqual(stored(whole));
        for (const { segment, data, unpackedBytes, cells } of parts) {
          if (segment.times.length * segment.columns.size === 1) continue;
          expect(data.length).toBeLessThanOrEqual(small.segmentBytes);
          expect(unpackedBytes).toBeLessThanOrEqual(small.unpackedBytes);
          expect(cells).toBeLessThanOrEqual(small.segmentCells);
        }
      }
    }),
  );
});

test("parts of a set follow each other in time", () => {
  fc.assert(
    fc.property(segment, limits, (batch, small) => {
      const parts = splitSet(setOf([batch]), small, false);
      for (const [index, part] of parts.entries()) {
        const before = parts[index - 1];
        if (before === undefined) continue;
        const sameInstant = before.from === before.to && before.to === part.from;
        expect(before.to < part.from || (sameInstant && part.from === part.to)).toBe(true);
      }
    }),
  );
});

test("a full frame of the worst numbers makes rows that the platform takes", () => {
  const times = Array.from({ length: 131 }, (_, index) => index * 1000);
  const columns = new Map<number, RegisterValue[]>();
  for (let id = 0; id < 4000; id++)
    columns.set(
      id,
      times.map((at) => 1e99 * (at + id + 1)),
    );
  const parts = splitBatch({ times, columns }, SERIES_LIMITS);
  expect(parts.length).toBeGreaterThan(1);
  for (const { data } of parts) expect(data.length).toBeLessThanOrEqual(SERIES_LIMITS.segmentBytes);
  expect(parts.reduce((sum, { cells }) => sum + cells, 0)).toBe(131 * 4000);
});

test("an instant with very many long texts is split by registers", () => {
  const columns = new Map<number, RegisterValue[]>();
  for (let id = 0; id < 4000; id++) columns.set(id, [`${id}${"\u{FFFF}".repeat(196)}`]);
  const parts = splitBatch({ times: [5], columns }, SERIES_LIMITS);
  expect(parts.length).toBeGreaterThan(8);
  for (const { data } of parts) expect(data.length).toBeLessThanOrEqual(SERIES_LIMITS.segmentBytes);
});

test("texts that pack to next to nothing make parts that can be read again", () => {
  const times = Array.from({ length: 8000 }, (_, index) => index * 1000);
  const texts = times.map((at) => `${at}`.padEnd(12) + "\u{1F600}".repeat(188));
  const set = setOf([{ times, columns: new Map([[0, texts]]) }]);
  const parts = splitSet(set, SERIES_LIMITS, true);
  for (const { data, unpackedBytes } of parts) {
    expect(data.length).toBeLessThan(unpackedBytes / 10);
    expect(unpackedBytes).toBeLessThanOrEqual(SERIES_LIMITS.unpackedBytes);
  }
  expect(stored(read(parts))).toEqual(stored(set));
});
