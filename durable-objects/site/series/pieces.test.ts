import fc from "fast-check";
import { expect, test } from "vitest";
import type { RegisterValue } from "#domain/registers/register.ts";
import { SERIES_LIMITS } from "./limits.ts";
import { type Piece, piecesOfBatch, piecesOfSet } from "./pieces.ts";
import { SampleSet } from "./sample-set.ts";
import { decodeSegment, type Segment } from "./segment.ts";

const limits = fc.record({
  pieceBytes: fc.integer({ min: 20, max: 400 }),
  unpackedBytes: fc.integer({ min: 40, max: 800 }),
  rollupMs: fc.constantFrom(1, 50, 900_000),
  pieceCells: fc.integer({ min: 1, max: 100 }),
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
const read = (pieces: Piece[]) => setOf(pieces.map(({ data }) => decodeSegment(data)));

test("pieces hold exactly what was cut, and none is larger than it need be", () => {
  fc.assert(
    fc.property(segment, limits, fc.boolean(), (batch, small, pack) => {
      const whole = setOf([batch]);
      for (const pieces of [piecesOfBatch(batch, small), piecesOfSet(whole, small, pack)]) {
        expect(stored(read(pieces))).toEqual(stored(whole));
        for (const { segment, data, unpackedBytes, cells } of pieces) {
          if (segment.times.length * segment.columns.size === 1) continue;
          expect(data.length).toBeLessThanOrEqual(small.pieceBytes);
          expect(unpackedBytes).toBeLessThanOrEqual(small.unpackedBytes);
          expect(cells).toBeLessThanOrEqual(small.pieceCells);
        }
      }
    }),
  );
});

test("pieces of a set follow each other in time", () => {
  fc.assert(
    fc.property(segment, limits, (batch, small) => {
      const pieces = piecesOfSet(setOf([batch]), small, false);
      for (const [index, piece] of pieces.entries()) {
        const before = pieces[index - 1];
        if (before === undefined) continue;
        const sameInstant = before.from === before.to && before.to === piece.from;
        expect(before.to < piece.from || (sameInstant && piece.from === piece.to)).toBe(true);
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
  const pieces = piecesOfBatch({ times, columns }, SERIES_LIMITS);
  expect(pieces.length).toBeGreaterThan(1);
  for (const { data } of pieces) expect(data.length).toBeLessThanOrEqual(SERIES_LIMITS.pieceBytes);
  expect(pieces.reduce((sum, { cells }) => sum + cells, 0)).toBe(131 * 4000);
});

test("one instant of very many long texts is cut by registers", () => {
  const columns = new Map<number, RegisterValue[]>();
  for (let id = 0; id < 4000; id++) columns.set(id, [`${id}${"\u{FFFF}".repeat(196)}`]);
  const pieces = piecesOfBatch({ times: [5], columns }, SERIES_LIMITS);
  expect(pieces.length).toBeGreaterThan(8);
  for (const { data } of pieces) expect(data.length).toBeLessThanOrEqual(SERIES_LIMITS.pieceBytes);
});

test("texts that pack to next to nothing make pieces that can be read again", () => {
  const times = Array.from({ length: 8000 }, (_, index) => index * 1000);
  const texts = times.map((at) => `${at}`.padEnd(12) + "\u{1F600}".repeat(188));
  const set = setOf([{ times, columns: new Map([[0, texts]]) }]);
  const pieces = piecesOfSet(set, SERIES_LIMITS, true);
  for (const { data, unpackedBytes } of pieces) {
    expect(data.length).toBeLessThan(unpackedBytes / 10);
    expect(unpackedBytes).toBeLessThanOrEqual(SERIES_LIMITS.unpackedBytes);
  }
  expect(stored(read(pieces))).toEqual(stored(set));
});
