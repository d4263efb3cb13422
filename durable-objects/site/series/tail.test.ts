import { expect, test } from "vitest";
import { ByteWriter, UnreadableBytes } from "./bytes.ts";
import { encodeSegment, type Segment } from "./segment.ts";
import { Tail } from "./tail.ts";

const START = 1_790_000_000_000;

function segmentAt(at: number): Segment {
  return { times: [at], columns: new Map([[0, [at / 1000]]]) };
}

function batchAt(at: number) {
  return { receivedAt: at + 5, data: encodeSegment(segmentAt(at)), cells: 1, from: at, to: at };
}

function contents(tail: Tail) {
  return [...tail.read()];
}

function restore(row: Uint8Array<ArrayBuffer>): Tail {
  return Tail.restore(row.slice(), () => {});
}

test("what was added comes back from the row, and goes on there", () => {
  const tail = new Tail();
  for (let index = 0; index < 2_000; index++) {
    tail.add(batchAt(START + index));
    if (index % 250 > 1) continue;
    const again = restore(tail.row);
    expect(contents(again)).toEqual(contents(tail));
    expect([again.length, again.batches, again.cells]).toEqual([
      tail.length,
      tail.batches,
      tail.cells,
    ]);
    again.add(batchAt(START - 1));
    expect(contents(again).at(-1)?.segment).toEqual(segmentAt(START - 1));
  }
  expect(tail.batches).toBe(2_000);
});

test("the row keeps its size from batch to batch, and differs only where the new one is", () => {
  const tail = new Tail();
  tail.add(batchAt(START));
  for (let index = 1; index < 200; index++) {
    const before = tail.row.slice();
    const { length } = tail;
    tail.add(batchAt(START + index));
    expect(tail.row).toHaveLength(before.length);
    expect(tail.row.subarray(0, length)).toEqual(before.subarray(0, length));
    expect(tail.row.subarray(tail.length).every((byte) => byte === 0)).toBe(true);
  }
});

test("an emptied tail has nothing of before, and no more room than it needs often", () => {
  const tail = new Tail();
  tail.add(batchAt(START));
  const { length } = tail.row;
  tail.clear();
  expect(contents(restore(tail.row))).toEqual([]);
  expect(tail.row).toHaveLength(length);
  for (let index = 0; index < 20_000; index++) tail.add(batchAt(START + index));
  expect(tail.row.length).toBeGreaterThan(256 * 1024);
  tail.clear();
  expect(tail.row).toHaveLength(length);
  tail.add(batchAt(START));
  expect(contents(restore(tail.row))).toEqual([
    { receivedAt: START + 5, segment: segmentAt(START) },
  ]);
});

test("a row of the version before, which had no room, is read and gets some", () => {
  const writer = new ByteWriter();
  writer.byte(1);
  for (const at of [START, START + 1]) {
    const { receivedAt, data } = batchAt(at);
    writer.varint(receivedAt);
    writer.varint(data.length);
    writer.bytes(data);
  }
  const tail = restore(writer.finish());
  const expected = [START, START + 1].map((at) => ({
    receivedAt: at + 5,
    segment: segmentAt(at),
  }));
  expect(contents(tail)).toEqual(expected);
  expect([tail.batches, tail.cells]).toEqual([2, 2]);
  expect(contents(restore(tail.row))).toEqual(expected);
});

test("a row of another version, or one that was cut, is not read", () => {
  const tail = new Tail();
  tail.add(batchAt(START));
  expect(() => restore(tail.row.with(0, 3).slice())).toThrow(UnreadableBytes);
  expect(() => restore(tail.row.slice(0, tail.length - 1))).toThrow(UnreadableBytes);
});

test("when a tail has enough differs from site to site, about the number that is wanted, and stays for one tail", () => {
  const enough = Array.from({ length: 1_000 }, (_, minute) => {
    const tail = new Tail();
    tail.add({ ...batchAt(START), receivedAt: START + minute * 60_000 });
    const about = tail.about(48);
    tail.add(batchAt(START));
    expect(restore(tail.row).about(48)).toBe(about);
    return about;
  });
  expect(Math.min(...enough)).toBe(36);
  expect(Math.max(...enough)).toBe(60);
  expect(enough.reduce((sum, each) => sum + each, 0) / enough.length).toBeCloseTo(48, 0);
  expect(new Set(enough).size).toBe(25);
  const tail = new Tail();
  tail.add(batchAt(START));
  expect(tail.about(2)).toBe(2);
});
