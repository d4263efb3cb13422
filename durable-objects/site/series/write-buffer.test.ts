import { expect, test } from "vitest";
import { ByteWriter, UnreadableBytes } from "./bytes.ts";
import { encodeSegment, type Segment } from "./segment.ts";
import { WriteBuffer } from "./write-buffer.ts";

const START = 1_790_000_000_000;

function segmentAt(at: number): Segment {
  return { times: [at], columns: new Map([[0, [at / 1000]]]) };
}

function batchAt(at: number) {
  return { receivedAt: at + 5, data: encodeSegment(segmentAt(at)), cells: 1, from: at, to: at };
}

function contents(buffer: WriteBuffer) {
  return [...buffer.read()];
}

function restore(row: Uint8Array<ArrayBuffer>): WriteBuffer {
  return WriteBuffer.restore(row.slice(), () => {});
}

test("added samples are read from the row, and more can be added", () => {
  const buffer = new WriteBuffer();
  for (let index = 0; index < 2_000; index++) {
    buffer.add(batchAt(START + index));
    if (index % 250 > 1) continue;
    const again = restore(buffer.row);
    expect(contents(again)).toEqual(contents(buffer));
    expect([again.length, again.batches, again.cells]).toEqual([
      buffer.length,
      buffer.batches,
      buffer.cells,
    ]);
    again.add(batchAt(START - 1));
    expect(contents(again).at(-1)?.segment).toEqual(segmentAt(START - 1));
  }
  expect(buffer.batches).toBe(2_000);
});

test("the row keeps its size from batch to batch, and differs only where the new one is", () => {
  const buffer = new WriteBuffer();
  buffer.add(batchAt(START));
  for (let index = 1; index < 200; index++) {
    const before = buffer.row.slice();
    const { length } = buffer;
    buffer.add(batchAt(START + index));
    expect(buffer.row).toHaveLength(before.length);
    expect(buffer.row.subarray(0, length)).toEqual(before.subarray(0, length));
    expect(buffer.row.subarray(buffer.length).every((byte) => byte === 0)).toBe(true);
  }
});

test("an emptied buffer keeps no samples, and no more room than it usually needs", () => {
  const buffer = new WriteBuffer();
  buffer.add(batchAt(START));
  const { length } = buffer.row;
  buffer.clear();
  expect(contents(restore(buffer.row))).toEqual([]);
  expect(buffer.row).toHaveLength(length);
  for (let index = 0; index < 20_000; index++) buffer.add(batchAt(START + index));
  expect(buffer.row.length).toBeGreaterThan(256 * 1024);
  buffer.clear();
  expect(buffer.row).toHaveLength(length);
  buffer.add(batchAt(START));
  expect(contents(restore(buffer.row))).toEqual([
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
  const buffer = restore(writer.finish());
  const expected = [START, START + 1].map((at) => ({
    receivedAt: at + 5,
    segment: segmentAt(at),
  }));
  expect(contents(buffer)).toEqual(expected);
  expect([buffer.batches, buffer.cells]).toEqual([2, 2]);
  expect(contents(restore(buffer.row))).toEqual(expected);
});

test("a row of another version, or one that was cut, is not read", () => {
  const buffer = new WriteBuffer();
  buffer.add(batchAt(START));
  expect(() => restore(buffer.row.with(0, 3).slice())).toThrow(UnreadableBytes);
  expect(() => restore(buffer.row.slice(0, buffer.length - 1))).toThrow(UnreadableBytes);
});

test("when a buffer has enough differs from site to site, about the number that is wanted, and stays for one buffer", () => {
  const enough = Array.from({ length: 1_000 }, (_, minute) => {
    const buffer = new WriteBuffer();
    buffer.add({ ...batchAt(START), receivedAt: START + minute * 60_000 });
    const about = buffer.about(48);
    buffer.add(batchAt(START));
    expect(restore(buffer.row).about(48)).toBe(about);
    return about;
  });
  expect(Math.min(...enough)).toBe(36);
  expect(Math.max(...enough)).toBe(60);
  expect(enough.reduce((sum, each) => sum + each, 0) / enough.length).toBeCloseTo(48, 0);
  expect(new Set(enough).size).toBe(25);
  const buffer = new WriteBuffer();
  buffer.add(batchAt(START));
  expect(buffer.about(2)).toBe(2);
});
